//! The linker: several modules become one source text.
//!
//! PTX has no object format, so the linked program is PTX again. Names that only one module sees are renamed where another
//! module has the same one; of several definitions of a weak name one is kept; everything else is copied as it was written.
//! Bodies may name what the text declares further down: the parser of this crate resolves them once it has seen the whole text.

mod emit;

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use crate::ast::{FunctionId, FunctionKind, Linkage, Variable};
use crate::error::PtxError;
use crate::types::Space;
use crate::{Module, ModuleIndex};

/// Why modules do not link. Names of inputs are those given to [`Linker::add`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LinkError {
    /// An input is not PTX.
    Syntax {
        /// The input.
        input: String,
        /// What is wrong with it.
        error: PtxError,
    },
    /// An input has another address size than 64 bits.
    AddressSize {
        /// The input.
        input: String,
    },
    /// Two inputs define a name.
    Duplicate {
        /// The name.
        symbol: String,
        /// The input with the first definition.
        first: String,
        /// The input with the second one.
        second: String,
    },
    /// Two inputs do not mean the same kind of thing by a name.
    Mismatch {
        /// The name.
        symbol: String,
        /// In what they differ.
        what: &'static str,
        /// The input that was first.
        first: String,
        /// The other one.
        second: String,
    },
    /// Names that are used and that no input defines.
    Undefined(Vec<Undefined>),
    /// One statement declares several variables of which some only are wanted.
    Inseparable {
        /// One of the variables.
        symbol: String,
        /// The input.
        input: String,
    },
}

/// A name without a definition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Undefined {
    /// The name.
    pub symbol: String,
    /// An input that uses it.
    pub input: String,
}

impl fmt::Display for LinkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LinkError::Syntax { input, error } => write!(f, "{input}, {error}"),
            LinkError::AddressSize { input } => write!(f, "{input}: only 64-bit addressing is supported"),
            LinkError::Duplicate { symbol, first, second } => {
                write!(f, "multiple definition of '{symbol}': in {second}, and first in {first}")
            }
            LinkError::Mismatch { symbol, what, first, second } => {
                write!(f, "{what} of '{symbol}' in {second} is not that in {first}")
            }
            LinkError::Undefined(names) => {
                for (n, Undefined { symbol, input }) in names.iter().enumerate() {
                    let separator = if n == 0 { "" } else { "\n" };
                    write!(f, "{separator}undefined reference to '{symbol}' in {input}")?;
                }
                Ok(())
            }
            LinkError::Inseparable { symbol, input } => {
                write!(
                    f,
                    "{input}: '{symbol}' shares its declaration with variables that are linked differently"
                )
            }
        }
    }
}

impl std::error::Error for LinkError {}

/// How a definition competes with others of its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Strength {
    /// `.common`: the largest one is kept.
    Common,
    /// `.weak`: the first one is kept.
    Weak,
    /// There may be only one.
    Strong,
}

/// What a name stands for, as far as all inputs must agree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shape {
    Function(FunctionKind),
    /// Size 0: an array of unknown size.
    Variable(Space, u64),
}

impl Shape {
    fn of(variable: &Variable) -> Shape {
        Shape::Variable(variable.space, variable.size)
    }

    /// In what the two differ, if they do.
    fn difference(self, other: Shape) -> Option<&'static str> {
        match (self, other) {
            (Shape::Variable(a, _), Shape::Variable(b, _)) if a != b => Some("the memory space"),
            (Shape::Variable(_, a), Shape::Variable(_, b)) if a != b && a != 0 && b != 0 => Some("the size"),
            (Shape::Variable(..), Shape::Variable(..)) => None,
            (Shape::Function(a), Shape::Function(b)) if a == b => None,
            _ => Some("the kind"),
        }
    }

    fn size(self) -> u64 {
        match self {
            Shape::Function(_) => 0,
            Shape::Variable(_, size) => size,
        }
    }
}

/// The definition of a name that is kept.
#[derive(Clone, Copy, Debug)]
struct Definition {
    unit: usize,
    strength: Strength,
    shape: Shape,
}

/// An input.
struct Unit {
    name: String,
    index: ModuleIndex,
}

impl Unit {
    /// The definitions that other inputs see.
    fn definitions(&self) -> impl Iterator<Item = (&str, Strength, Shape)> {
        let functions = self.index.functions.iter().filter_map(|function| {
            function.body?;
            let strength = strength(function.linkage)?;
            Some((function.name.as_str(), strength, Shape::Function(function.kind)))
        });
        let variables = self.index.variables.iter().filter_map(|variable| {
            Some((variable.name.as_str(), strength(variable.linkage)?, Shape::of(variable)))
        });
        functions.chain(variables).chain(self.aliases())
    }

    /// Second names of functions, which are declared like a function without a body.
    fn aliases(&self) -> impl Iterator<Item = (&str, Strength, Shape)> {
        self.index.functions.iter().filter_map(|declared| {
            let target = self.index.find_function(&declared.name)?;
            let target = self.index.function(target);
            let is_alias = target.name != declared.name;
            let strength = strength(declared.linkage).filter(|_| is_alias)?;
            Some((declared.name.as_str(), strength, Shape::Function(target.kind)))
        })
    }

