//! Byte transports behind one interface, descriptor passing, control client.
