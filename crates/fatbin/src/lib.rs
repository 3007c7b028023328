//! Readers of fatbins, cubins and PTX headers.
