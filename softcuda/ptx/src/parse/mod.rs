//! The parser: recursive descent over [`crate::lex::Cursor`].

mod body;
mod declaration;
mod initializer;
mod instr;
mod module;
mod operand;
mod scope;

pub(crate) use body::parse_body;
pub(crate) use module::parse_module;