    /// The declarations without a definition that other inputs may have.
    fn wants(&self) -> impl Iterator<Item = (&str, Shape)> {
        let functions = self.index.functions.iter().filter(|function| {
            let found = self.index.find_function(&function.name);
            function.body.is_none() && found.is_some_and(|id| self.index.function(id).body.is_none())
        });
        let functions = functions.map(|f| (f.name.as_str(), Shape::Function(f.kind)));
        let variables = self.index.variables.iter().filter(|v| v.linkage == Linkage::Extern);
        functions.chain(variables.map(|v| (v.name.as_str(), Shape::of(v))))
    }
}

/// How a definition of this linkage competes; none for one that only its own module sees.
fn strength(linkage: Linkage) -> Option<Strength> {
    match linkage {
        Linkage::Internal | Linkage::Extern => None,
        Linkage::Visible => Some(Strength::Strong),
        Linkage::Weak => Some(Strength::Weak),
        Linkage::Common => Some(Strength::Common),
    }
}

/// Collects inputs, then links them.
#[derive(Default)]
pub struct Linker {
    units: Vec<Unit>,
    symbols: HashMap<String, Definition>,
    max_registers: Option<u32>,
}

impl fmt::Debug for Linker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.units.iter().map(|unit| &unit.name)).finish()
    }
}

impl Linker {
    /// Kernels that do not say how many registers they use at most use so many.
    pub fn limit_registers(&mut self, most: u32) {
        self.max_registers = Some(most);
    }

    /// Adds an input, all of whose bodies are parsed; `name` is for messages. An input that is refused leaves no trace.
    ///
    /// # Errors
    /// Text that is not PTX, a second definition of a name, or one that differs from what the others take it for.
    pub fn add(&mut self, name: &str, source: Arc<[u8]>) -> Result<(), LinkError> {
        let syntax = |error| LinkError::Syntax { input: name.to_owned(), error };
        let index = Module::index_shared(source).map_err(syntax)?;
        if index.address_size != 64 {
            return Err(LinkError::AddressSize { input: name.to_owned() });
        }
        for id in (0..).map(FunctionId).take(index.functions.len()) {
            if index.function(id).body.is_some() {
                index.parse_body(id).map_err(syntax)?;
            }
        }
        let unit = Unit { name: name.to_owned(), index };
        let news = self.new_definitions(&unit)?;
        self.symbols.extend(news);
        self.units.push(unit);
        Ok(())
    }

    /// Whether nothing was added.
    pub fn is_empty(&self) -> bool {
        self.units.is_empty()
    }

    /// The definitions of `unit` that are to be kept from now on.
    fn new_definitions(&self, unit: &Unit) -> Result<Vec<(String, Definition)>, LinkError> {
        let mut news = Vec::new();
        for (symbol, strength, shape) in unit.definitions() {
            let fresh = Definition { unit: self.units.len(), strength, shape };
            let Some(known) = self.symbols.get(symbol) else {
                news.push((symbol.to_owned(), fresh));
                continue;
            };
            if strength == Strength::Strong && known.strength == Strength::Strong {
                let first = self.units[known.unit].name.clone();
                return Err(LinkError::Duplicate {
                    symbol: symbol.to_owned(),
                    first,
                    second: unit.name.clone(),
                });
            }
            let both_common = strength == Strength::Common && known.strength == Strength::Common;
            if strength > known.strength || both_common && shape.size() > known.shape.size() {
                news.push((symbol.to_owned(), fresh));
            }
        }
        Ok(news)
    }

    /// Links the inputs. `provided` tells whether the device itself has a function of this name.
    ///
    /// # Errors
    /// Names that are used and not defined, or that the inputs understand differently.
    pub fn complete(&self, provided: impl Fn(&str) -> bool) -> Result<Vec<u8>, LinkError> {
        self.check_shapes()?;
        self.check_undefined(&provided)?;
        emit::emit(self, &provided)
    }

    fn check_shapes(&self) -> Result<(), LinkError> {
        for unit in &self.units {
            for (symbol, shape) in unit.wants() {
                let Some(known) = self.symbols.get(symbol) else { continue };
                if let Some(what) = known.shape.difference(shape) {
                    let first = self.units[known.unit].name.clone();
                    let (symbol, second) = (symbol.to_owned(), unit.name.clone());
                    return Err(LinkError::Mismatch { symbol, what, first, second });
                }
            }
        }
        Ok(())
    }

    fn check_undefined(&self, provided: &impl Fn(&str) -> bool) -> Result<(), LinkError> {
        let mut undefined = Vec::new();
        for (number, unit) in self.units.iter().enumerate() {
            let missing: Vec<&str> = unit
                .wants()
                .filter(|(symbol, shape)| !self.is_resolved(symbol, *shape) && !provided(symbol))
                .map(|(symbol, _)| symbol)
                .collect();
            if missing.is_empty() {
                continue;
            }
            let used = emit::identifiers(self, number);
            let used = missing.into_iter().filter(|symbol| used.contains(symbol.as_bytes()));
            undefined
                .extend(used.map(|symbol| Undefined { symbol: symbol.to_owned(), input: unit.name.clone() }));
        }
        if undefined.is_empty() { Ok(()) } else { Err(LinkError::Undefined(undefined)) }
    }

    /// Whether a name that is declared only has what it needs: the dynamic shared memory needs no definition.
    fn is_resolved(&self, symbol: &str, shape: Shape) -> bool {
        shape == Shape::Variable(Space::Shared, 0) || self.symbols.contains_key(symbol)
    }

    /// Whether `unit` has the definition of `symbol` that is kept.
    fn is_kept(&self, symbol: &str, unit: usize) -> bool {
        self.symbols.get(symbol).is_some_and(|definition| definition.unit == unit)
    }
}
