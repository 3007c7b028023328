//! Textures and surfaces.

use softcuda_ptx::{Address, AddressBase, Instr, Mod, Opcode, Operand, ScalarType};

use super::function::{Lower, Lowered, Unsupported};
use super::select::{any, operand};
use crate::ops::table::Op;
use crate::ops::texture::{Beyond, SurfaceAccess, TextureAccess};
use crate::wir::Inst;

use ScalarType as T;

/// Axes of an image without its layers, and whether it has layers.
fn geometry(i: &Instr) -> Lowered<(u16, bool)> {
    match i.mods.one_of(&[Mod::D1, Mod::D2, Mod::D3, Mod::A1d, Mod::A2d]) {
        Some(Mod::D1) => Ok((1, false)),
        Some(Mod::D2) => Ok((2, false)),
        Some(Mod::D3) => Ok((3, false)),
        Some(Mod::A1d) => Ok((1, true)),
        Some(_) => Ok((2, true)),
        None => Err(Unsupported),
    }
}

fn items(operand: &Operand) -> &[Operand] {
    match operand {
        Operand::Vector(list) => list,
        single => std::slice::from_ref(single),
    }
}

impl Lower<'_, '_> {
    /// `tex`, `tld4`: `[texture, {layer, x, y, z}]`. With one level of detail, which one is asked for does not matter.
    pub(super) fn texture(&mut self, i: &Instr) -> Lowered {
        let [to, from] = i.types[..] else { return Err(Unsupported) };
        if !matches!(to, T::F32 | T::S32 | T::U32) || !matches!(from, T::F32 | T::S32) {
            return Err(Unsupported);
        }
        let (axes, layered) = geometry(i)?;
        let channel = match i.mods.one_of(&[Mod::ShiftR, Mod::Green, Mod::MatB, Mod::MatA]) {
            // Its name is `r`.
            Some(Mod::ShiftR) => 0,
            Some(Mod::Green) => 1,
            Some(Mod::MatB) => 2,
            _ => 3,
        };
        let gather = i.op == Opcode::Tld4;
        let access = TextureAccess { axes, layered, whole: from == T::S32, gather, channel };
        let (a, coordinates) = self.place(operand(i, 1)?, access.axes, layered, from)?;
        let mut rows = Vec::new();
        for target in items(operand(i, 0)?) {
            rows.push(self.dst32(target)?);
        }
        if rows.len() != 4 {
            return Err(Unsupported);
        }
        rows.extend(coordinates);
        let d = self.list(&rows);
        self.emit(Inst { flags: access.code(), d, a, ..Inst::new(Op::Tex) });
        Ok(())
    }

    /// The row of the handle and those of layer, x, y and z.
    fn place(&mut self, bracket: &Operand, axes: u16, layered: bool, ty: T) -> Lowered<(u32, [u32; 4])> {
        let Operand::AddressList(list) = bracket else { return Err(Unsupported) };
        // A sampler of its own would stand between the two.
        let [object, at] = &list[..] else { return Err(Unsupported) };
        let Operand::Address(Address { base: AddressBase::Reg(object), offset: 0 }) = object else {
            // A variable of the module: texture references are no more.
            return Err(Unsupported);
        };
        let handle = self.src64(&Operand::Reg(*object), T::U64)?;
        let mut given = items(at).iter();
        let zero = self.b.const32(0);
        let mut rows = [zero; 4];
        if layered {
            rows[0] = self.src32(given.next().ok_or(Unsupported)?, T::U32)?;
        }
        for row in &mut rows[1..1 + usize::from(axes)] {
            *row = self.src32(given.next().ok_or(Unsupported)?, ty)?;
        }
        Ok((handle, rows))
    }

    /// `suld.b`, `sust.b`: x in bytes.
    pub(super) fn surface(&mut self, i: &Instr) -> Lowered {
        let [ty] = i.types[..] else { return Err(Unsupported) };
        if !any(i, &[Mod::MatB]) {
            return Err(Unsupported);
        }
        let (axes, layered) = geometry(i)?;
        let beyond = match i.mods.one_of(&[Mod::Clamp, Mod::Zero]) {
            Some(Mod::Clamp) => Beyond::Clamp,
            Some(_) => Beyond::Zero,
            None => Beyond::Trap,
        };
        let store = i.op == Opcode::Sust;
        let (data, bracket) = if store { (1, 0) } else { (0, 1) };
        let (a, coordinates) = self.place(operand(i, bracket)?, axes, layered, T::S32)?;
        let mut rows = Vec::new();
        for item in items(operand(i, data)?) {
            rows.push(match (store, ty) {
                (true, _) => self.src(item, ty)?,
                (false, _) => self.dst(item, ty)?,
            });
        }
        if rows.len() != usize::from(i.vector()) || rows.len() > 4 {
            return Err(Unsupported);
        }
        let access = SurfaceAccess {
            axes,
            layered,
            store,
            beyond,
            log2: ty.bytes().trailing_zeros() as u16,
            count: rows.len() as u16,
        };
        rows.extend(coordinates);
        let d = self.list(&rows);
        self.emit(Inst { flags: access.code(), d, a, ..Inst::new(Op::Surf) });
        Ok(())
    }
}
