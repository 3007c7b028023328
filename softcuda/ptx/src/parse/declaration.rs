//! Declarations shared by modules and bodies: types, variables, parameters.

use super::initializer;
use crate::ast::{Init, Linkage, Param, Variable};
use crate::constant;
use crate::error::{ErrorKind, Fault};
use crate::lex::{Cursor, Kind};
use crate::types::{Mod, ScalarType, Space};

/// Largest `.align`; more than any alignment that a device allocation has.
const MAX_ALIGN: i128 = 1 << 20;

/// The linkage that a directive names.
pub(super) fn linkage(directive: &[u8]) -> Option<Linkage> {
    Some(match directive {
        b".extern" => Linkage::Extern,
        b".visible" => Linkage::Visible,
        b".weak" => Linkage::Weak,
        b".common" => Linkage::Common,
        _ => return None,
    })
}

/// The space of variables that a directive names.
pub(super) fn variable_space(directive: &[u8]) -> Option<Space> {
    Some(match directive {
        b".global" => Space::Global,
        b".const" => Space::Const,
        b".shared" => Space::Shared,
        b".local" => Space::Local,
        b".param" => Space::Param,
        b".tex" => Space::Tex,
        _ => return None,
    })
}

/// Type, vector width and alignment of a declaration.
#[derive(Clone, Copy)]
pub(super) struct Shape {
    pub(super) ty: ScalarType,
    pub(super) vector: u8,
    align: Option<u32>,
    managed: bool,
}

impl Shape {
    /// Bytes of one element, all components together.
    pub(super) fn element(&self) -> u64 {
        u64::from(self.ty.bytes()) * u64::from(self.vector)
    }

    /// The alignment given, or the natural one.
    fn align(&self) -> u32 {
        // An element has at most 8 components of 16 bytes, all powers of two.
        self.align.unwrap_or(self.ty.bytes() * u32::from(self.vector))
    }

    /// Bytes of an array of these dimensions.
    fn size(&self, cur: &Cursor<'_>, dims: &[u64]) -> Result<u64, Fault> {
        let total = dims.iter().try_fold(self.element(), |size, &dim| size.checked_mul(dim));
        total
            .filter(|&size| i64::try_from(size).is_ok())
            .ok_or_else(|| cur.error(ErrorKind::TooBig("variable")))
    }
}

/// Parses `.align`, `.v4`, `.attribute(...)` and, last, the type.
pub(super) fn shape(cur: &mut Cursor<'_>) -> Result<Shape, Fault> {
    let (mut vector, mut align, mut managed) = (1, None, false);
    loop {
        if cur.token.kind != Kind::Directive {
            return Err(cur.unexpected("a type"));
        }
        let name = &cur.text()[1..];
        if let Some(ty) = ScalarType::from_name(name) {
            cur.bump()?;
            // Old sources also write the width after the type.
            if cur.token.kind == Kind::Directive && cur.text().starts_with(b".v") {
                vector = vector_width(cur, &cur.text()[1..])?;
            }
            return Ok(Shape { ty, vector, align, managed });
        }
        match name {
            b"align" => align = Some(alignment(cur)?),
            b"attribute" => managed |= attribute(cur)?,
            _ => vector = vector_width(cur, name)?,
        }
    }
}

fn vector_width(cur: &mut Cursor<'_>, name: &[u8]) -> Result<u8, Fault> {
    let width = match Mod::from_name(name) {
        Some(Mod::V2) => 2,
        Some(Mod::V4) => 4,
        Some(Mod::V8) => 8,
        _ => return Err(cur.unexpected("a type")),
    };
    cur.bump()?;
    Ok(width)
}

/// Parses `.align N`.
fn alignment(cur: &mut Cursor<'_>) -> Result<u32, Fault> {
    cur.bump()?;
    let at = cur.clone();
    let value = constant::integer(cur)?;
    match u32::try_from(value) {
        Ok(align) if align.is_power_of_two() && value <= MAX_ALIGN => Ok(align),
        _ => Err(at.unexpected("an alignment (a power of two)")),
    }
}

/// Passes `.attribute(...)`; tells whether `.managed` is in it.
pub(super) fn attribute(cur: &mut Cursor<'_>) -> Result<bool, Fault> {
    cur.bump()?;
    cur.expect(b'(', "'('")?;
    let (mut depth, mut managed) = (1, false);
    while depth > 0 {
        managed |= cur.at_directive(b".managed");
        match cur.token.kind {
            Kind::Punct(b'(') => depth += 1,
            Kind::Punct(b')') => depth -= 1,
            Kind::End => return Err(cur.unexpected("')'")),
            _ => {}
        }
        cur.bump()?;
    }
    Ok(managed)
}

