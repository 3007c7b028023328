//! From coordinates to values, as the CUDA programming guide's appendix on texture fetching defines it.

use super::{Address, Channel, Format, Sampler, Texture};
use crate::ops::half::f16_to_f32;

/// Bits of the fraction with which texels are weighted.
const FRACTION: f64 = 256.0;

/// Where a texel is: its index by axis.
pub(crate) type Place = [u32; 3];

/// Texels of an image, by place.
pub(crate) trait Texels {
    type Error;

    /// The bytes of the texel at a place inside the image.
    fn read(&mut self, place: Place) -> Result<[u8; 16], Self::Error>;
}

impl<E, F: FnMut(Place) -> Result<[u8; 16], E>> Texels for F {
    type Error = E;

    fn read(&mut self, place: Place) -> Result<[u8; 16], E> {
        self(place)
    }
}

/// The index of a texel, or none for the border.
fn index(at: i64, size: u32, mode: Address) -> Option<u32> {
    let n = i64::from(size);
    let inside = match mode {
        Address::Clamp => at.clamp(0, n - 1),
        Address::Wrap => at.rem_euclid(n),
        Address::Mirror => {
            let turned = at.rem_euclid(2 * n);
            turned.min(2 * n - 1 - turned)
        }
        Address::Border if (0..n).contains(&at) => at,
        Address::Border => return None,
    };
    Some(inside as u32)
}

impl Sampler {
    /// Coordinates that are not normalised do not repeat.
    fn mode(&self, axis: usize) -> Address {
        match self.address[axis] {
            Address::Wrap | Address::Mirror if !self.normalized => Address::Clamp,
            mode => mode,
        }
    }

    /// A coordinate in texels. What is no number is the first.
    fn scaled(&self, coordinate: f32, size: u32) -> f64 {
        let x = f64::from(coordinate) * if self.normalized { f64::from(size) } else { 1.0 };
        if x.is_nan() { 0.0 } else { x }
    }
}

/// One channel's bits as they are stored, extended to 32; halves become singles.
fn raw(format: Format, bytes: &[u8; 16], channel: u32) -> u32 {
    if channel >= format.channels {
        return 0;
    }
    let at = (channel * format.bytes) as usize;
    let half = u16::from_le_bytes([bytes[at], bytes[at + 1]]);
    match (format.bytes, format.channel) {
        (1, Channel::Signed) => bytes[at] as i8 as i32 as u32,
        (1, _) => u32::from(bytes[at]),
        (2, Channel::Signed) => half as i16 as i32 as u32,
        (2, Channel::Unsigned) => u32::from(half),
        (2, Channel::Float) => f16_to_f32(half).to_bits(),
        _ => u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]]),
    }
}

/// One channel as a number.
fn number(texture: &Texture, bytes: &[u8; 16], channel: u32) -> f32 {
    let format = texture.image.format;
    let bits = raw(format, bytes, channel);
    let most = f64::from(u32::MAX >> (32 - 8 * format.bytes));
    let value = match format.channel {
        Channel::Float => return f32::from_bits(bits),
        _ if !texture.sampler.as_float => return f32::from_bits(bits),
        Channel::Unsigned => f64::from(bits) / most,
        Channel::Signed => (f64::from(bits as i32) / f64::from((most as u32) >> 1)).max(-1.0),
    };
    let curved = texture.sampler.srgb && channel < 3 && format.channel == Channel::Unsigned;
    if curved { linear_light(value) as f32 } else { value as f32 }
}

/// What a value of sRGB means.
fn linear_light(value: f64) -> f64 {
    if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
}

/// The four channels of the texel at indices as results; outside, the border.
pub(crate) fn texel<T: Texels>(
    texture: &Texture,
    at: [i64; 3],
    axes: usize,
    texels: &mut T,
) -> Result<[u32; 4], T::Error> {
    let modes = [0, 1, 2].map(|axis| texture.sampler.mode(axis));
    let Some(place) = place(texture, at, axes, modes) else { return Ok(border(texture)) };
    let bytes = texels.read(place)?;
    Ok([0, 1, 2, 3].map(|channel| number(texture, &bytes, channel).to_bits()))
}

fn border(texture: &Texture) -> [u32; 4] {
    let as_numbers = texture.image.format.channel == Channel::Float || texture.sampler.as_float;
    texture.sampler.border.map(|value| if as_numbers { value.to_bits() } else { value as i64 as u32 })
}

fn place(texture: &Texture, at: [i64; 3], axes: usize, modes: [Address; 3]) -> Option<Place> {
    let mut place = [0; 3];
    for axis in 0..3 {
        let mode = if axis < axes { modes[axis] } else { Address::Clamp };
        place[axis] = index(at[axis], texture.image.extent[axis], mode)?;
    }
    Some(place)
}

