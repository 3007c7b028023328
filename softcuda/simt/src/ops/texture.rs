//! Reading textures, reading and writing surfaces: lane by lane.

use std::sync::Arc;

use super::memory::{self, Space, resolve};
use crate::exec::context::{Context, Outcome, Trap};
use crate::exec::view::View;
use crate::exec::warp::Warp;
use crate::fault::FaultKind;
use crate::texture::{Image, Object, Place, Texture, gather, sample, texel};
use crate::wir::Inst;

/// What a texture instruction does, in its `flags`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TextureAccess {
    pub(crate) axes: u16,
    pub(crate) layered: bool,
    /// Coordinates are indices of texels.
    pub(crate) whole: bool,
    pub(crate) gather: bool,
    /// The channel that is gathered.
    pub(crate) channel: u16,
}

impl TextureAccess {
    pub(crate) fn code(self) -> u16 {
        let bits = u16::from(self.layered) << 2 | u16::from(self.whole) << 3 | u16::from(self.gather) << 4;
        self.axes | bits | self.channel << 5
    }

    fn from_code(code: u16) -> TextureAccess {
        let flag = |n: u16| code >> n & 1 != 0;
        let axes = code & 3;
        TextureAccess { axes, layered: flag(2), whole: flag(3), gather: flag(4), channel: code >> 5 & 3 }
    }
}

/// What happens beyond a surface's edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Beyond {
    Trap,
    Clamp,
    Zero,
}

/// What a surface instruction does, in its `flags`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SurfaceAccess {
    pub(crate) axes: u16,
    pub(crate) layered: bool,
    pub(crate) store: bool,
    pub(crate) beyond: Beyond,
    /// Log2 of an element's bytes.
    pub(crate) log2: u16,
    /// Elements.
    pub(crate) count: u16,
}

impl SurfaceAccess {
    pub(crate) fn code(self) -> u16 {
        let bits = u16::from(self.layered) << 2 | u16::from(self.store) << 3 | (self.beyond as u16) << 4;
        self.axes | bits | self.log2 << 6 | self.count << 8
    }

    fn from_code(code: u16) -> SurfaceAccess {
        let beyond = match code >> 4 & 3 {
            0 => Beyond::Trap,
            1 => Beyond::Clamp,
            _ => Beyond::Zero,
        };
        let flag = |n: u16| code >> n & 1 != 0;
        let (log2, count) = (code >> 6 & 3, code >> 8 & 7);
        SurfaceAccess { axes: code & 3, layered: flag(2), store: flag(3), beyond, log2, count }
    }
}

/// The objects that an instruction's lanes name; nearly always one.
#[derive(Default)]
struct Found {
    last: Option<(u64, Arc<Object>)>,
}

impl Found {
    fn object(&mut self, x: &Context, handle: u64, lane: usize) -> Outcome<Arc<Object>> {
        if let Some((_, object)) = self.last.as_ref().filter(|(known, _)| *known == handle) {
            return Ok(object.clone());
        }
        let Some(object) = x.info.space.objects().find(handle) else {
            let detail = "no texture or surface has this handle";
            return Err(Trap::at(FaultKind::IllegalAddress, lane, handle, detail));
        };
        self.last = Some((handle, object.clone()));
        Ok(object)
    }
}

fn mismatch(handle: u64, lane: usize) -> Box<Trap> {
    Trap::at(
        FaultKind::IllegalAddress,
        lane,
        handle,
        "a texture is used as a surface, or a surface as a texture",
    )
}

/// Rows of an instruction's list.
fn rows<'a>(x: &Context<'a>, i: &Inst) -> &'a [u32] {
    x.program.ext.get(i.d as usize..).unwrap_or_default()
}

fn address(image: &Image, place: Place) -> u64 {
    let [column, row, slice] = place.map(u64::from);
    let within = slice.wrapping_mul(image.slice).wrapping_add(row.wrapping_mul(image.pitch));
    image.base.wrapping_add(within).wrapping_add(column * u64::from(image.format.texel()))
}

/// `tex`, `tld4`: the list has four destinations, then layer, x, y, z.
pub(crate) fn texture(x: &mut Context, warp: &mut Warp, v: &View, i: &Inst, pc: u32) -> Outcome {
    let access = TextureAccess::from_code(i.flags);
    let rows = rows(x, i);
    let [d0, d1, d2, d3, layer, cx, cy, cz, ..] = *rows else { return Ok(()) };
    let mut found = Found::default();
    // Destinations may be among the coordinates.
    let mut results = [[0; 32]; 4];
    for lane in v.lanes() {
        let handle = v.lane64(i.a, lane);
        let object = found.object(x, handle, lane)?;
        let Object::Texture(texture) = *object else { return Err(mismatch(handle, lane)) };
        let at = [cx, cy, cz].map(|row| v.lane32(row, lane));
        let layer = if access.layered { v.lane32(layer, lane) } else { 0 };
        let values = fetch(x, warp, &texture, access, at, layer, lane, pc)?;
        for (result, value) in results.iter_mut().zip(values) {
            result[lane] = value;
        }
    }
    for (d, result) in [d0, d1, d2, d3].into_iter().zip(results) {
        v.put32(d, result);
    }
    Ok(())
}

