//! PTX lexer, parser, AST and instruction table.
