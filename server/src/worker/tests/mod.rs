//! Sessions in one process: a small client, an in-memory link, the software device.

mod bulk;
mod client;
mod graphs;
mod hardening;
mod order;
mod pending;
mod run;
mod textures;