#[allow(clippy::too_many_arguments, reason = "what one lane's fetch consists of")]
fn fetch(
    x: &mut Context,
    warp: &mut Warp,
    texture: &Texture,
    access: TextureAccess,
    at: [u32; 3],
    layer: u32,
    lane: usize,
    pc: u32,
) -> Outcome<[u32; 4]> {
    let size = u64::from(texture.image.format.texel());
    let mut texels = |place: Place| {
        let from = resolve(x, warp, Space::Global, lane, address(&texture.image, place), size, pc)?;
        let mut bytes = [0; 16];
        // SAFETY: `resolve` found the texel's bytes valid; kernels that write them race with this one.
        unsafe { std::ptr::copy_nonoverlapping(from, bytes.as_mut_ptr(), size as usize) };
        Ok(bytes)
    };
    let axes = usize::from(access.axes);
    if access.whole {
        let mut index = at.map(|bits| i64::from(bits as i32));
        if let Some(after) = index.get_mut(axes) {
            *after = i64::from(layer);
        }
        return texel(texture, index, axes, &mut texels);
    }
    let coordinates = at.map(f32::from_bits);
    if access.gather {
        return gather(texture, coordinates, layer, usize::from(access.channel), &mut texels);
    }
    sample(texture, coordinates, axes, layer, &mut texels)
}

/// `suld.b`, `sust.b`: the list has the data's rows, then layer, x in bytes, y, z.
pub(crate) fn surface(x: &mut Context, warp: &mut Warp, v: &View, i: &Inst, pc: u32) -> Outcome {
    let access = SurfaceAccess::from_code(i.flags);
    let rows = rows(x, i);
    let count = usize::from(access.count);
    let Some((data, [layer, cx, cy, cz])) =
        rows.split_at_checked(count).and_then(|(data, rest)| Some((data, rest.first_chunk::<4>()?)))
    else {
        return Ok(());
    };
    let (size, wide) = (1u64 << access.log2, access.log2 == 3);
    let mut found = Found::default();
    let mut results = [[0u64; 32]; 4];
    for lane in v.lanes() {
        let handle = v.lane64(i.a, lane);
        let object = found.object(x, handle, lane)?;
        let Object::Surface(image) = *object else { return Err(mismatch(handle, lane)) };
        let at = [*cx, *cy, *cz].map(|row| i64::from(v.lane32(row, lane) as i32));
        let layer = if access.layered { v.lane32(*layer, lane) } else { 0 };
        let Some(place) = surface_address(&image, access, at, layer, lane)? else { continue };
        let bytes = size * u64::from(access.count);
        let target = resolve(x, warp, Space::Global, lane, place, bytes, pc)?;
        for (n, (&row, result)) in data.iter().zip(&mut results).enumerate() {
            let element = target.wrapping_add(n << access.log2);
            // SAFETY: `resolve` found all elements valid and aligned.
            unsafe {
                if access.store {
                    let value = if wide { v.lane64(row, lane) } else { u64::from(v.lane32(row, lane)) };
                    memory::write_element(element, access.log2, value);
                } else {
                    result[lane] = memory::read_element(element, access.log2);
                }
            }
        }
    }
    if !access.store {
        for (&row, result) in data.iter().zip(results) {
            if wide { v.put64(row, result) } else { v.put32(row, result.map(|value| value as u32)) }
        }
    }
    Ok(())
}

/// The address of an access; none if there is nothing to do beyond the edge.
fn surface_address(
    image: &Image,
    access: SurfaceAccess,
    at: [i64; 3],
    layer: u32,
    lane: usize,
) -> Outcome<Option<u64>> {
    let bytes = i64::from(access.count) << access.log2;
    let [width, height, depth] = image.extent.map(i64::from);
    // The last places at which an access fits.
    let most = [width * i64::from(image.format.texel()) - bytes, height - 1, depth - 1];
    let mut place = at;
    let axes = usize::from(access.axes);
    if let Some(after) = place.get_mut(axes) {
        *after = i64::from(layer);
    }
    let inside = place.iter().zip(most).all(|(at, most)| (0..=most).contains(at));
    match access.beyond {
        _ if inside => {}
        Beyond::Zero => return Ok(None),
        Beyond::Clamp => {
            for (at, most) in place.iter_mut().zip(most) {
                *at = (*at).min(most).max(0);
            }
        }
        Beyond::Trap => {
            let detail = format!("an access of {bytes} bytes at {at:?} is outside the surface");
            return Err(Trap::new(FaultKind::LaunchFailure, lane, detail));
        }
    }
    let [x, y, z] = place.map(|at| at as u64);
    Ok(Some(image.base + z * image.slice + y * image.pitch + x))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accesses_survive_their_code() {
        for axes in 1..=3 {
            for n in 0..16 {
                let flag = |bit: u16| n >> bit & 1 != 0;
                let t =
                    TextureAccess { axes, layered: flag(0), whole: flag(1), gather: flag(2), channel: n & 3 };
                assert_eq!(TextureAccess::from_code(t.code()), t);
                for beyond in [Beyond::Trap, Beyond::Clamp, Beyond::Zero] {
                    let (log2, count) = (n & 3, 1 << (n >> 2).min(2));
                    let s = SurfaceAccess { axes, layered: flag(0), store: flag(1), beyond, log2, count };
                    assert_eq!(SurfaceAccess::from_code(s.code()), s);
                }
            }
        }
    }
}