/// The value at coordinates along the first `axes` axes; `layer` is the index along the one after them.
pub(crate) fn sample<T: Texels>(
    texture: &Texture,
    coordinates: [f32; 3],
    axes: usize,
    layer: u32,
    texels: &mut T,
) -> Result<[u32; 4], T::Error> {
    let sampler = &texture.sampler;
    let mut at = [0.0; 3];
    for axis in 0..axes {
        at[axis] = sampler.scaled(coordinates[axis], texture.image.extent[axis]);
    }
    let interpolated = texture.image.format.channel == Channel::Float || sampler.as_float;
    if !sampler.linear || !interpolated {
        return texel(texture, whole(at, axes, layer), axes, texels);
    }
    let (mut first, mut weight) = ([0i64; 3], [0.0; 3]);
    for axis in 0..axes {
        let shifted = at[axis] - 0.5;
        first[axis] = shifted.floor() as i64;
        weight[axis] = ((shifted - shifted.floor()) * FRACTION).round() / FRACTION;
    }
    let mut sum = [0.0f64; 4];
    for corner in 0..1u32 << axes {
        let (mut index, mut share) = (first, 1.0);
        for axis in 0..axes {
            let far = corner >> axis & 1 != 0;
            index[axis] = index[axis].saturating_add(i64::from(far));
            share *= if far { weight[axis] } else { 1.0 - weight[axis] };
        }
        // What weighs nothing is not read: it may be no number.
        if share == 0.0 {
            continue;
        }
        with_layer(&mut index, axes, layer);
        let found = texel(texture, index, axes, texels)?;
        for (sum, bits) in sum.iter_mut().zip(found) {
            *sum += share * f64::from(f32::from_bits(bits));
        }
    }
    Ok(sum.map(|value| (value as f32).to_bits()))
}

/// One channel of the four texels that a bilinear value would be made of, counter-clockwise from the lower left.
pub(crate) fn gather<T: Texels>(
    texture: &Texture,
    coordinates: [f32; 3],
    layer: u32,
    channel: usize,
    texels: &mut T,
) -> Result<[u32; 4], T::Error> {
    let first = [0, 1].map(|axis| {
        let size = texture.image.extent[axis];
        (texture.sampler.scaled(coordinates[axis], size) - 0.5).floor() as i64
    });
    let mut found = [0; 4];
    for (found, (dx, dy)) in found.iter_mut().zip([(0, 1), (1, 1), (1, 0), (0, 0)]) {
        let mut at = [first[0].saturating_add(dx), first[1].saturating_add(dy), 0];
        with_layer(&mut at, 2, layer);
        *found = texel(texture, at, 2, texels)?[channel & 3];
    }
    Ok(found)
}

fn whole(at: [f64; 3], axes: usize, layer: u32) -> [i64; 3] {
    let mut index = at.map(|x| x.floor() as i64);
    with_layer(&mut index, axes, layer);
    index
}

fn with_layer(index: &mut [i64; 3], axes: usize, layer: u32) {
    if let Some(after) = index.get_mut(axes) {
        *after = i64::from(layer);
    }
}

#[cfg(test)]
mod tests {
    use super::super::Image;
    use super::*;

    const FLOATS: Format = Format { channel: Channel::Float, bytes: 4, channels: 1 };

    fn texture(format: Format, extent: [u32; 3], address: Address) -> Texture {
        let image = Image { base: 0, extent, pitch: 0, slice: 0, format };
        let sampler = Sampler {
            address: [address; 3],
            linear: false,
            normalized: false,
            as_float: false,
            srgb: false,
            border: [0.0; 4],
        };
        Texture { image, sampler }
    }

    /// Texels whose value is 1 + x + 10 y + 100 z.
    fn numbered(place: Place) -> Result<[u8; 16], ()> {
        let mut bytes = [0; 16];
        let value = 1.0 + place[0] as f32 + 10.0 * place[1] as f32 + 100.0 * place[2] as f32;
        bytes[..4].copy_from_slice(&value.to_le_bytes());
        Ok(bytes)
    }

    fn value(texture: &Texture, coordinates: [f32; 3], axes: usize) -> f32 {
        f32::from_bits(sample(texture, coordinates, axes, 0, &mut numbered).unwrap()[0])
    }

    #[test]
    fn the_nearest_texel_contains_the_coordinate() {
        let t = texture(FLOATS, [4, 3, 2], Address::Clamp);
        for (at, axes, want) in [
            ([0.0, 0.0, 0.0], 1, 1.0),
            ([0.99, 0.0, 0.0], 1, 1.0),
            ([3.0, 0.0, 0.0], 1, 4.0),
            ([9.0, 0.0, 0.0], 1, 4.0),
            ([-5.0, 1.5, 0.0], 2, 11.0),
            ([2.0, 2.0, 1.0], 3, 123.0),
            ([f32::NAN, f32::INFINITY, f32::NEG_INFINITY], 3, 21.0),
        ] {
            assert_eq!(value(&t, at, axes), want, "{at:?}");
        }
    }

