//! Byte transports behind one interface, descriptor passing and the client's end of the control connection.
//!
//! All socket calls and their unsafe code live here.

pub mod control;
pub mod descriptor;
pub mod endpoint;
pub mod fdpass;
pub mod line;
pub mod memory;
pub mod process;
pub mod secure;
pub mod settings;
pub mod socket;
pub mod tls;
pub mod wire;

pub use endpoint::Endpoint;
pub use line::Line;
pub use wire::Wire;