/// Parses array dimensions; an open `[]` is 0 and only allowed first.
fn dimensions(cur: &mut Cursor<'_>) -> Result<Vec<u64>, Fault> {
    let mut dims = Vec::new();
    while cur.eat(b'[')? {
        if dims.is_empty() && cur.at(b']') {
            dims.push(0);
        } else {
            let at = cur.clone();
            let value = constant::integer(cur)?;
            dims.push(u64::try_from(value).map_err(|_| at.unexpected("an array size"))?);
        }
        cur.expect(b']', "']'")?;
    }
    Ok(dims)
}

/// Parses the rest of a variable declaration, after its space directive, through the semicolon.
pub(super) fn variables(
    cur: &mut Cursor<'_>,
    space: Space,
    linkage: Linkage,
) -> Result<Vec<Variable>, Fault> {
    let shape = shape(cur)?;
    let mut list = Vec::new();
    loop {
        list.push(variable(cur, shape, space, linkage)?);
        if !cur.eat(b',')? {
            break;
        }
    }
    cur.expect(b';', "';'")?;
    Ok(list)
}

fn variable(cur: &mut Cursor<'_>, shape: Shape, space: Space, linkage: Linkage) -> Result<Variable, Fault> {
    let name = cur.ident("a variable name")?;
    let mut dims = dimensions(cur)?;
    let mut size = shape.size(cur, &dims)?;
    let mut init = Init::default();
    if cur.eat(b'=')? {
        let open = dims.first() == Some(&0);
        if shape.ty.kind() == crate::TypeKind::Opaque {
            initializer::skip_opaque(cur)?;
        } else {
            let (value, end) = initializer::parse(cur, shape, &dims, if open { None } else { Some(size) })?;
            init = value;
            if open {
                let inner = shape.size(cur, &dims[1..])?.max(1);
                dims[0] = end.div_ceil(inner);
                size = shape.size(cur, &dims)?;
            }
        }
    }
    Ok(Variable {
        name: text(cur, name),
        span: name.span(),
        space,
        linkage,
        managed: shape.managed,
        ty: shape.ty,
        vector: shape.vector,
        dims,
        align: shape.align(),
        size,
        init,
    })
}

/// The identifier of a token as a string; identifiers are ASCII.
pub(super) fn text(cur: &Cursor<'_>, token: crate::lex::Token) -> String {
    String::from_utf8_lossy(cur.slice(token)).into_owned()
}

/// Parses a parenthesised parameter list, if there is one, and lays it out. Returns the list and its size.
pub(super) fn parameters(cur: &mut Cursor<'_>) -> Result<(Vec<Param>, u64), Fault> {
    let (mut params, mut end) = (Vec::new(), 0);
    if !cur.eat(b'(')? || cur.eat(b')')? {
        return Ok((params, end));
    }
    loop {
        let mut param = parameter(cur)?;
        if param.space == Space::Param {
            end = place(cur, &mut param, end)?;
        }
        params.push(param);
        if !cur.eat(b',')? {
            break;
        }
    }
    cur.expect(b')', "')'")?;
    Ok((params, end))
}

/// Puts the parameter at the next multiple of its alignment after `end`; returns the new end.
fn place(cur: &Cursor<'_>, param: &mut Param, end: u64) -> Result<u64, Fault> {
    let offset = end.checked_next_multiple_of(u64::from(param.align));
    let placed = offset.and_then(|offset| Some((offset, offset.checked_add(param.size)?)));
    let (offset, end) = placed.ok_or_else(|| cur.error(ErrorKind::TooBig("parameter block")))?;
    param.offset = offset;
    Ok(end)
}

fn parameter(cur: &mut Cursor<'_>) -> Result<Param, Fault> {
    let space = if cur.eat_directive(b".param")? {
        Space::Param
    } else if cur.eat_directive(b".reg")? {
        Space::Reg
    } else {
        return Err(cur.unexpected("'.param' or '.reg'"));
    };
    let shape = shape(cur)?;
    pointer_attributes(cur)?;
    let name = cur.ident("a parameter name")?;
    let dims = dimensions(cur)?;
    let size = shape.size(cur, &dims)?;
    Ok(Param {
        name: text(cur, name),
        space,
        ty: shape.ty,
        vector: shape.vector,
        align: shape.align(),
        size,
        offset: 0,
    })
}

/// Skips `.ptr .global .align 4`: facts about the memory pointed to.
fn pointer_attributes(cur: &mut Cursor<'_>) -> Result<(), Fault> {
    if !cur.eat_directive(b".ptr")? {
        return Ok(());
    }
    while cur.token.kind == Kind::Directive {
        match cur.text() {
            b".align" => alignment(cur).map(|_| ())?,
            b".global" | b".const" | b".local" | b".shared" | b".generic" | b".param" => {
                cur.bump().map(|_| ())?
            }
            _ => return Err(cur.unexpected("a pointer attribute")),
        }
    }
    Ok(())
}
