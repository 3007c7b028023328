//! Reads filters.

use std::iter::Peekable;
use std::vec::IntoIter;

use super::Node;
use super::error::{FilterError, Problem};
use super::value::{KEYS, Operator};

/// Brackets and negations within each other, at most.
const DEPTH_MAX: usize = 32;

#[derive(Debug, Clone, PartialEq, Eq)]
enum Token {
    Open,
    Close,
    Operator(Operator),
    Word(String),
    Quoted(String),
    End,
}

impl Token {
    fn is(&self, word: &str) -> bool {
        matches!(self, Token::Word(text) if text.eq_ignore_ascii_case(word))
    }

    fn describe(&self) -> String {
        match self {
            Token::Open => "`(`".into(),
            Token::Close => "`)`".into(),
            Token::Operator(operator) => format!("`{}`", operator.text()),
            Token::Word(text) | Token::Quoted(text) => format!("`{text}`"),
            Token::End => "the end".into(),
        }
    }
}

/// Where it stands, and what it is.
type Placed = (usize, Token);

pub(super) fn filter(text: &str) -> Result<Node, FilterError> {
    let mut parser = Parser { tokens: tokens(text)?, next: 0 };
    let node = parser.any(0)?;
    match parser.peek() {
        Token::End => Ok(node),
        _ => Err(parser.expected("a key, and, or, or the end")),
    }
}

fn tokens(text: &str) -> Result<Vec<Placed>, FilterError> {
    let characters: Vec<(usize, char)> = text.chars().enumerate().map(|(i, c)| (i + 1, c)).collect();
    let end = characters.len() + 1;
    let mut rest = characters.into_iter().peekable();
    let mut tokens = Vec::new();
    while let Some((at, c)) = rest.next() {
        let token = match c {
            c if c.is_whitespace() => continue,
            '(' => Token::Open,
            ')' => Token::Close,
            '"' | '\'' => quoted(c, at, &mut rest)?,
            '=' | '<' | '>' | '!' => operator(c, at, &mut rest)?,
            first => {
                let mut word = String::from(first);
                while let Some((_, c)) = rest.next_if(|(_, c)| is_of_word(*c)) {
                    word.push(c);
                }
                Token::Word(word)
            }
        };
        tokens.push((at, token));
    }
    tokens.push((end, Token::End));
    Ok(tokens)
}

fn is_of_word(c: char) -> bool {
    !c.is_whitespace() && !matches!(c, '(' | ')' | '"' | '\'' | '=' | '<' | '>' | '!')
}

type Characters = Peekable<IntoIter<(usize, char)>>;

fn quoted(quote: char, at: usize, rest: &mut Characters) -> Result<Token, FilterError> {
    let mut text = String::new();
    loop {
        match rest.next() {
            Some((_, c)) if c == quote => return Ok(Token::Quoted(text)),
            Some((_, c)) => text.push(c),
            None => return Err(FilterError { at, problem: Problem::Open(quote) }),
        }
    }
}

fn operator(first: char, at: usize, rest: &mut Characters) -> Result<Token, FilterError> {
    let equal = rest.next_if(|(_, c)| *c == '=').is_some();
    let operator = match (first, equal) {
        ('=', _) => Operator::Is,
        ('!', true) => Operator::IsNot,
        ('<', false) => Operator::Less,
        ('<', true) => Operator::AtMost,
        ('>', false) => Operator::More,
        ('>', true) => Operator::AtLeast,
        _ => return Err(FilterError { at, problem: Problem::Expected("!=", format!("`{first}`")) }),
    };
    Ok(Token::Operator(operator))
}

struct Parser {
    /// Never empty: the last is the end.
    tokens: Vec<Placed>,
    next: usize,
}

impl Parser {
    fn placed(&self, ahead: usize) -> (usize, &Token) {
        let last = self.tokens.len() - 1;
        let (at, token) = &self.tokens[(self.next + ahead).min(last)];
        (*at, token)
    }

