//! Names of Rust items from C symbols.

/// `cuMemAlloc_v2` as `cu_mem_alloc_v2`, `cuMemcpyHtoDAsync_v2` as `cu_memcpy_htod_async_v2`.
pub(crate) fn snake(symbol: &str) -> String {
    let text = directions(symbol).replace("SMem", "Smem");
    let chars: Vec<char> = text.chars().collect();
    let mut out = String::new();
    for (i, &c) in chars.iter().enumerate() {
        if c.is_ascii_uppercase() && i > 0 && starts_word(chars[i - 1], chars.get(i + 1).copied()) {
            out.push('_');
        }
        out.push(c.to_ascii_lowercase());
    }
    out
}

/// The constant of a symbol's id: `CU_MEM_ALLOC_V2`.
pub(crate) fn constant(symbol: &str) -> String {
    snake(symbol).to_ascii_uppercase()
}

/// Makes one word of the copy directions HtoD, DtoA, ...
fn directions(symbol: &str) -> String {
    let mut text = symbol.to_string();
    for from in ["H", "D", "A"] {
        for to in ["H", "D", "A"] {
            text = text
                .replace(&format!("Memcpy{from}to{to}"), &format!("Memcpy_{from}to{}", to.to_lowercase()));
        }
    }
    text.replace("Memcpy_", "Memcpy")
}

/// True when an upper-case letter between these two starts a word.
fn starts_word(before: char, after: Option<char>) -> bool {
    let lower_next = after.is_some_and(|c| c.is_ascii_lowercase());
    before.is_ascii_lowercase() || ((before.is_ascii_uppercase() || before.is_ascii_digit()) && lower_next)
}

/// A name that Rust allows for a parameter.
pub(crate) fn param(name: &str) -> String {
    match name {
        "type" | "ref" | "match" | "fn" | "mod" | "in" | "where" => format!("r#{name}"),
        _ => name.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symbols_become_snake_case() {
        for (symbol, want) in [
            ("cuInit", "cu_init"),
            ("cuMemAlloc_v2", "cu_mem_alloc_v2"),
            ("cuMemcpyHtoD_v2", "cu_memcpy_htod_v2"),
            ("cuMemcpyDtoDAsync_v2", "cu_memcpy_dtod_async_v2"),
            ("cuMemcpy2DAsync_v2", "cu_memcpy2d_async_v2"),
            ("cuMemcpy2DUnaligned_v2", "cu_memcpy2d_unaligned_v2"),
            ("cuMemsetD8Async", "cu_memset_d8_async"),
            ("cuMemsetD2D32Async", "cu_memset_d2d32_async"),
            ("cuDeviceGetPCIBusId", "cu_device_get_pci_bus_id"),
            ("cuDeviceGetByPCIBusId", "cu_device_get_by_pci_bus_id"),
            ("cuDeviceGetP2PAttribute", "cu_device_get_p2p_attribute"),
            ("cuCtxResetPersistingL2Cache", "cu_ctx_reset_persisting_l2_cache"),
            ("cuOccupancyAvailableDynamicSMemPerBlock", "cu_occupancy_available_dynamic_smem_per_block"),
            ("cuStreamWaitValue32_v2", "cu_stream_wait_value32_v2"),
        ] {
            assert_eq!(snake(symbol), want);
        }
    }
}
