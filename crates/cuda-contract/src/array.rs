//! What arrays are made of.

use cuda_abi::*;

/// Bytes of a texel, for the formats that arrays may have here.
pub fn texel(format: CUarray_format, channels: u32) -> Option<usize> {
    let bytes = match format {
        CU_AD_FORMAT_UNSIGNED_INT8 | CU_AD_FORMAT_SIGNED_INT8 => 1,
        CU_AD_FORMAT_UNSIGNED_INT16 | CU_AD_FORMAT_SIGNED_INT16 | CU_AD_FORMAT_HALF => 2,
        CU_AD_FORMAT_UNSIGNED_INT32 | CU_AD_FORMAT_SIGNED_INT32 | CU_AD_FORMAT_FLOAT => 4,
        _ => return None,
    };
    matches!(channels, 1 | 2 | 4).then_some(bytes * channels as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texels_by_format_and_channels() {
        for (format, channels, bytes) in [
            (CU_AD_FORMAT_UNSIGNED_INT8, 1, Some(1)),
            (CU_AD_FORMAT_HALF, 2, Some(4)),
            (CU_AD_FORMAT_FLOAT, 4, Some(16)),
            (CU_AD_FORMAT_FLOAT, 3, None),
            (0, 1, None),
        ] {
            assert_eq!(texel(format, channels), bytes, "{format} {channels}");
        }
    }
}