    fn peek(&self) -> &Token {
        self.placed(0).1
    }

    fn take(&mut self) -> Placed {
        let (at, token) = self.placed(0);
        let taken = (at, token.clone());
        self.next += 1;
        taken
    }

    fn expected(&self, what: &'static str) -> FilterError {
        let (at, found) = self.placed(0);
        FilterError { at, problem: Problem::Expected(what, found.describe()) }
    }

    fn any(&mut self, depth: usize) -> Result<Node, FilterError> {
        let mut nodes = vec![self.all(depth)?];
        while self.peek().is("or") {
            self.take();
            nodes.push(self.all(depth)?);
        }
        Ok(one_or(nodes, Node::Any))
    }

    fn all(&mut self, depth: usize) -> Result<Node, FilterError> {
        let mut nodes = vec![self.term(depth)?];
        loop {
            match self.peek() {
                Token::End | Token::Close => break,
                token if token.is("or") => break,
                token if token.is("and") => {
                    self.take();
                }
                _ => {}
            }
            nodes.push(self.term(depth)?);
        }
        Ok(one_or(nodes, Node::All))
    }

    fn term(&mut self, depth: usize) -> Result<Node, FilterError> {
        let (at, token) = self.placed(0);
        if depth > DEPTH_MAX {
            return Err(FilterError { at, problem: Problem::Deep });
        }
        match token {
            Token::Open => {
                self.take();
                let node = self.any(depth + 1)?;
                match self.peek() {
                    Token::Close => self.take(),
                    _ => return Err(self.expected("and, or, or `)`")),
                };
                Ok(node)
            }
            token if token.is("not") => {
                self.take();
                Ok(Node::Not(Box::new(self.term(depth + 1)?)))
            }
            Token::Word(_) => self.comparison(),
            _ => Err(self.expected("a key such as device.name")),
        }
    }

    fn comparison(&mut self) -> Result<Node, FilterError> {
        let (at, word) = self.take();
        let Token::Word(name) = word else { return Err(self.expected("a key such as device.name")) };
        let key = KEYS.into_iter().find(|key| key.name().eq_ignore_ascii_case(&name));
        let key = key.ok_or(FilterError { at, problem: Problem::Key(name) })?;
        let (at, token) = self.placed(0);
        let Token::Operator(operator) = *token else {
            return Err(self.expected("one of = != < <= > >="));
        };
        if !key.is_ordered() && !matches!(operator, Operator::Is | Operator::IsNot) {
            return Err(FilterError { at, problem: Problem::Operator(key, operator) });
        }
        self.take();
        let (at, text) = self.value()?;
        let value = key.value(&text).ok_or(FilterError { at, problem: Problem::Value(key, text) })?;
        Ok(Node::Is(key, operator, value))
    }

    /// A quoted text, or words up to something else.
    fn value(&mut self) -> Result<(usize, String), FilterError> {
        let (at, first) = self.placed(0);
        let mut text = match first {
            Token::Word(text) | Token::Quoted(text) => text.clone(),
            _ => return Err(self.expected("a value")),
        };
        let quoted = matches!(self.take(), (_, Token::Quoted(_)));
        while !quoted && self.goes_on() {
            if let (_, Token::Word(more)) = self.take() {
                text = format!("{text} {more}");
            }
        }
        Ok((at, text))
    }

    /// Whether a value has one more word: one that begins nothing else.
    fn goes_on(&self) -> bool {
        let word = self.peek();
        let is_joint = ["and", "or", "not"].iter().any(|joint| word.is(joint));
        matches!(word, Token::Word(_)) && !is_joint && !matches!(self.placed(1).1, Token::Operator(_))
    }
}

fn one_or(mut nodes: Vec<Node>, several: fn(Vec<Node>) -> Node) -> Node {
    match nodes.pop() {
        Some(only) if nodes.is_empty() => only,
        last => {
            nodes.extend(last);
            several(nodes)
        }
    }
}