    #[test]
    fn beyond_the_edge() {
        // Texels of 4 in normalised coordinates: -0.125 is half a texel before the first.
        for (mode, before, after) in [
            (Address::Clamp, 1.0, 4.0),
            (Address::Wrap, 4.0, 2.0),
            (Address::Mirror, 1.0, 3.0),
            (Address::Border, 0.0, 0.0),
        ] {
            let mut t = texture(FLOATS, [4, 1, 1], mode);
            t.sampler.normalized = true;
            assert_eq!(value(&t, [-0.125, 0.0, 0.0], 1), before, "{mode:?}");
            assert_eq!(value(&t, [1.375, 0.0, 0.0], 1), after, "{mode:?}");
        }
        // Only normalised coordinates repeat.
        assert_eq!(value(&texture(FLOATS, [4, 1, 1], Address::Wrap), [-1.0, 0.0, 0.0], 1), 1.0);
    }

    #[test]
    fn linear_filtering_weighs_neighbours() {
        let mut t = texture(FLOATS, [4, 3, 2], Address::Clamp);
        t.sampler.linear = true;
        for (at, axes, want) in [
            ([0.5, 0.0, 0.0], 1, 1.0),
            ([1.0, 0.0, 0.0], 1, 1.5),
            ([1.25, 0.0, 0.0], 1, 1.75),
            ([0.0, 0.0, 0.0], 1, 1.0),
            ([1.0, 1.0, 0.0], 2, 6.5),
            ([1.0, 1.0, 1.0], 3, 56.5),
            // Weights have 8 bits: 1/1024 is none.
            ([1.5 + 1.0 / 1024.0, 0.0, 0.0], 1, 2.0),
        ] {
            assert_eq!(value(&t, at, axes), want, "{at:?}");
        }
        t.sampler.address = [Address::Border; 3];
        assert_eq!(value(&t, [0.0, 0.0, 0.0], 1), 0.5);
    }

    #[test]
    fn integers_are_extended_or_scaled() {
        let bytes = |_: Place| Ok::<_, ()>([0x80, 0xff, 0x7f, 0x01, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
        let f = |bits: u32| f32::from_bits(bits);
        for (channel, size, channels, want) in [
            (Channel::Unsigned, 1, 4, [0x80, 0xff, 0x7f, 1]),
            (Channel::Signed, 1, 4, [0xffff_ff80, 0xffff_ffff, 0x7f, 1]),
            (Channel::Unsigned, 2, 2, [0xff80, 0x017f, 0, 0]),
            (Channel::Signed, 2, 2, [0xffff_ff80, 0x017f, 0, 0]),
            (Channel::Unsigned, 4, 1, [0x017f_ff80, 0, 0, 0]),
        ] {
            let t = texture(Format { channel, bytes: size, channels }, [1; 3], Address::Clamp);
            assert_eq!(texel(&t, [0; 3], 1, &mut { bytes }), Ok(want), "{channel:?} {size}");
        }
        let mut t =
            texture(Format { channel: Channel::Signed, bytes: 1, channels: 4 }, [1; 3], Address::Clamp);
        t.sampler.as_float = true;
        let got = texel(&t, [0; 3], 1, &mut { bytes }).unwrap().map(f);
        assert_eq!(got, [-1.0, -1.0 / 127.0, 1.0, 1.0 / 127.0]);
        t.image.format.channel = Channel::Unsigned;
        assert_eq!(f(texel(&t, [0; 3], 1, &mut { bytes }).unwrap()[1]), 1.0);
    }

    #[test]
    fn gathering_takes_four_texels() {
        let t = texture(FLOATS, [4, 3, 1], Address::Clamp);
        let got = gather(&t, [2.0, 1.0, 0.0], 0, 0, &mut numbered).unwrap().map(f32::from_bits);
        assert_eq!(got, [12.0, 13.0, 3.0, 2.0]);
        assert_eq!(gather(&t, [2.0, 1.0, 0.0], 0, 1, &mut numbered), Ok([0; 4]));
    }

    #[test]
    fn layers_are_not_filtered() {
        let mut t = texture(FLOATS, [4, 3, 2], Address::Clamp);
        t.sampler.linear = true;
        let got = sample(&t, [1.0, 0.5, 0.0], 2, 1, &mut numbered).unwrap()[0];
        assert_eq!(f32::from_bits(got), 101.5);
    }
}
