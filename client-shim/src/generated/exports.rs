// Written by `cargo xtask table` from crates/cuda-abi/table/driver.tsv; do not edit.
#![cfg_attr(rustfmt, rustfmt_skip)]
//! The exported symbols of the client.

#[allow(unused_imports, reason = "which types the signatures need depends on the table")]
use std::ffi::{c_char, c_int, c_uchar, c_uint, c_ulonglong, c_ushort, c_void};

#[allow(unused_imports, reason = "which kinds of handles are needed depends on the table")]
use cuda_abi::{handle as kind, *};

use crate::{api, entry};

/// `cuGetErrorString`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGetErrorString(error: CUresult, pStr: *mut *const c_char) -> CUresult {
    entry::enter(id::CU_GET_ERROR_STRING, || [error.slot(), pStr.slot()], || unsafe { api::error::cu_get_error_string(error, pStr) })
}

/// `cuGetErrorName`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGetErrorName(error: CUresult, pStr: *mut *const c_char) -> CUresult {
    entry::enter(id::CU_GET_ERROR_NAME, || [error.slot(), pStr.slot()], || unsafe { api::error::cu_get_error_name(error, pStr) })
}

/// `cuInit`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuInit(Flags: c_uint) -> CUresult {
    entry::enter(id::CU_INIT, || [Flags.slot()], || unsafe { api::init::cu_init(Flags) })
}

/// `cuDriverGetVersion`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuDriverGetVersion(driverVersion: *mut c_int) -> CUresult {
    entry::enter(id::CU_DRIVER_GET_VERSION, || [driverVersion.slot()], || unsafe { api::init::cu_driver_get_version(driverVersion) })
}

/// `cuDeviceGet`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuDeviceGet(device: *mut CUdevice, ordinal: c_int) -> CUresult {
    entry::enter(id::CU_DEVICE_GET, || [device.slot(), ordinal.slot()], || unsafe { api::device::cu_device_get(device, ordinal) })
}

/// `cuDeviceGetCount`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuDeviceGetCount(count: *mut c_int) -> CUresult {
    entry::enter(id::CU_DEVICE_GET_COUNT, || [count.slot()], || unsafe { api::device::cu_device_get_count(count) })
}

/// `cuDeviceGetName`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuDeviceGetName(name: *mut c_char, len: c_int, dev: CUdevice) -> CUresult {
    entry::enter(id::CU_DEVICE_GET_NAME, || [name.slot(), len.slot(), dev.slot()], || unsafe { api::device::cu_device_get_name(name, len, dev) })
}

/// `cuDeviceGetUuid`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuDeviceGetUuid(uuid: *mut CUuuid, dev: CUdevice) -> CUresult {
    entry::enter(id::CU_DEVICE_GET_UUID, || [uuid.slot(), dev.slot()], || unsafe { api::device::cu_device_get_uuid(uuid, dev) })
}

/// `cuDeviceGetUuid_v2`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuDeviceGetUuid_v2(uuid: *mut CUuuid, dev: CUdevice) -> CUresult {
    entry::enter(id::CU_DEVICE_GET_UUID_V2, || [uuid.slot(), dev.slot()], || unsafe { api::device::cu_device_get_uuid_v2(uuid, dev) })
}

/// `cuDeviceGetLuid`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuDeviceGetLuid(luid: *mut c_char, deviceNodeMask: *mut c_uint, dev: CUdevice) -> CUresult {
    entry::enter(id::CU_DEVICE_GET_LUID, || [luid.slot(), deviceNodeMask.slot(), dev.slot()], || unsafe { api::device::cu_device_get_luid(luid, deviceNodeMask, dev) })
}

/// `cuDeviceTotalMem`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuDeviceTotalMem(_: *mut c_uint, _: CUdevice) -> CUresult {
    entry::not_supported(id::CU_DEVICE_TOTAL_MEM)
}

/// `cuDeviceTotalMem_v2`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuDeviceTotalMem_v2(bytes: *mut usize, dev: CUdevice) -> CUresult {
    entry::enter(id::CU_DEVICE_TOTAL_MEM_V2, || [bytes.slot(), dev.slot()], || unsafe { api::device::cu_device_total_mem_v2(bytes, dev) })
}

/// `cuDeviceGetTexture1DLinearMaxWidth`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuDeviceGetTexture1DLinearMaxWidth(maxWidthInElements: *mut usize, format: CUarray_format, numChannels: c_uint, dev: CUdevice) -> CUresult {
    entry::enter(id::CU_DEVICE_GET_TEXTURE1D_LINEAR_MAX_WIDTH, || [maxWidthInElements.slot(), format.slot(), numChannels.slot(), dev.slot()], || unsafe { api::device::cu_device_get_texture1d_linear_max_width(maxWidthInElements, format, numChannels, dev) })
}

/// `cuDeviceGetAttribute`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuDeviceGetAttribute(pi: *mut c_int, attrib: CUdevice_attribute, dev: CUdevice) -> CUresult {
    entry::enter(id::CU_DEVICE_GET_ATTRIBUTE, || [pi.slot(), attrib.slot(), dev.slot()], || unsafe { api::device::cu_device_get_attribute(pi, attrib, dev) })
}

/// `cuDeviceGetHostAtomicCapabilities`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuDeviceGetHostAtomicCapabilities(_: *mut c_uint, _: *const CUatomicOperation, _: c_uint, _: CUdevice) -> CUresult {
    entry::not_supported(id::CU_DEVICE_GET_HOST_ATOMIC_CAPABILITIES)
}

/// `cuDeviceGetNvSciSyncAttributes`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuDeviceGetNvSciSyncAttributes(_: *mut c_void, _: CUdevice, _: c_int) -> CUresult {
    entry::not_supported(id::CU_DEVICE_GET_NV_SCI_SYNC_ATTRIBUTES)
}

/// `cuDeviceSetMemPool`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuDeviceSetMemPool(dev: CUdevice, pool: CUmemoryPool) -> CUresult {
    entry::enter(id::CU_DEVICE_SET_MEM_POOL, || [dev.slot(), pool.slot()], || unsafe { api::pool::cu_device_set_mem_pool(dev, pool) })
}

/// `cuDeviceGetMemPool`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuDeviceGetMemPool(pool: *mut CUmemoryPool, dev: CUdevice) -> CUresult {
    entry::enter(id::CU_DEVICE_GET_MEM_POOL, || [pool.slot(), dev.slot()], || unsafe { api::pool::cu_device_get_mem_pool(pool, dev) })
}

/// `cuDeviceGetDefaultMemPool`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuDeviceGetDefaultMemPool(pool_out: *mut CUmemoryPool, dev: CUdevice) -> CUresult {
    entry::enter(id::CU_DEVICE_GET_DEFAULT_MEM_POOL, || [pool_out.slot(), dev.slot()], || unsafe { api::pool::cu_device_get_default_mem_pool(pool_out, dev) })
}

/// `cuDeviceGetProperties`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuDeviceGetProperties(prop: *mut CUdevprop_v1, dev: CUdevice) -> CUresult {
    entry::enter(id::CU_DEVICE_GET_PROPERTIES, || [prop.slot(), dev.slot()], || unsafe { api::device::cu_device_get_properties(prop, dev) })
}

/// `cuDeviceComputeCapability`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuDeviceComputeCapability(major: *mut c_int, minor: *mut c_int, dev: CUdevice) -> CUresult {
    entry::enter(id::CU_DEVICE_COMPUTE_CAPABILITY, || [major.slot(), minor.slot(), dev.slot()], || unsafe { api::device::cu_device_compute_capability(major, minor, dev) })
}

/// `cuDevicePrimaryCtxRetain`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuDevicePrimaryCtxRetain(pctx: *mut CUcontext, dev: CUdevice) -> CUresult {
    entry::enter(id::CU_DEVICE_PRIMARY_CTX_RETAIN, || [pctx.slot(), dev.slot()], || unsafe { api::context::cu_device_primary_ctx_retain(pctx, dev) })
}

/// `cuDevicePrimaryCtxRelease`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuDevicePrimaryCtxRelease(dev: CUdevice) -> CUresult {
    entry::enter(id::CU_DEVICE_PRIMARY_CTX_RELEASE, || [dev.slot()], || unsafe { api::context::cu_device_primary_ctx_release(dev) })
}

/// `cuDevicePrimaryCtxRelease_v2`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuDevicePrimaryCtxRelease_v2(dev: CUdevice) -> CUresult {
    entry::enter(id::CU_DEVICE_PRIMARY_CTX_RELEASE_V2, || [dev.slot()], || unsafe { api::context::cu_device_primary_ctx_release_v2(dev) })
}

/// `cuDevicePrimaryCtxSetFlags`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuDevicePrimaryCtxSetFlags(dev: CUdevice, flags: c_uint) -> CUresult {
    entry::enter(id::CU_DEVICE_PRIMARY_CTX_SET_FLAGS, || [dev.slot(), flags.slot()], || unsafe { api::context::cu_device_primary_ctx_set_flags(dev, flags) })
}

/// `cuDevicePrimaryCtxSetFlags_v2`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuDevicePrimaryCtxSetFlags_v2(dev: CUdevice, flags: c_uint) -> CUresult {
    entry::enter(id::CU_DEVICE_PRIMARY_CTX_SET_FLAGS_V2, || [dev.slot(), flags.slot()], || unsafe { api::context::cu_device_primary_ctx_set_flags_v2(dev, flags) })
}

/// `cuDevicePrimaryCtxGetState`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuDevicePrimaryCtxGetState(dev: CUdevice, flags: *mut c_uint, active: *mut c_int) -> CUresult {
    entry::enter(id::CU_DEVICE_PRIMARY_CTX_GET_STATE, || [dev.slot(), flags.slot(), active.slot()], || unsafe { api::context::cu_device_primary_ctx_get_state(dev, flags, active) })
}

/// `cuDevicePrimaryCtxReset`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuDevicePrimaryCtxReset(dev: CUdevice) -> CUresult {
    entry::enter(id::CU_DEVICE_PRIMARY_CTX_RESET, || [dev.slot()], || unsafe { api::context::cu_device_primary_ctx_reset(dev) })
}

/// `cuDevicePrimaryCtxReset_v2`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuDevicePrimaryCtxReset_v2(dev: CUdevice) -> CUresult {
    entry::enter(id::CU_DEVICE_PRIMARY_CTX_RESET_V2, || [dev.slot()], || unsafe { api::context::cu_device_primary_ctx_reset_v2(dev) })
}

/// `cuDeviceGetExecAffinitySupport`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuDeviceGetExecAffinitySupport(pi: *mut c_int, r#type: CUexecAffinityType, dev: CUdevice) -> CUresult {
    entry::enter(id::CU_DEVICE_GET_EXEC_AFFINITY_SUPPORT, || [pi.slot(), r#type.slot(), dev.slot()], || unsafe { api::device::cu_device_get_exec_affinity_support(pi, r#type, dev) })
}

/// `cuCtxCreate`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuCtxCreate(_: *mut CUcontext, _: c_uint, _: CUdevice) -> CUresult {
    entry::not_supported(id::CU_CTX_CREATE)
}

/// `cuCtxCreate_v2`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuCtxCreate_v2(pctx: *mut CUcontext, flags: c_uint, dev: CUdevice) -> CUresult {
    entry::enter(id::CU_CTX_CREATE_V2, || [pctx.slot(), flags.slot(), dev.slot()], || unsafe { api::context::cu_ctx_create_v2(pctx, flags, dev) })
}

/// `cuCtxCreate_v3`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuCtxCreate_v3(pctx: *mut CUcontext, paramsArray: *mut CUexecAffinityParam, numParams: c_int, flags: c_uint, dev: CUdevice) -> CUresult {
    entry::enter(id::CU_CTX_CREATE_V3, || [pctx.slot(), paramsArray.slot(), numParams.slot(), flags.slot(), dev.slot()], || unsafe { api::context::cu_ctx_create_v3(pctx, paramsArray, numParams, flags, dev) })
}

/// `cuCtxCreate_v4`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuCtxCreate_v4(pctx: *mut CUcontext, ctxCreateParams: *mut CUctxCreateParams, flags: c_uint, dev: CUdevice) -> CUresult {
    entry::enter(id::CU_CTX_CREATE_V4, || [pctx.slot(), ctxCreateParams.slot(), flags.slot(), dev.slot()], || unsafe { api::context::cu_ctx_create_v4(pctx, ctxCreateParams, flags, dev) })
}

/// `cuCtxGetId`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuCtxGetId(ctx: CUcontext, ctxId: *mut c_ulonglong) -> CUresult {
    entry::enter(id::CU_CTX_GET_ID, || [ctx.slot(), ctxId.slot()], || unsafe { api::context::cu_ctx_get_id(ctx, ctxId) })
}

/// `cuCtxDestroy`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuCtxDestroy(_: CUcontext) -> CUresult {
    entry::not_supported(id::CU_CTX_DESTROY)
}

/// `cuCtxDestroy_v2`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuCtxDestroy_v2(ctx: CUcontext) -> CUresult {
    entry::enter(id::CU_CTX_DESTROY_V2, || [ctx.slot()], || unsafe { api::context::cu_ctx_destroy_v2(ctx) })
}

/// `cuCtxPushCurrent`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuCtxPushCurrent(_: CUcontext) -> CUresult {
    entry::not_supported(id::CU_CTX_PUSH_CURRENT)
}

/// `cuCtxPushCurrent_v2`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuCtxPushCurrent_v2(ctx: CUcontext) -> CUresult {
    entry::enter(id::CU_CTX_PUSH_CURRENT_V2, || [ctx.slot()], || unsafe { api::context::cu_ctx_push_current_v2(ctx) })
}

/// `cuCtxPopCurrent`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuCtxPopCurrent(_: *mut CUcontext) -> CUresult {
    entry::not_supported(id::CU_CTX_POP_CURRENT)
}

/// `cuCtxPopCurrent_v2`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuCtxPopCurrent_v2(pctx: *mut CUcontext) -> CUresult {
    entry::enter(id::CU_CTX_POP_CURRENT_V2, || [pctx.slot()], || unsafe { api::context::cu_ctx_pop_current_v2(pctx) })
}

/// `cuCtxSetCurrent`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuCtxSetCurrent(ctx: CUcontext) -> CUresult {
    entry::enter(id::CU_CTX_SET_CURRENT, || [ctx.slot()], || unsafe { api::context::cu_ctx_set_current(ctx) })
}

/// `cuCtxGetCurrent`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuCtxGetCurrent(pctx: *mut CUcontext) -> CUresult {
    entry::enter(id::CU_CTX_GET_CURRENT, || [pctx.slot()], || unsafe { api::context::cu_ctx_get_current(pctx) })
}

/// `cuCtxGetDevice`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuCtxGetDevice(device: *mut CUdevice) -> CUresult {
    entry::enter(id::CU_CTX_GET_DEVICE, || [device.slot()], || unsafe { api::context::cu_ctx_get_device(device) })
}

/// `cuCtxGetDevice_v2`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuCtxGetDevice_v2(device: *mut CUdevice, ctx: CUcontext) -> CUresult {
    entry::enter(id::CU_CTX_GET_DEVICE_V2, || [device.slot(), ctx.slot()], || unsafe { api::context::cu_ctx_get_device_v2(device, ctx) })
}

/// `cuCtxGetFlags`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuCtxGetFlags(flags: *mut c_uint) -> CUresult {
    entry::enter(id::CU_CTX_GET_FLAGS, || [flags.slot()], || unsafe { api::context::cu_ctx_get_flags(flags) })
}

/// `cuCtxSetFlags`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuCtxSetFlags(_: c_uint) -> CUresult {
    entry::not_supported(id::CU_CTX_SET_FLAGS)
}

/// `cuCtxSynchronize`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuCtxSynchronize() -> CUresult {
    entry::enter(id::CU_CTX_SYNCHRONIZE, || [], || unsafe { api::context::cu_ctx_synchronize() })
}

/// `cuCtxSynchronize_v2`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuCtxSynchronize_v2(ctx: CUcontext) -> CUresult {
    entry::enter(id::CU_CTX_SYNCHRONIZE_V2, || [ctx.slot()], || unsafe { api::context::cu_ctx_synchronize_v2(ctx) })
}

/// `cuCtxSetLimit`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuCtxSetLimit(limit: CUlimit, value: usize) -> CUresult {
    entry::enter(id::CU_CTX_SET_LIMIT, || [limit.slot(), value.slot()], || unsafe { api::context::cu_ctx_set_limit(limit, value) })
}

/// `cuCtxGetLimit`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuCtxGetLimit(pvalue: *mut usize, limit: CUlimit) -> CUresult {
    entry::enter(id::CU_CTX_GET_LIMIT, || [pvalue.slot(), limit.slot()], || unsafe { api::context::cu_ctx_get_limit(pvalue, limit) })
}

/// `cuCtxGetCacheConfig`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuCtxGetCacheConfig(pconfig: *mut CUfunc_cache) -> CUresult {
    entry::enter(id::CU_CTX_GET_CACHE_CONFIG, || [pconfig.slot()], || unsafe { api::context::cu_ctx_get_cache_config(pconfig) })
}

/// `cuCtxSetCacheConfig`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuCtxSetCacheConfig(config: CUfunc_cache) -> CUresult {
    entry::enter(id::CU_CTX_SET_CACHE_CONFIG, || [config.slot()], || unsafe { api::context::cu_ctx_set_cache_config(config) })
}

/// `cuCtxGetSharedMemConfig`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuCtxGetSharedMemConfig(pConfig: *mut CUsharedconfig) -> CUresult {
    entry::enter(id::CU_CTX_GET_SHARED_MEM_CONFIG, || [pConfig.slot()], || unsafe { api::context::cu_ctx_get_shared_mem_config(pConfig) })
}

/// `cuCtxSetSharedMemConfig`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuCtxSetSharedMemConfig(_: CUsharedconfig) -> CUresult {
    entry::not_supported(id::CU_CTX_SET_SHARED_MEM_CONFIG)
}

/// `cuCtxGetApiVersion`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuCtxGetApiVersion(ctx: CUcontext, version: *mut c_uint) -> CUresult {
    entry::enter(id::CU_CTX_GET_API_VERSION, || [ctx.slot(), version.slot()], || unsafe { api::context::cu_ctx_get_api_version(ctx, version) })
}

/// `cuCtxGetStreamPriorityRange`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuCtxGetStreamPriorityRange(leastPriority: *mut c_int, greatestPriority: *mut c_int) -> CUresult {
    entry::enter(id::CU_CTX_GET_STREAM_PRIORITY_RANGE, || [leastPriority.slot(), greatestPriority.slot()], || unsafe { api::context::cu_ctx_get_stream_priority_range(leastPriority, greatestPriority) })
}

/// `cuCtxResetPersistingL2Cache`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuCtxResetPersistingL2Cache() -> CUresult {
    entry::enter(id::CU_CTX_RESET_PERSISTING_L2_CACHE, || [], || unsafe { api::context::cu_ctx_reset_persisting_l2_cache() })
}

/// `cuCtxAttach`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuCtxAttach(_: *mut CUcontext, _: c_uint) -> CUresult {
    entry::not_supported(id::CU_CTX_ATTACH)
}

/// `cuCtxDetach`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuCtxDetach(_: CUcontext) -> CUresult {
    entry::not_supported(id::CU_CTX_DETACH)
}

/// `cuCtxGetExecAffinity`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuCtxGetExecAffinity(_: *mut CUexecAffinityParam, _: CUexecAffinityType) -> CUresult {
    entry::not_supported(id::CU_CTX_GET_EXEC_AFFINITY)
}

/// `cuModuleLoad`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuModuleLoad(module: *mut CUmodule, fname: *const c_char) -> CUresult {
    entry::enter(id::CU_MODULE_LOAD, || [module.slot(), fname.slot()], || unsafe { api::module::cu_module_load(module, fname) })
}

/// `cuModuleLoadData`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuModuleLoadData(module: *mut CUmodule, image: *const c_void) -> CUresult {
    entry::enter(id::CU_MODULE_LOAD_DATA, || [module.slot(), image.slot()], || unsafe { api::module::cu_module_load_data(module, image) })
}

/// `cuModuleLoadDataEx`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuModuleLoadDataEx(module: *mut CUmodule, image: *const c_void, numOptions: c_uint, options: *mut CUjit_option, optionValues: *mut *mut c_void) -> CUresult {
    entry::enter(id::CU_MODULE_LOAD_DATA_EX, || [module.slot(), image.slot(), numOptions.slot(), options.slot(), optionValues.slot()], || unsafe { api::module::cu_module_load_data_ex(module, image, numOptions, options, optionValues) })
}

/// `cuModuleLoadFatBinary`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuModuleLoadFatBinary(module: *mut CUmodule, fatCubin: *const c_void) -> CUresult {
    entry::enter(id::CU_MODULE_LOAD_FAT_BINARY, || [module.slot(), fatCubin.slot()], || unsafe { api::module::cu_module_load_fat_binary(module, fatCubin) })
}

/// `cuModuleUnload`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuModuleUnload(hmod: CUmodule) -> CUresult {
    entry::enter(id::CU_MODULE_UNLOAD, || [hmod.slot()], || unsafe { api::module::cu_module_unload(hmod) })
}

/// `cuModuleGetFunction`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuModuleGetFunction(hfunc: *mut CUfunction, hmod: CUmodule, name: *const c_char) -> CUresult {
    entry::enter(id::CU_MODULE_GET_FUNCTION, || [hfunc.slot(), hmod.slot(), name.slot()], || unsafe { api::module::cu_module_get_function(hfunc, hmod, name) })
}

/// `cuModuleGetGlobal`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuModuleGetGlobal(_: *mut CUdeviceptr_v1, _: *mut c_uint, _: CUmodule, _: *const c_char) -> CUresult {
    entry::not_supported(id::CU_MODULE_GET_GLOBAL)
}

/// `cuModuleGetGlobal_v2`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuModuleGetGlobal_v2(dptr: *mut CUdeviceptr, bytes: *mut usize, hmod: CUmodule, name: *const c_char) -> CUresult {
    entry::enter(id::CU_MODULE_GET_GLOBAL_V2, || [dptr.slot(), bytes.slot(), hmod.slot(), name.slot()], || unsafe { api::module::cu_module_get_global_v2(dptr, bytes, hmod, name) })
}

/// `cuModuleGetTexRef`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuModuleGetTexRef(_: *mut CUtexref, _: CUmodule, _: *const c_char) -> CUresult {
    entry::not_supported(id::CU_MODULE_GET_TEX_REF)
}

/// `cuModuleGetSurfRef`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuModuleGetSurfRef(_: *mut CUsurfref, _: CUmodule, _: *const c_char) -> CUresult {
    entry::not_supported(id::CU_MODULE_GET_SURF_REF)
}

/// `cuModuleGetFunctionCount`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuModuleGetFunctionCount(count: *mut c_uint, hmod: CUmodule) -> CUresult {
    entry::enter(id::CU_MODULE_GET_FUNCTION_COUNT, || [count.slot(), hmod.slot()], || unsafe { api::module::cu_module_get_function_count(count, hmod) })
}

/// `cuModuleEnumerateFunctions`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuModuleEnumerateFunctions(functions: *mut CUfunction, numFunctions: c_uint, r#mod: CUmodule) -> CUresult {
    entry::enter(id::CU_MODULE_ENUMERATE_FUNCTIONS, || [functions.slot(), numFunctions.slot(), r#mod.slot()], || unsafe { api::module::cu_module_enumerate_functions(functions, numFunctions, r#mod) })
}

/// `cuLinkCreate`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuLinkCreate(numOptions: c_uint, options: *mut CUjit_option, optionValues: *mut *mut c_void, stateOut: *mut CUlinkState) -> CUresult {
    entry::enter(id::CU_LINK_CREATE, || [numOptions.slot(), options.slot(), optionValues.slot(), stateOut.slot()], || unsafe { api::link::cu_link_create(numOptions, options, optionValues, stateOut) })
}

/// `cuLinkCreate_v2`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuLinkCreate_v2(numOptions: c_uint, options: *mut CUjit_option, optionValues: *mut *mut c_void, stateOut: *mut CUlinkState) -> CUresult {
    entry::enter(id::CU_LINK_CREATE_V2, || [numOptions.slot(), options.slot(), optionValues.slot(), stateOut.slot()], || unsafe { api::link::cu_link_create_v2(numOptions, options, optionValues, stateOut) })
}

/// `cuLinkAddData`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuLinkAddData(state: CUlinkState, r#type: CUjitInputType, data: *mut c_void, size: usize, name: *const c_char, numOptions: c_uint, options: *mut CUjit_option, optionValues: *mut *mut c_void) -> CUresult {
    entry::enter(id::CU_LINK_ADD_DATA, || [state.slot(), r#type.slot(), data.slot(), size.slot(), name.slot(), numOptions.slot(), options.slot(), optionValues.slot()], || unsafe { api::link::cu_link_add_data(state, r#type, data, size, name, numOptions, options, optionValues) })
}

/// `cuLinkAddData_v2`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuLinkAddData_v2(state: CUlinkState, r#type: CUjitInputType, data: *mut c_void, size: usize, name: *const c_char, numOptions: c_uint, options: *mut CUjit_option, optionValues: *mut *mut c_void) -> CUresult {
    entry::enter(id::CU_LINK_ADD_DATA_V2, || [state.slot(), r#type.slot(), data.slot(), size.slot(), name.slot(), numOptions.slot(), options.slot(), optionValues.slot()], || unsafe { api::link::cu_link_add_data_v2(state, r#type, data, size, name, numOptions, options, optionValues) })
}

/// `cuLinkAddFile`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuLinkAddFile(state: CUlinkState, r#type: CUjitInputType, path: *const c_char, numOptions: c_uint, options: *mut CUjit_option, optionValues: *mut *mut c_void) -> CUresult {
    entry::enter(id::CU_LINK_ADD_FILE, || [state.slot(), r#type.slot(), path.slot(), numOptions.slot(), options.slot(), optionValues.slot()], || unsafe { api::link::cu_link_add_file(state, r#type, path, numOptions, options, optionValues) })
}

/// `cuLinkAddFile_v2`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuLinkAddFile_v2(state: CUlinkState, r#type: CUjitInputType, path: *const c_char, numOptions: c_uint, options: *mut CUjit_option, optionValues: *mut *mut c_void) -> CUresult {
    entry::enter(id::CU_LINK_ADD_FILE_V2, || [state.slot(), r#type.slot(), path.slot(), numOptions.slot(), options.slot(), optionValues.slot()], || unsafe { api::link::cu_link_add_file_v2(state, r#type, path, numOptions, options, optionValues) })
}

/// `cuLinkComplete`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuLinkComplete(state: CUlinkState, cubinOut: *mut *mut c_void, sizeOut: *mut usize) -> CUresult {
    entry::enter(id::CU_LINK_COMPLETE, || [state.slot(), cubinOut.slot(), sizeOut.slot()], || unsafe { api::link::cu_link_complete(state, cubinOut, sizeOut) })
}

/// `cuLinkDestroy`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuLinkDestroy(state: CUlinkState) -> CUresult {
    entry::enter(id::CU_LINK_DESTROY, || [state.slot()], || unsafe { api::link::cu_link_destroy(state) })
}

/// `cuMemGetInfo`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemGetInfo(_: *mut c_uint, _: *mut c_uint) -> CUresult {
    entry::not_supported(id::CU_MEM_GET_INFO)
}

/// `cuMemGetInfo_v2`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemGetInfo_v2(free: *mut usize, total: *mut usize) -> CUresult {
    entry::enter(id::CU_MEM_GET_INFO_V2, || [free.slot(), total.slot()], || unsafe { api::memory::cu_mem_get_info_v2(free, total) })
}

/// `cuMemAlloc`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemAlloc(_: *mut CUdeviceptr_v1, _: c_uint) -> CUresult {
    entry::not_supported(id::CU_MEM_ALLOC)
}

/// `cuMemAlloc_v2`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemAlloc_v2(dptr: *mut CUdeviceptr, bytesize: usize) -> CUresult {
    entry::enter(id::CU_MEM_ALLOC_V2, || [dptr.slot(), bytesize.slot()], || unsafe { api::memory::cu_mem_alloc_v2(dptr, bytesize) })
}

/// `cuMemAllocPitch`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemAllocPitch(_: *mut CUdeviceptr_v1, _: *mut c_uint, _: c_uint, _: c_uint, _: c_uint) -> CUresult {
    entry::not_supported(id::CU_MEM_ALLOC_PITCH)
}

/// `cuMemAllocPitch_v2`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemAllocPitch_v2(dptr: *mut CUdeviceptr, pPitch: *mut usize, WidthInBytes: usize, Height: usize, ElementSizeBytes: c_uint) -> CUresult {
    entry::enter(id::CU_MEM_ALLOC_PITCH_V2, || [dptr.slot(), pPitch.slot(), WidthInBytes.slot(), Height.slot(), ElementSizeBytes.slot()], || unsafe { api::memory::cu_mem_alloc_pitch_v2(dptr, pPitch, WidthInBytes, Height, ElementSizeBytes) })
}

/// `cuMemFree`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemFree(_: CUdeviceptr_v1) -> CUresult {
    entry::not_supported(id::CU_MEM_FREE)
}

/// `cuMemFree_v2`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemFree_v2(dptr: CUdeviceptr) -> CUresult {
    entry::enter(id::CU_MEM_FREE_V2, || [dptr.slot()], || unsafe { api::memory::cu_mem_free_v2(dptr) })
}

/// `cuMemGetAddressRange`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemGetAddressRange(_: *mut CUdeviceptr_v1, _: *mut c_uint, _: CUdeviceptr_v1) -> CUresult {
    entry::not_supported(id::CU_MEM_GET_ADDRESS_RANGE)
}

/// `cuMemGetAddressRange_v2`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemGetAddressRange_v2(pbase: *mut CUdeviceptr, psize: *mut usize, dptr: CUdeviceptr) -> CUresult {
    entry::enter(id::CU_MEM_GET_ADDRESS_RANGE_V2, || [pbase.slot(), psize.slot(), dptr.slot()], || unsafe { api::pointer::cu_mem_get_address_range_v2(pbase, psize, dptr) })
}

/// `cuMemAllocHost`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemAllocHost(_: *mut *mut c_void, _: c_uint) -> CUresult {
    entry::not_supported(id::CU_MEM_ALLOC_HOST)
}

/// `cuMemAllocHost_v2`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemAllocHost_v2(pp: *mut *mut c_void, bytesize: usize) -> CUresult {
    entry::enter(id::CU_MEM_ALLOC_HOST_V2, || [pp.slot(), bytesize.slot()], || unsafe { api::host::cu_mem_alloc_host_v2(pp, bytesize) })
}

/// `cuMemFreeHost`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemFreeHost(p: *mut c_void) -> CUresult {
    entry::enter(id::CU_MEM_FREE_HOST, || [p.slot()], || unsafe { api::host::cu_mem_free_host(p) })
}

/// `cuMemHostAlloc`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemHostAlloc(pp: *mut *mut c_void, bytesize: usize, Flags: c_uint) -> CUresult {
    entry::enter(id::CU_MEM_HOST_ALLOC, || [pp.slot(), bytesize.slot(), Flags.slot()], || unsafe { api::host::cu_mem_host_alloc(pp, bytesize, Flags) })
}

/// `cuMemHostGetDevicePointer`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemHostGetDevicePointer(_: *mut CUdeviceptr_v1, _: *mut c_void, _: c_uint) -> CUresult {
    entry::not_supported(id::CU_MEM_HOST_GET_DEVICE_POINTER)
}

/// `cuMemHostGetDevicePointer_v2`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemHostGetDevicePointer_v2(pdptr: *mut CUdeviceptr, p: *mut c_void, Flags: c_uint) -> CUresult {
    entry::enter(id::CU_MEM_HOST_GET_DEVICE_POINTER_V2, || [pdptr.slot(), p.slot(), Flags.slot()], || unsafe { api::host::cu_mem_host_get_device_pointer_v2(pdptr, p, Flags) })
}

/// `cuMemHostGetFlags`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemHostGetFlags(pFlags: *mut c_uint, p: *mut c_void) -> CUresult {
    entry::enter(id::CU_MEM_HOST_GET_FLAGS, || [pFlags.slot(), p.slot()], || unsafe { api::host::cu_mem_host_get_flags(pFlags, p) })
}

/// `cuMemAllocManaged`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemAllocManaged(dptr: *mut CUdeviceptr, bytesize: usize, flags: c_uint) -> CUresult {
    entry::enter(id::CU_MEM_ALLOC_MANAGED, || [dptr.slot(), bytesize.slot(), flags.slot()], || unsafe { api::memory::cu_mem_alloc_managed(dptr, bytesize, flags) })
}

/// `cuDeviceGetByPCIBusId`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuDeviceGetByPCIBusId(dev: *mut CUdevice, pciBusId: *const c_char) -> CUresult {
    entry::enter(id::CU_DEVICE_GET_BY_PCI_BUS_ID, || [dev.slot(), pciBusId.slot()], || unsafe { api::device::cu_device_get_by_pci_bus_id(dev, pciBusId) })
}

/// `cuDeviceGetPCIBusId`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuDeviceGetPCIBusId(pciBusId: *mut c_char, len: c_int, dev: CUdevice) -> CUresult {
    entry::enter(id::CU_DEVICE_GET_PCI_BUS_ID, || [pciBusId.slot(), len.slot(), dev.slot()], || unsafe { api::device::cu_device_get_pci_bus_id(pciBusId, len, dev) })
}

/// `cuIpcGetEventHandle`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuIpcGetEventHandle(pHandle: *mut CUipcEventHandle_v1, event: CUevent) -> CUresult {
    entry::enter(id::CU_IPC_GET_EVENT_HANDLE, || [pHandle.slot(), event.slot()], || unsafe { api::ipc::cu_ipc_get_event_handle(pHandle, event) })
}

/// `cuIpcOpenEventHandle`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuIpcOpenEventHandle(phEvent: *mut CUevent, handle: CUipcEventHandle_v1) -> CUresult {
    entry::enter(id::CU_IPC_OPEN_EVENT_HANDLE, || [phEvent.slot(), 0], || unsafe { api::ipc::cu_ipc_open_event_handle(phEvent, handle) })
}

/// `cuIpcGetMemHandle`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuIpcGetMemHandle(pHandle: *mut CUipcMemHandle_v1, dptr: CUdeviceptr) -> CUresult {
    entry::enter(id::CU_IPC_GET_MEM_HANDLE, || [pHandle.slot(), dptr.slot()], || unsafe { api::ipc::cu_ipc_get_mem_handle(pHandle, dptr) })
}

/// `cuIpcOpenMemHandle`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuIpcOpenMemHandle(pdptr: *mut CUdeviceptr, handle: CUipcMemHandle_v1, Flags: c_uint) -> CUresult {
    entry::enter(id::CU_IPC_OPEN_MEM_HANDLE, || [pdptr.slot(), 0, Flags.slot()], || unsafe { api::ipc::cu_ipc_open_mem_handle(pdptr, handle, Flags) })
}

/// `cuIpcOpenMemHandle_v2`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuIpcOpenMemHandle_v2(pdptr: *mut CUdeviceptr, handle: CUipcMemHandle_v1, Flags: c_uint) -> CUresult {
    entry::enter(id::CU_IPC_OPEN_MEM_HANDLE_V2, || [pdptr.slot(), 0, Flags.slot()], || unsafe { api::ipc::cu_ipc_open_mem_handle_v2(pdptr, handle, Flags) })
}

/// `cuIpcCloseMemHandle`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuIpcCloseMemHandle(dptr: CUdeviceptr) -> CUresult {
    entry::enter(id::CU_IPC_CLOSE_MEM_HANDLE, || [dptr.slot()], || unsafe { api::ipc::cu_ipc_close_mem_handle(dptr) })
}

/// `cuMemHostRegister`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemHostRegister(_: *mut c_void, _: usize, _: c_uint) -> CUresult {
    entry::not_supported(id::CU_MEM_HOST_REGISTER)
}

/// `cuMemHostRegister_v2`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemHostRegister_v2(p: *mut c_void, bytesize: usize, Flags: c_uint) -> CUresult {
    entry::enter(id::CU_MEM_HOST_REGISTER_V2, || [p.slot(), bytesize.slot(), Flags.slot()], || unsafe { api::host::cu_mem_host_register_v2(p, bytesize, Flags) })
}

/// `cuMemHostUnregister`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemHostUnregister(p: *mut c_void) -> CUresult {
    entry::enter(id::CU_MEM_HOST_UNREGISTER, || [p.slot()], || unsafe { api::host::cu_mem_host_unregister(p) })
}

/// `cuMemcpy`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemcpy(dst: CUdeviceptr, src: CUdeviceptr, ByteCount: usize) -> CUresult {
    entry::enter(id::CU_MEMCPY, || [dst.slot(), src.slot(), ByteCount.slot()], || unsafe { api::memory::cu_memcpy(dst, src, ByteCount, CU_STREAM_LEGACY) })
}

/// `cuMemcpy_ptds`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemcpy_ptds(dst: CUdeviceptr, src: CUdeviceptr, ByteCount: usize) -> CUresult {
    entry::enter(id::CU_MEMCPY | PER_THREAD, || [dst.slot(), src.slot(), ByteCount.slot()], || unsafe { api::memory::cu_memcpy(dst, src, ByteCount, CU_STREAM_PER_THREAD) })
}

/// `cuMemcpyPeer`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemcpyPeer(_: CUdeviceptr, _: CUcontext, _: CUdeviceptr, _: CUcontext, _: usize) -> CUresult {
    entry::not_supported(id::CU_MEMCPY_PEER)
}

/// `cuMemcpyPeer_ptds`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemcpyPeer_ptds(_: CUdeviceptr, _: CUcontext, _: CUdeviceptr, _: CUcontext, _: usize) -> CUresult {
    entry::not_supported(id::CU_MEMCPY_PEER | PER_THREAD)
}

/// `cuMemcpyHtoD`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemcpyHtoD(_: CUdeviceptr_v1, _: *const c_void, _: c_uint) -> CUresult {
    entry::not_supported(id::CU_MEMCPY_HTOD)
}

/// `cuMemcpyHtoD_v2`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemcpyHtoD_v2(dstDevice: CUdeviceptr, srcHost: *const c_void, ByteCount: usize) -> CUresult {
    entry::enter(id::CU_MEMCPY_HTOD_V2, || [dstDevice.slot(), srcHost.slot(), ByteCount.slot()], || unsafe { api::memory::cu_memcpy_htod_v2(dstDevice, srcHost, ByteCount, CU_STREAM_LEGACY) })
}

/// `cuMemcpyHtoD_v2_ptds`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemcpyHtoD_v2_ptds(dstDevice: CUdeviceptr, srcHost: *const c_void, ByteCount: usize) -> CUresult {
    entry::enter(id::CU_MEMCPY_HTOD_V2 | PER_THREAD, || [dstDevice.slot(), srcHost.slot(), ByteCount.slot()], || unsafe { api::memory::cu_memcpy_htod_v2(dstDevice, srcHost, ByteCount, CU_STREAM_PER_THREAD) })
}

/// `cuMemcpyDtoH`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemcpyDtoH(_: *mut c_void, _: CUdeviceptr_v1, _: c_uint) -> CUresult {
    entry::not_supported(id::CU_MEMCPY_DTOH)
}

/// `cuMemcpyDtoH_v2`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemcpyDtoH_v2(dstHost: *mut c_void, srcDevice: CUdeviceptr, ByteCount: usize) -> CUresult {
    entry::enter(id::CU_MEMCPY_DTOH_V2, || [dstHost.slot(), srcDevice.slot(), ByteCount.slot()], || unsafe { api::memory::cu_memcpy_dtoh_v2(dstHost, srcDevice, ByteCount, CU_STREAM_LEGACY) })
}

/// `cuMemcpyDtoH_v2_ptds`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemcpyDtoH_v2_ptds(dstHost: *mut c_void, srcDevice: CUdeviceptr, ByteCount: usize) -> CUresult {
    entry::enter(id::CU_MEMCPY_DTOH_V2 | PER_THREAD, || [dstHost.slot(), srcDevice.slot(), ByteCount.slot()], || unsafe { api::memory::cu_memcpy_dtoh_v2(dstHost, srcDevice, ByteCount, CU_STREAM_PER_THREAD) })
}

/// `cuMemcpyDtoD`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemcpyDtoD(_: CUdeviceptr_v1, _: CUdeviceptr_v1, _: c_uint) -> CUresult {
    entry::not_supported(id::CU_MEMCPY_DTOD)
}

/// `cuMemcpyDtoD_v2`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemcpyDtoD_v2(dstDevice: CUdeviceptr, srcDevice: CUdeviceptr, ByteCount: usize) -> CUresult {
    entry::enter(id::CU_MEMCPY_DTOD_V2, || [dstDevice.slot(), srcDevice.slot(), ByteCount.slot()], || unsafe { api::memory::cu_memcpy_dtod_v2(dstDevice, srcDevice, ByteCount, CU_STREAM_LEGACY) })
}

/// `cuMemcpyDtoD_v2_ptds`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemcpyDtoD_v2_ptds(dstDevice: CUdeviceptr, srcDevice: CUdeviceptr, ByteCount: usize) -> CUresult {
    entry::enter(id::CU_MEMCPY_DTOD_V2 | PER_THREAD, || [dstDevice.slot(), srcDevice.slot(), ByteCount.slot()], || unsafe { api::memory::cu_memcpy_dtod_v2(dstDevice, srcDevice, ByteCount, CU_STREAM_PER_THREAD) })
}

/// `cuMemcpyDtoA`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemcpyDtoA(_: CUarray, _: c_uint, _: CUdeviceptr_v1, _: c_uint) -> CUresult {
    entry::not_supported(id::CU_MEMCPY_DTOA)
}

/// `cuMemcpyDtoA_v2`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemcpyDtoA_v2(dstArray: CUarray, dstOffset: usize, srcDevice: CUdeviceptr, ByteCount: usize) -> CUresult {
    entry::enter(id::CU_MEMCPY_DTOA_V2, || [dstArray.slot(), dstOffset.slot(), srcDevice.slot(), ByteCount.slot()], || unsafe { api::memory::cu_memcpy_dtoa_v2(dstArray, dstOffset, srcDevice, ByteCount, CU_STREAM_LEGACY) })
}

/// `cuMemcpyDtoA_v2_ptds`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemcpyDtoA_v2_ptds(dstArray: CUarray, dstOffset: usize, srcDevice: CUdeviceptr, ByteCount: usize) -> CUresult {
    entry::enter(id::CU_MEMCPY_DTOA_V2 | PER_THREAD, || [dstArray.slot(), dstOffset.slot(), srcDevice.slot(), ByteCount.slot()], || unsafe { api::memory::cu_memcpy_dtoa_v2(dstArray, dstOffset, srcDevice, ByteCount, CU_STREAM_PER_THREAD) })
}

/// `cuMemcpyAtoD`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemcpyAtoD(_: CUdeviceptr_v1, _: CUarray, _: c_uint, _: c_uint) -> CUresult {
    entry::not_supported(id::CU_MEMCPY_ATOD)
}

/// `cuMemcpyAtoD_v2`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemcpyAtoD_v2(dstDevice: CUdeviceptr, srcArray: CUarray, srcOffset: usize, ByteCount: usize) -> CUresult {
    entry::enter(id::CU_MEMCPY_ATOD_V2, || [dstDevice.slot(), srcArray.slot(), srcOffset.slot(), ByteCount.slot()], || unsafe { api::memory::cu_memcpy_atod_v2(dstDevice, srcArray, srcOffset, ByteCount, CU_STREAM_LEGACY) })
}

/// `cuMemcpyAtoD_v2_ptds`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemcpyAtoD_v2_ptds(dstDevice: CUdeviceptr, srcArray: CUarray, srcOffset: usize, ByteCount: usize) -> CUresult {
    entry::enter(id::CU_MEMCPY_ATOD_V2 | PER_THREAD, || [dstDevice.slot(), srcArray.slot(), srcOffset.slot(), ByteCount.slot()], || unsafe { api::memory::cu_memcpy_atod_v2(dstDevice, srcArray, srcOffset, ByteCount, CU_STREAM_PER_THREAD) })
}

/// `cuMemcpyHtoA`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemcpyHtoA(_: CUarray, _: c_uint, _: *const c_void, _: c_uint) -> CUresult {
    entry::not_supported(id::CU_MEMCPY_HTOA)
}

/// `cuMemcpyHtoA_v2`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemcpyHtoA_v2(dstArray: CUarray, dstOffset: usize, srcHost: *const c_void, ByteCount: usize) -> CUresult {
    entry::enter(id::CU_MEMCPY_HTOA_V2, || [dstArray.slot(), dstOffset.slot(), srcHost.slot(), ByteCount.slot()], || unsafe { api::memory::cu_memcpy_htoa_v2(dstArray, dstOffset, srcHost, ByteCount, CU_STREAM_LEGACY) })
}

/// `cuMemcpyHtoA_v2_ptds`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemcpyHtoA_v2_ptds(dstArray: CUarray, dstOffset: usize, srcHost: *const c_void, ByteCount: usize) -> CUresult {
    entry::enter(id::CU_MEMCPY_HTOA_V2 | PER_THREAD, || [dstArray.slot(), dstOffset.slot(), srcHost.slot(), ByteCount.slot()], || unsafe { api::memory::cu_memcpy_htoa_v2(dstArray, dstOffset, srcHost, ByteCount, CU_STREAM_PER_THREAD) })
}

/// `cuMemcpyAtoH`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemcpyAtoH(_: *mut c_void, _: CUarray, _: c_uint, _: c_uint) -> CUresult {
    entry::not_supported(id::CU_MEMCPY_ATOH)
}

/// `cuMemcpyAtoH_v2`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemcpyAtoH_v2(dstHost: *mut c_void, srcArray: CUarray, srcOffset: usize, ByteCount: usize) -> CUresult {
    entry::enter(id::CU_MEMCPY_ATOH_V2, || [dstHost.slot(), srcArray.slot(), srcOffset.slot(), ByteCount.slot()], || unsafe { api::memory::cu_memcpy_atoh_v2(dstHost, srcArray, srcOffset, ByteCount, CU_STREAM_LEGACY) })
}

/// `cuMemcpyAtoH_v2_ptds`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemcpyAtoH_v2_ptds(dstHost: *mut c_void, srcArray: CUarray, srcOffset: usize, ByteCount: usize) -> CUresult {
    entry::enter(id::CU_MEMCPY_ATOH_V2 | PER_THREAD, || [dstHost.slot(), srcArray.slot(), srcOffset.slot(), ByteCount.slot()], || unsafe { api::memory::cu_memcpy_atoh_v2(dstHost, srcArray, srcOffset, ByteCount, CU_STREAM_PER_THREAD) })
}

/// `cuMemcpyAtoA`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemcpyAtoA(_: CUarray, _: c_uint, _: CUarray, _: c_uint, _: c_uint) -> CUresult {
    entry::not_supported(id::CU_MEMCPY_ATOA)
}

/// `cuMemcpyAtoA_v2`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemcpyAtoA_v2(dstArray: CUarray, dstOffset: usize, srcArray: CUarray, srcOffset: usize, ByteCount: usize) -> CUresult {
    entry::enter(id::CU_MEMCPY_ATOA_V2, || [dstArray.slot(), dstOffset.slot(), srcArray.slot(), srcOffset.slot(), ByteCount.slot()], || unsafe { api::memory::cu_memcpy_atoa_v2(dstArray, dstOffset, srcArray, srcOffset, ByteCount, CU_STREAM_LEGACY) })
}

/// `cuMemcpyAtoA_v2_ptds`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemcpyAtoA_v2_ptds(dstArray: CUarray, dstOffset: usize, srcArray: CUarray, srcOffset: usize, ByteCount: usize) -> CUresult {
    entry::enter(id::CU_MEMCPY_ATOA_V2 | PER_THREAD, || [dstArray.slot(), dstOffset.slot(), srcArray.slot(), srcOffset.slot(), ByteCount.slot()], || unsafe { api::memory::cu_memcpy_atoa_v2(dstArray, dstOffset, srcArray, srcOffset, ByteCount, CU_STREAM_PER_THREAD) })
}

/// `cuMemcpy2D`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemcpy2D(_: *const c_void) -> CUresult {
    entry::not_supported(id::CU_MEMCPY2D)
}

/// `cuMemcpy2D_v2`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemcpy2D_v2(pCopy: *const CUDA_MEMCPY2D_v2) -> CUresult {
    entry::enter(id::CU_MEMCPY2D_V2, || [pCopy.slot()], || unsafe { api::memory::cu_memcpy2d_v2(pCopy, CU_STREAM_LEGACY) })
}

/// `cuMemcpy2D_v2_ptds`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemcpy2D_v2_ptds(pCopy: *const CUDA_MEMCPY2D_v2) -> CUresult {
    entry::enter(id::CU_MEMCPY2D_V2 | PER_THREAD, || [pCopy.slot()], || unsafe { api::memory::cu_memcpy2d_v2(pCopy, CU_STREAM_PER_THREAD) })
}

/// `cuMemcpy2DUnaligned`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemcpy2DUnaligned(_: *const c_void) -> CUresult {
    entry::not_supported(id::CU_MEMCPY2D_UNALIGNED)
}

/// `cuMemcpy2DUnaligned_v2`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemcpy2DUnaligned_v2(pCopy: *const CUDA_MEMCPY2D_v2) -> CUresult {
    entry::enter(id::CU_MEMCPY2D_UNALIGNED_V2, || [pCopy.slot()], || unsafe { api::memory::cu_memcpy2d_unaligned_v2(pCopy, CU_STREAM_LEGACY) })
}

/// `cuMemcpy2DUnaligned_v2_ptds`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemcpy2DUnaligned_v2_ptds(pCopy: *const CUDA_MEMCPY2D_v2) -> CUresult {
    entry::enter(id::CU_MEMCPY2D_UNALIGNED_V2 | PER_THREAD, || [pCopy.slot()], || unsafe { api::memory::cu_memcpy2d_unaligned_v2(pCopy, CU_STREAM_PER_THREAD) })
}

/// `cuMemcpy3D`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemcpy3D(_: *const c_void) -> CUresult {
    entry::not_supported(id::CU_MEMCPY3D)
}

/// `cuMemcpy3D_v2`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemcpy3D_v2(pCopy: *const CUDA_MEMCPY3D_v2) -> CUresult {
    entry::enter(id::CU_MEMCPY3D_V2, || [pCopy.slot()], || unsafe { api::memory::cu_memcpy3d_v2(pCopy, CU_STREAM_LEGACY) })
}

/// `cuMemcpy3D_v2_ptds`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemcpy3D_v2_ptds(pCopy: *const CUDA_MEMCPY3D_v2) -> CUresult {
    entry::enter(id::CU_MEMCPY3D_V2 | PER_THREAD, || [pCopy.slot()], || unsafe { api::memory::cu_memcpy3d_v2(pCopy, CU_STREAM_PER_THREAD) })
}

/// `cuMemcpy3DPeer`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemcpy3DPeer(_: *const CUDA_MEMCPY3D_PEER_v1) -> CUresult {
    entry::not_supported(id::CU_MEMCPY3D_PEER)
}

/// `cuMemcpy3DPeer_ptds`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemcpy3DPeer_ptds(_: *const CUDA_MEMCPY3D_PEER_v1) -> CUresult {
    entry::not_supported(id::CU_MEMCPY3D_PEER | PER_THREAD)
}

/// `cuMemcpyAsync`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemcpyAsync(dst: CUdeviceptr, src: CUdeviceptr, ByteCount: usize, hStream: CUstream) -> CUresult {
    entry::enter(id::CU_MEMCPY_ASYNC, || [dst.slot(), src.slot(), ByteCount.slot(), hStream.slot()], || unsafe { api::memory::cu_memcpy_async(dst, src, ByteCount, entry::stream_legacy(hStream)) })
}

/// `cuMemcpyAsync_ptsz`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemcpyAsync_ptsz(dst: CUdeviceptr, src: CUdeviceptr, ByteCount: usize, hStream: CUstream) -> CUresult {
    entry::enter(id::CU_MEMCPY_ASYNC | PER_THREAD, || [dst.slot(), src.slot(), ByteCount.slot(), hStream.slot()], || unsafe { api::memory::cu_memcpy_async(dst, src, ByteCount, entry::stream_per_thread(hStream)) })
}

/// `cuMemcpyPeerAsync`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemcpyPeerAsync(_: CUdeviceptr, _: CUcontext, _: CUdeviceptr, _: CUcontext, _: usize, _: CUstream) -> CUresult {
    entry::not_supported(id::CU_MEMCPY_PEER_ASYNC)
}

/// `cuMemcpyPeerAsync_ptsz`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemcpyPeerAsync_ptsz(_: CUdeviceptr, _: CUcontext, _: CUdeviceptr, _: CUcontext, _: usize, _: CUstream) -> CUresult {
    entry::not_supported(id::CU_MEMCPY_PEER_ASYNC | PER_THREAD)
}

/// `cuMemcpyHtoDAsync`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemcpyHtoDAsync(_: CUdeviceptr_v1, _: *const c_void, _: c_uint, _: CUstream) -> CUresult {
    entry::not_supported(id::CU_MEMCPY_HTOD_ASYNC)
}

/// `cuMemcpyHtoDAsync_v2`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemcpyHtoDAsync_v2(dstDevice: CUdeviceptr, srcHost: *const c_void, ByteCount: usize, hStream: CUstream) -> CUresult {
    entry::enter(id::CU_MEMCPY_HTOD_ASYNC_V2, || [dstDevice.slot(), srcHost.slot(), ByteCount.slot(), hStream.slot()], || unsafe { api::memory::cu_memcpy_htod_async_v2(dstDevice, srcHost, ByteCount, entry::stream_legacy(hStream)) })
}

/// `cuMemcpyHtoDAsync_v2_ptsz`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemcpyHtoDAsync_v2_ptsz(dstDevice: CUdeviceptr, srcHost: *const c_void, ByteCount: usize, hStream: CUstream) -> CUresult {
    entry::enter(id::CU_MEMCPY_HTOD_ASYNC_V2 | PER_THREAD, || [dstDevice.slot(), srcHost.slot(), ByteCount.slot(), hStream.slot()], || unsafe { api::memory::cu_memcpy_htod_async_v2(dstDevice, srcHost, ByteCount, entry::stream_per_thread(hStream)) })
}

/// `cuMemcpyDtoHAsync`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemcpyDtoHAsync(_: *mut c_void, _: CUdeviceptr_v1, _: c_uint, _: CUstream) -> CUresult {
    entry::not_supported(id::CU_MEMCPY_DTOH_ASYNC)
}

/// `cuMemcpyDtoHAsync_v2`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemcpyDtoHAsync_v2(dstHost: *mut c_void, srcDevice: CUdeviceptr, ByteCount: usize, hStream: CUstream) -> CUresult {
    entry::enter(id::CU_MEMCPY_DTOH_ASYNC_V2, || [dstHost.slot(), srcDevice.slot(), ByteCount.slot(), hStream.slot()], || unsafe { api::memory::cu_memcpy_dtoh_async_v2(dstHost, srcDevice, ByteCount, entry::stream_legacy(hStream)) })
}

/// `cuMemcpyDtoHAsync_v2_ptsz`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemcpyDtoHAsync_v2_ptsz(dstHost: *mut c_void, srcDevice: CUdeviceptr, ByteCount: usize, hStream: CUstream) -> CUresult {
    entry::enter(id::CU_MEMCPY_DTOH_ASYNC_V2 | PER_THREAD, || [dstHost.slot(), srcDevice.slot(), ByteCount.slot(), hStream.slot()], || unsafe { api::memory::cu_memcpy_dtoh_async_v2(dstHost, srcDevice, ByteCount, entry::stream_per_thread(hStream)) })
}

/// `cuMemcpyDtoDAsync`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemcpyDtoDAsync(_: CUdeviceptr_v1, _: CUdeviceptr_v1, _: c_uint, _: CUstream) -> CUresult {
    entry::not_supported(id::CU_MEMCPY_DTOD_ASYNC)
}

/// `cuMemcpyDtoDAsync_v2`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemcpyDtoDAsync_v2(dstDevice: CUdeviceptr, srcDevice: CUdeviceptr, ByteCount: usize, hStream: CUstream) -> CUresult {
    entry::enter(id::CU_MEMCPY_DTOD_ASYNC_V2, || [dstDevice.slot(), srcDevice.slot(), ByteCount.slot(), hStream.slot()], || unsafe { api::memory::cu_memcpy_dtod_async_v2(dstDevice, srcDevice, ByteCount, entry::stream_legacy(hStream)) })
}

/// `cuMemcpyDtoDAsync_v2_ptsz`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemcpyDtoDAsync_v2_ptsz(dstDevice: CUdeviceptr, srcDevice: CUdeviceptr, ByteCount: usize, hStream: CUstream) -> CUresult {
    entry::enter(id::CU_MEMCPY_DTOD_ASYNC_V2 | PER_THREAD, || [dstDevice.slot(), srcDevice.slot(), ByteCount.slot(), hStream.slot()], || unsafe { api::memory::cu_memcpy_dtod_async_v2(dstDevice, srcDevice, ByteCount, entry::stream_per_thread(hStream)) })
}

/// `cuMemcpyHtoAAsync`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemcpyHtoAAsync(_: CUarray, _: c_uint, _: *const c_void, _: c_uint, _: CUstream) -> CUresult {
    entry::not_supported(id::CU_MEMCPY_HTOA_ASYNC)
}

/// `cuMemcpyHtoAAsync_v2`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemcpyHtoAAsync_v2(dstArray: CUarray, dstOffset: usize, srcHost: *const c_void, ByteCount: usize, hStream: CUstream) -> CUresult {
    entry::enter(id::CU_MEMCPY_HTOA_ASYNC_V2, || [dstArray.slot(), dstOffset.slot(), srcHost.slot(), ByteCount.slot(), hStream.slot()], || unsafe { api::memory::cu_memcpy_htoa_async_v2(dstArray, dstOffset, srcHost, ByteCount, entry::stream_legacy(hStream)) })
}

/// `cuMemcpyHtoAAsync_v2_ptsz`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemcpyHtoAAsync_v2_ptsz(dstArray: CUarray, dstOffset: usize, srcHost: *const c_void, ByteCount: usize, hStream: CUstream) -> CUresult {
    entry::enter(id::CU_MEMCPY_HTOA_ASYNC_V2 | PER_THREAD, || [dstArray.slot(), dstOffset.slot(), srcHost.slot(), ByteCount.slot(), hStream.slot()], || unsafe { api::memory::cu_memcpy_htoa_async_v2(dstArray, dstOffset, srcHost, ByteCount, entry::stream_per_thread(hStream)) })
}

/// `cuMemcpyAtoHAsync`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemcpyAtoHAsync(_: *mut c_void, _: CUarray, _: c_uint, _: c_uint, _: CUstream) -> CUresult {
    entry::not_supported(id::CU_MEMCPY_ATOH_ASYNC)
}

/// `cuMemcpyAtoHAsync_v2`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemcpyAtoHAsync_v2(dstHost: *mut c_void, srcArray: CUarray, srcOffset: usize, ByteCount: usize, hStream: CUstream) -> CUresult {
    entry::enter(id::CU_MEMCPY_ATOH_ASYNC_V2, || [dstHost.slot(), srcArray.slot(), srcOffset.slot(), ByteCount.slot(), hStream.slot()], || unsafe { api::memory::cu_memcpy_atoh_async_v2(dstHost, srcArray, srcOffset, ByteCount, entry::stream_legacy(hStream)) })
}

/// `cuMemcpyAtoHAsync_v2_ptsz`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemcpyAtoHAsync_v2_ptsz(dstHost: *mut c_void, srcArray: CUarray, srcOffset: usize, ByteCount: usize, hStream: CUstream) -> CUresult {
    entry::enter(id::CU_MEMCPY_ATOH_ASYNC_V2 | PER_THREAD, || [dstHost.slot(), srcArray.slot(), srcOffset.slot(), ByteCount.slot(), hStream.slot()], || unsafe { api::memory::cu_memcpy_atoh_async_v2(dstHost, srcArray, srcOffset, ByteCount, entry::stream_per_thread(hStream)) })
}

/// `cuMemcpy2DAsync`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemcpy2DAsync(_: *const c_void, _: CUstream) -> CUresult {
    entry::not_supported(id::CU_MEMCPY2D_ASYNC)
}

/// `cuMemcpy2DAsync_v2`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemcpy2DAsync_v2(pCopy: *const CUDA_MEMCPY2D_v2, hStream: CUstream) -> CUresult {
    entry::enter(id::CU_MEMCPY2D_ASYNC_V2, || [pCopy.slot(), hStream.slot()], || unsafe { api::memory::cu_memcpy2d_async_v2(pCopy, entry::stream_legacy(hStream)) })
}

/// `cuMemcpy2DAsync_v2_ptsz`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemcpy2DAsync_v2_ptsz(pCopy: *const CUDA_MEMCPY2D_v2, hStream: CUstream) -> CUresult {
    entry::enter(id::CU_MEMCPY2D_ASYNC_V2 | PER_THREAD, || [pCopy.slot(), hStream.slot()], || unsafe { api::memory::cu_memcpy2d_async_v2(pCopy, entry::stream_per_thread(hStream)) })
}

/// `cuMemcpy3DAsync`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemcpy3DAsync(_: *const c_void, _: CUstream) -> CUresult {
    entry::not_supported(id::CU_MEMCPY3D_ASYNC)
}

/// `cuMemcpy3DAsync_v2`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemcpy3DAsync_v2(pCopy: *const CUDA_MEMCPY3D_v2, hStream: CUstream) -> CUresult {
    entry::enter(id::CU_MEMCPY3D_ASYNC_V2, || [pCopy.slot(), hStream.slot()], || unsafe { api::memory::cu_memcpy3d_async_v2(pCopy, entry::stream_legacy(hStream)) })
}

/// `cuMemcpy3DAsync_v2_ptsz`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemcpy3DAsync_v2_ptsz(pCopy: *const CUDA_MEMCPY3D_v2, hStream: CUstream) -> CUresult {
    entry::enter(id::CU_MEMCPY3D_ASYNC_V2 | PER_THREAD, || [pCopy.slot(), hStream.slot()], || unsafe { api::memory::cu_memcpy3d_async_v2(pCopy, entry::stream_per_thread(hStream)) })
}

/// `cuMemcpy3DPeerAsync`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemcpy3DPeerAsync(_: *const CUDA_MEMCPY3D_PEER_v1, _: CUstream) -> CUresult {
    entry::not_supported(id::CU_MEMCPY3D_PEER_ASYNC)
}

/// `cuMemcpy3DPeerAsync_ptsz`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemcpy3DPeerAsync_ptsz(_: *const CUDA_MEMCPY3D_PEER_v1, _: CUstream) -> CUresult {
    entry::not_supported(id::CU_MEMCPY3D_PEER_ASYNC | PER_THREAD)
}

/// `cuMemcpyBatchAsync`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemcpyBatchAsync(_: *mut CUdeviceptr, _: *mut CUdeviceptr, _: *mut usize, _: usize, _: *mut CUmemcpyAttributes_v1, _: *mut usize, _: usize, _: *mut usize, _: CUstream) -> CUresult {
    entry::not_supported(id::CU_MEMCPY_BATCH_ASYNC)
}

/// `cuMemcpyBatchAsync_ptsz`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemcpyBatchAsync_ptsz(_: *mut CUdeviceptr, _: *mut CUdeviceptr, _: *mut usize, _: usize, _: *mut CUmemcpyAttributes_v1, _: *mut usize, _: usize, _: *mut usize, _: CUstream) -> CUresult {
    entry::not_supported(id::CU_MEMCPY_BATCH_ASYNC | PER_THREAD)
}

/// `cuMemcpyBatchAsync_v2`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemcpyBatchAsync_v2(_: *mut CUdeviceptr, _: *mut CUdeviceptr, _: *mut usize, _: usize, _: *mut CUmemcpyAttributes_v1, _: *mut usize, _: usize, _: CUstream) -> CUresult {
    entry::not_supported(id::CU_MEMCPY_BATCH_ASYNC_V2)
}

/// `cuMemcpyBatchAsync_v2_ptsz`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemcpyBatchAsync_v2_ptsz(_: *mut CUdeviceptr, _: *mut CUdeviceptr, _: *mut usize, _: usize, _: *mut CUmemcpyAttributes_v1, _: *mut usize, _: usize, _: CUstream) -> CUresult {
    entry::not_supported(id::CU_MEMCPY_BATCH_ASYNC_V2 | PER_THREAD)
}

/// `cuMemcpy3DBatchAsync`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemcpy3DBatchAsync(_: usize, _: *mut CUDA_MEMCPY3D_BATCH_OP_v1, _: *mut usize, _: c_ulonglong, _: CUstream) -> CUresult {
    entry::not_supported(id::CU_MEMCPY3D_BATCH_ASYNC)
}

/// `cuMemcpy3DBatchAsync_ptsz`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemcpy3DBatchAsync_ptsz(_: usize, _: *mut CUDA_MEMCPY3D_BATCH_OP_v1, _: *mut usize, _: c_ulonglong, _: CUstream) -> CUresult {
    entry::not_supported(id::CU_MEMCPY3D_BATCH_ASYNC | PER_THREAD)
}

/// `cuMemcpy3DBatchAsync_v2`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemcpy3DBatchAsync_v2(_: usize, _: *mut CUDA_MEMCPY3D_BATCH_OP_v1, _: c_ulonglong, _: CUstream) -> CUresult {
    entry::not_supported(id::CU_MEMCPY3D_BATCH_ASYNC_V2)
}

/// `cuMemcpy3DBatchAsync_v2_ptsz`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemcpy3DBatchAsync_v2_ptsz(_: usize, _: *mut CUDA_MEMCPY3D_BATCH_OP_v1, _: c_ulonglong, _: CUstream) -> CUresult {
    entry::not_supported(id::CU_MEMCPY3D_BATCH_ASYNC_V2 | PER_THREAD)
}

/// `cuFabricCpyBatchAsync`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuFabricCpyBatchAsync(_: usize, _: *mut c_void, _: c_ulonglong, _: CUstream) -> CUresult {
    entry::not_supported(id::CU_FABRIC_CPY_BATCH_ASYNC)
}

/// `cuFabricCpyBatchAsync_ptsz`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuFabricCpyBatchAsync_ptsz(_: usize, _: *mut c_void, _: c_ulonglong, _: CUstream) -> CUresult {
    entry::not_supported(id::CU_FABRIC_CPY_BATCH_ASYNC | PER_THREAD)
}

/// `cuMemcpyWithAttributesAsync`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemcpyWithAttributesAsync(_: CUdeviceptr, _: CUdeviceptr, _: usize, _: *mut CUmemcpyAttributes_v1, _: CUstream) -> CUresult {
    entry::not_supported(id::CU_MEMCPY_WITH_ATTRIBUTES_ASYNC)
}

/// `cuMemcpyWithAttributesAsync_ptsz`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemcpyWithAttributesAsync_ptsz(_: CUdeviceptr, _: CUdeviceptr, _: usize, _: *mut CUmemcpyAttributes_v1, _: CUstream) -> CUresult {
    entry::not_supported(id::CU_MEMCPY_WITH_ATTRIBUTES_ASYNC | PER_THREAD)
}

/// `cuMemcpy3DWithAttributesAsync`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemcpy3DWithAttributesAsync(_: *mut CUDA_MEMCPY3D_BATCH_OP_v1, _: c_ulonglong, _: CUstream) -> CUresult {
    entry::not_supported(id::CU_MEMCPY3D_WITH_ATTRIBUTES_ASYNC)
}

/// `cuMemcpy3DWithAttributesAsync_ptsz`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemcpy3DWithAttributesAsync_ptsz(_: *mut CUDA_MEMCPY3D_BATCH_OP_v1, _: c_ulonglong, _: CUstream) -> CUresult {
    entry::not_supported(id::CU_MEMCPY3D_WITH_ATTRIBUTES_ASYNC | PER_THREAD)
}

/// `cuMemsetD8`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemsetD8(_: CUdeviceptr_v1, _: c_uchar, _: c_uint) -> CUresult {
    entry::not_supported(id::CU_MEMSET_D8)
}

/// `cuMemsetD8_v2`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemsetD8_v2(dstDevice: CUdeviceptr, uc: c_uchar, N: usize) -> CUresult {
    entry::enter(id::CU_MEMSET_D8_V2, || [dstDevice.slot(), uc.slot(), N.slot()], || unsafe { api::memory::cu_memset_d8_v2(dstDevice, uc, N, CU_STREAM_LEGACY) })
}

/// `cuMemsetD8_v2_ptds`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemsetD8_v2_ptds(dstDevice: CUdeviceptr, uc: c_uchar, N: usize) -> CUresult {
    entry::enter(id::CU_MEMSET_D8_V2 | PER_THREAD, || [dstDevice.slot(), uc.slot(), N.slot()], || unsafe { api::memory::cu_memset_d8_v2(dstDevice, uc, N, CU_STREAM_PER_THREAD) })
}

/// `cuMemsetD16`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemsetD16(_: CUdeviceptr_v1, _: c_ushort, _: c_uint) -> CUresult {
    entry::not_supported(id::CU_MEMSET_D16)
}

/// `cuMemsetD16_v2`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemsetD16_v2(dstDevice: CUdeviceptr, us: c_ushort, N: usize) -> CUresult {
    entry::enter(id::CU_MEMSET_D16_V2, || [dstDevice.slot(), us.slot(), N.slot()], || unsafe { api::memory::cu_memset_d16_v2(dstDevice, us, N, CU_STREAM_LEGACY) })
}

/// `cuMemsetD16_v2_ptds`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemsetD16_v2_ptds(dstDevice: CUdeviceptr, us: c_ushort, N: usize) -> CUresult {
    entry::enter(id::CU_MEMSET_D16_V2 | PER_THREAD, || [dstDevice.slot(), us.slot(), N.slot()], || unsafe { api::memory::cu_memset_d16_v2(dstDevice, us, N, CU_STREAM_PER_THREAD) })
}

/// `cuMemsetD32`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemsetD32(_: CUdeviceptr_v1, _: c_uint, _: c_uint) -> CUresult {
    entry::not_supported(id::CU_MEMSET_D32)
}

/// `cuMemsetD32_v2`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemsetD32_v2(dstDevice: CUdeviceptr, ui: c_uint, N: usize) -> CUresult {
    entry::enter(id::CU_MEMSET_D32_V2, || [dstDevice.slot(), ui.slot(), N.slot()], || unsafe { api::memory::cu_memset_d32_v2(dstDevice, ui, N, CU_STREAM_LEGACY) })
}

/// `cuMemsetD32_v2_ptds`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemsetD32_v2_ptds(dstDevice: CUdeviceptr, ui: c_uint, N: usize) -> CUresult {
    entry::enter(id::CU_MEMSET_D32_V2 | PER_THREAD, || [dstDevice.slot(), ui.slot(), N.slot()], || unsafe { api::memory::cu_memset_d32_v2(dstDevice, ui, N, CU_STREAM_PER_THREAD) })
}

/// `cuMemsetD2D8`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemsetD2D8(_: CUdeviceptr_v1, _: c_uint, _: c_uchar, _: c_uint, _: c_uint) -> CUresult {
    entry::not_supported(id::CU_MEMSET_D2D8)
}

/// `cuMemsetD2D8_v2`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemsetD2D8_v2(dstDevice: CUdeviceptr, dstPitch: usize, uc: c_uchar, Width: usize, Height: usize) -> CUresult {
    entry::enter(id::CU_MEMSET_D2D8_V2, || [dstDevice.slot(), dstPitch.slot(), uc.slot(), Width.slot(), Height.slot()], || unsafe { api::memory::cu_memset_d2d8_v2(dstDevice, dstPitch, uc, Width, Height, CU_STREAM_LEGACY) })
}

/// `cuMemsetD2D8_v2_ptds`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemsetD2D8_v2_ptds(dstDevice: CUdeviceptr, dstPitch: usize, uc: c_uchar, Width: usize, Height: usize) -> CUresult {
    entry::enter(id::CU_MEMSET_D2D8_V2 | PER_THREAD, || [dstDevice.slot(), dstPitch.slot(), uc.slot(), Width.slot(), Height.slot()], || unsafe { api::memory::cu_memset_d2d8_v2(dstDevice, dstPitch, uc, Width, Height, CU_STREAM_PER_THREAD) })
}

/// `cuMemsetD2D16`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemsetD2D16(_: CUdeviceptr_v1, _: c_uint, _: c_ushort, _: c_uint, _: c_uint) -> CUresult {
    entry::not_supported(id::CU_MEMSET_D2D16)
}

/// `cuMemsetD2D16_v2`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemsetD2D16_v2(dstDevice: CUdeviceptr, dstPitch: usize, us: c_ushort, Width: usize, Height: usize) -> CUresult {
    entry::enter(id::CU_MEMSET_D2D16_V2, || [dstDevice.slot(), dstPitch.slot(), us.slot(), Width.slot(), Height.slot()], || unsafe { api::memory::cu_memset_d2d16_v2(dstDevice, dstPitch, us, Width, Height, CU_STREAM_LEGACY) })
}

/// `cuMemsetD2D16_v2_ptds`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemsetD2D16_v2_ptds(dstDevice: CUdeviceptr, dstPitch: usize, us: c_ushort, Width: usize, Height: usize) -> CUresult {
    entry::enter(id::CU_MEMSET_D2D16_V2 | PER_THREAD, || [dstDevice.slot(), dstPitch.slot(), us.slot(), Width.slot(), Height.slot()], || unsafe { api::memory::cu_memset_d2d16_v2(dstDevice, dstPitch, us, Width, Height, CU_STREAM_PER_THREAD) })
}

/// `cuMemsetD2D32`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemsetD2D32(_: CUdeviceptr_v1, _: c_uint, _: c_uint, _: c_uint, _: c_uint) -> CUresult {
    entry::not_supported(id::CU_MEMSET_D2D32)
}

/// `cuMemsetD2D32_v2`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemsetD2D32_v2(dstDevice: CUdeviceptr, dstPitch: usize, ui: c_uint, Width: usize, Height: usize) -> CUresult {
    entry::enter(id::CU_MEMSET_D2D32_V2, || [dstDevice.slot(), dstPitch.slot(), ui.slot(), Width.slot(), Height.slot()], || unsafe { api::memory::cu_memset_d2d32_v2(dstDevice, dstPitch, ui, Width, Height, CU_STREAM_LEGACY) })
}

/// `cuMemsetD2D32_v2_ptds`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemsetD2D32_v2_ptds(dstDevice: CUdeviceptr, dstPitch: usize, ui: c_uint, Width: usize, Height: usize) -> CUresult {
    entry::enter(id::CU_MEMSET_D2D32_V2 | PER_THREAD, || [dstDevice.slot(), dstPitch.slot(), ui.slot(), Width.slot(), Height.slot()], || unsafe { api::memory::cu_memset_d2d32_v2(dstDevice, dstPitch, ui, Width, Height, CU_STREAM_PER_THREAD) })
}

/// `cuMemsetD8Async`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemsetD8Async(dstDevice: CUdeviceptr, uc: c_uchar, N: usize, hStream: CUstream) -> CUresult {
    entry::enter(id::CU_MEMSET_D8_ASYNC, || [dstDevice.slot(), uc.slot(), N.slot(), hStream.slot()], || unsafe { api::memory::cu_memset_d8_async(dstDevice, uc, N, entry::stream_legacy(hStream)) })
}

/// `cuMemsetD8Async_ptsz`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemsetD8Async_ptsz(dstDevice: CUdeviceptr, uc: c_uchar, N: usize, hStream: CUstream) -> CUresult {
    entry::enter(id::CU_MEMSET_D8_ASYNC | PER_THREAD, || [dstDevice.slot(), uc.slot(), N.slot(), hStream.slot()], || unsafe { api::memory::cu_memset_d8_async(dstDevice, uc, N, entry::stream_per_thread(hStream)) })
}

/// `cuMemsetD16Async`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemsetD16Async(dstDevice: CUdeviceptr, us: c_ushort, N: usize, hStream: CUstream) -> CUresult {
    entry::enter(id::CU_MEMSET_D16_ASYNC, || [dstDevice.slot(), us.slot(), N.slot(), hStream.slot()], || unsafe { api::memory::cu_memset_d16_async(dstDevice, us, N, entry::stream_legacy(hStream)) })
}

/// `cuMemsetD16Async_ptsz`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemsetD16Async_ptsz(dstDevice: CUdeviceptr, us: c_ushort, N: usize, hStream: CUstream) -> CUresult {
    entry::enter(id::CU_MEMSET_D16_ASYNC | PER_THREAD, || [dstDevice.slot(), us.slot(), N.slot(), hStream.slot()], || unsafe { api::memory::cu_memset_d16_async(dstDevice, us, N, entry::stream_per_thread(hStream)) })
}

/// `cuMemsetD32Async`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemsetD32Async(dstDevice: CUdeviceptr, ui: c_uint, N: usize, hStream: CUstream) -> CUresult {
    entry::enter(id::CU_MEMSET_D32_ASYNC, || [dstDevice.slot(), ui.slot(), N.slot(), hStream.slot()], || unsafe { api::memory::cu_memset_d32_async(dstDevice, ui, N, entry::stream_legacy(hStream)) })
}

/// `cuMemsetD32Async_ptsz`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemsetD32Async_ptsz(dstDevice: CUdeviceptr, ui: c_uint, N: usize, hStream: CUstream) -> CUresult {
    entry::enter(id::CU_MEMSET_D32_ASYNC | PER_THREAD, || [dstDevice.slot(), ui.slot(), N.slot(), hStream.slot()], || unsafe { api::memory::cu_memset_d32_async(dstDevice, ui, N, entry::stream_per_thread(hStream)) })
}

/// `cuMemsetD2D8Async`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemsetD2D8Async(dstDevice: CUdeviceptr, dstPitch: usize, uc: c_uchar, Width: usize, Height: usize, hStream: CUstream) -> CUresult {
    entry::enter(id::CU_MEMSET_D2D8_ASYNC, || [dstDevice.slot(), dstPitch.slot(), uc.slot(), Width.slot(), Height.slot(), hStream.slot()], || unsafe { api::memory::cu_memset_d2d8_async(dstDevice, dstPitch, uc, Width, Height, entry::stream_legacy(hStream)) })
}

/// `cuMemsetD2D8Async_ptsz`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemsetD2D8Async_ptsz(dstDevice: CUdeviceptr, dstPitch: usize, uc: c_uchar, Width: usize, Height: usize, hStream: CUstream) -> CUresult {
    entry::enter(id::CU_MEMSET_D2D8_ASYNC | PER_THREAD, || [dstDevice.slot(), dstPitch.slot(), uc.slot(), Width.slot(), Height.slot(), hStream.slot()], || unsafe { api::memory::cu_memset_d2d8_async(dstDevice, dstPitch, uc, Width, Height, entry::stream_per_thread(hStream)) })
}

/// `cuMemsetD2D16Async`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemsetD2D16Async(dstDevice: CUdeviceptr, dstPitch: usize, us: c_ushort, Width: usize, Height: usize, hStream: CUstream) -> CUresult {
    entry::enter(id::CU_MEMSET_D2D16_ASYNC, || [dstDevice.slot(), dstPitch.slot(), us.slot(), Width.slot(), Height.slot(), hStream.slot()], || unsafe { api::memory::cu_memset_d2d16_async(dstDevice, dstPitch, us, Width, Height, entry::stream_legacy(hStream)) })
}

/// `cuMemsetD2D16Async_ptsz`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemsetD2D16Async_ptsz(dstDevice: CUdeviceptr, dstPitch: usize, us: c_ushort, Width: usize, Height: usize, hStream: CUstream) -> CUresult {
    entry::enter(id::CU_MEMSET_D2D16_ASYNC | PER_THREAD, || [dstDevice.slot(), dstPitch.slot(), us.slot(), Width.slot(), Height.slot(), hStream.slot()], || unsafe { api::memory::cu_memset_d2d16_async(dstDevice, dstPitch, us, Width, Height, entry::stream_per_thread(hStream)) })
}

/// `cuMemsetD2D32Async`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemsetD2D32Async(dstDevice: CUdeviceptr, dstPitch: usize, ui: c_uint, Width: usize, Height: usize, hStream: CUstream) -> CUresult {
    entry::enter(id::CU_MEMSET_D2D32_ASYNC, || [dstDevice.slot(), dstPitch.slot(), ui.slot(), Width.slot(), Height.slot(), hStream.slot()], || unsafe { api::memory::cu_memset_d2d32_async(dstDevice, dstPitch, ui, Width, Height, entry::stream_legacy(hStream)) })
}

/// `cuMemsetD2D32Async_ptsz`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemsetD2D32Async_ptsz(dstDevice: CUdeviceptr, dstPitch: usize, ui: c_uint, Width: usize, Height: usize, hStream: CUstream) -> CUresult {
    entry::enter(id::CU_MEMSET_D2D32_ASYNC | PER_THREAD, || [dstDevice.slot(), dstPitch.slot(), ui.slot(), Width.slot(), Height.slot(), hStream.slot()], || unsafe { api::memory::cu_memset_d2d32_async(dstDevice, dstPitch, ui, Width, Height, entry::stream_per_thread(hStream)) })
}

/// `cuArrayCreate`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuArrayCreate(_: *mut CUarray, _: *const c_void) -> CUresult {
    entry::not_supported(id::CU_ARRAY_CREATE)
}

/// `cuArrayCreate_v2`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuArrayCreate_v2(pHandle: *mut CUarray, pAllocateArray: *const CUDA_ARRAY_DESCRIPTOR_v2) -> CUresult {
    entry::enter(id::CU_ARRAY_CREATE_V2, || [pHandle.slot(), pAllocateArray.slot()], || unsafe { api::texture::cu_array_create_v2(pHandle, pAllocateArray) })
}

/// `cuArrayGetDescriptor`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuArrayGetDescriptor(_: *mut c_void, _: CUarray) -> CUresult {
    entry::not_supported(id::CU_ARRAY_GET_DESCRIPTOR)
}

/// `cuArrayGetDescriptor_v2`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuArrayGetDescriptor_v2(pArrayDescriptor: *mut CUDA_ARRAY_DESCRIPTOR_v2, hArray: CUarray) -> CUresult {
    entry::enter(id::CU_ARRAY_GET_DESCRIPTOR_V2, || [pArrayDescriptor.slot(), hArray.slot()], || unsafe { api::texture::cu_array_get_descriptor_v2(pArrayDescriptor, hArray) })
}

/// `cuArrayGetSparseProperties`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuArrayGetSparseProperties(_: *mut CUDA_ARRAY_SPARSE_PROPERTIES_v1, _: CUarray) -> CUresult {
    entry::not_supported(id::CU_ARRAY_GET_SPARSE_PROPERTIES)
}

/// `cuMipmappedArrayGetSparseProperties`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMipmappedArrayGetSparseProperties(_: *mut CUDA_ARRAY_SPARSE_PROPERTIES_v1, _: CUmipmappedArray) -> CUresult {
    entry::not_supported(id::CU_MIPMAPPED_ARRAY_GET_SPARSE_PROPERTIES)
}

/// `cuArrayGetMemoryRequirements`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuArrayGetMemoryRequirements(_: *mut CUDA_ARRAY_MEMORY_REQUIREMENTS_v1, _: CUarray, _: CUdevice) -> CUresult {
    entry::not_supported(id::CU_ARRAY_GET_MEMORY_REQUIREMENTS)
}

/// `cuMipmappedArrayGetMemoryRequirements`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMipmappedArrayGetMemoryRequirements(_: *mut CUDA_ARRAY_MEMORY_REQUIREMENTS_v1, _: CUmipmappedArray, _: CUdevice) -> CUresult {
    entry::not_supported(id::CU_MIPMAPPED_ARRAY_GET_MEMORY_REQUIREMENTS)
}

/// `cuArrayGetPlane`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuArrayGetPlane(_: *mut CUarray, _: CUarray, _: c_uint) -> CUresult {
    entry::not_supported(id::CU_ARRAY_GET_PLANE)
}

/// `cuArrayDestroy`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuArrayDestroy(hArray: CUarray) -> CUresult {
    entry::enter(id::CU_ARRAY_DESTROY, || [hArray.slot()], || unsafe { api::texture::cu_array_destroy(hArray) })
}

/// `cuArray3DCreate`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuArray3DCreate(_: *mut CUarray, _: *const c_void) -> CUresult {
    entry::not_supported(id::CU_ARRAY3D_CREATE)
}

/// `cuArray3DCreate_v2`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuArray3DCreate_v2(pHandle: *mut CUarray, pAllocateArray: *const CUDA_ARRAY3D_DESCRIPTOR_v2) -> CUresult {
    entry::enter(id::CU_ARRAY3D_CREATE_V2, || [pHandle.slot(), pAllocateArray.slot()], || unsafe { api::texture::cu_array3d_create_v2(pHandle, pAllocateArray) })
}

/// `cuArray3DGetDescriptor`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuArray3DGetDescriptor(_: *mut c_void, _: CUarray) -> CUresult {
    entry::not_supported(id::CU_ARRAY3D_GET_DESCRIPTOR)
}

/// `cuArray3DGetDescriptor_v2`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuArray3DGetDescriptor_v2(pArrayDescriptor: *mut CUDA_ARRAY3D_DESCRIPTOR_v2, hArray: CUarray) -> CUresult {
    entry::enter(id::CU_ARRAY3D_GET_DESCRIPTOR_V2, || [pArrayDescriptor.slot(), hArray.slot()], || unsafe { api::texture::cu_array3d_get_descriptor_v2(pArrayDescriptor, hArray) })
}

/// `cuMipmappedArrayCreate`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMipmappedArrayCreate(_: *mut CUmipmappedArray, _: *const CUDA_ARRAY3D_DESCRIPTOR_v2, _: c_uint) -> CUresult {
    entry::not_supported(id::CU_MIPMAPPED_ARRAY_CREATE)
}

/// `cuMipmappedArrayGetLevel`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMipmappedArrayGetLevel(_: *mut CUarray, _: CUmipmappedArray, _: c_uint) -> CUresult {
    entry::not_supported(id::CU_MIPMAPPED_ARRAY_GET_LEVEL)
}

/// `cuMipmappedArrayDestroy`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMipmappedArrayDestroy(_: CUmipmappedArray) -> CUresult {
    entry::not_supported(id::CU_MIPMAPPED_ARRAY_DESTROY)
}

/// `cuMemAddressReserve`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemAddressReserve(ptr: *mut CUdeviceptr, size: usize, alignment: usize, addr: CUdeviceptr, flags: c_ulonglong) -> CUresult {
    entry::enter(id::CU_MEM_ADDRESS_RESERVE, || [ptr.slot(), size.slot(), alignment.slot(), addr.slot(), flags.slot()], || unsafe { api::vmm::cu_mem_address_reserve(ptr, size, alignment, addr, flags) })
}

/// `cuMemAddressFree`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemAddressFree(ptr: CUdeviceptr, size: usize) -> CUresult {
    entry::enter(id::CU_MEM_ADDRESS_FREE, || [ptr.slot(), size.slot()], || unsafe { api::vmm::cu_mem_address_free(ptr, size) })
}

/// `cuMemCreate`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemCreate(handle: *mut CUmemGenericAllocationHandle, size: usize, prop: *const CUmemAllocationProp_v1, flags: c_ulonglong) -> CUresult {
    entry::enter(id::CU_MEM_CREATE, || [handle.slot(), size.slot(), prop.slot(), flags.slot()], || unsafe { api::vmm::cu_mem_create(handle, size, prop, flags) })
}

/// `cuMemRelease`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemRelease(handle: CUmemGenericAllocationHandle) -> CUresult {
    entry::enter(id::CU_MEM_RELEASE, || [handle.slot()], || unsafe { api::vmm::cu_mem_release(handle) })
}

/// `cuMemMap`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemMap(ptr: CUdeviceptr, size: usize, offset: usize, handle: CUmemGenericAllocationHandle, flags: c_ulonglong) -> CUresult {
    entry::enter(id::CU_MEM_MAP, || [ptr.slot(), size.slot(), offset.slot(), handle.slot(), flags.slot()], || unsafe { api::vmm::cu_mem_map(ptr, size, offset, handle, flags) })
}

/// `cuMemMapArrayAsync`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemMapArrayAsync(_: *mut c_void, _: c_uint, _: CUstream) -> CUresult {
    entry::not_supported(id::CU_MEM_MAP_ARRAY_ASYNC)
}

/// `cuMemMapArrayAsync_ptsz`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemMapArrayAsync_ptsz(_: *mut c_void, _: c_uint, _: CUstream) -> CUresult {
    entry::not_supported(id::CU_MEM_MAP_ARRAY_ASYNC | PER_THREAD)
}

/// `cuMemUnmap`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemUnmap(ptr: CUdeviceptr, size: usize) -> CUresult {
    entry::enter(id::CU_MEM_UNMAP, || [ptr.slot(), size.slot()], || unsafe { api::vmm::cu_mem_unmap(ptr, size) })
}

/// `cuMemSetAccess`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemSetAccess(ptr: CUdeviceptr, size: usize, desc: *const CUmemAccessDesc_v1, count: usize) -> CUresult {
    entry::enter(id::CU_MEM_SET_ACCESS, || [ptr.slot(), size.slot(), desc.slot(), count.slot()], || unsafe { api::vmm::cu_mem_set_access(ptr, size, desc, count) })
}

/// `cuMemGetAccess`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemGetAccess(flags: *mut c_ulonglong, location: *const CUmemLocation_v1, ptr: CUdeviceptr) -> CUresult {
    entry::enter(id::CU_MEM_GET_ACCESS, || [flags.slot(), location.slot(), ptr.slot()], || unsafe { api::vmm::cu_mem_get_access(flags, location, ptr) })
}

/// `cuMemExportToShareableHandle`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemExportToShareableHandle(_: *mut c_void, _: CUmemGenericAllocationHandle, _: CUmemAllocationHandleType, _: c_ulonglong) -> CUresult {
    entry::not_supported(id::CU_MEM_EXPORT_TO_SHAREABLE_HANDLE)
}

/// `cuMemImportFromShareableHandle`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemImportFromShareableHandle(_: *mut CUmemGenericAllocationHandle, _: *mut c_void, _: CUmemAllocationHandleType) -> CUresult {
    entry::not_supported(id::CU_MEM_IMPORT_FROM_SHAREABLE_HANDLE)
}

/// `cuMemGetAllocationGranularity`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemGetAllocationGranularity(granularity: *mut usize, prop: *const CUmemAllocationProp_v1, option: CUmemAllocationGranularity_flags) -> CUresult {
    entry::enter(id::CU_MEM_GET_ALLOCATION_GRANULARITY, || [granularity.slot(), prop.slot(), option.slot()], || unsafe { api::vmm::cu_mem_get_allocation_granularity(granularity, prop, option) })
}

/// `cuMemGetAllocationPropertiesFromHandle`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemGetAllocationPropertiesFromHandle(prop: *mut CUmemAllocationProp_v1, handle: CUmemGenericAllocationHandle) -> CUresult {
    entry::enter(id::CU_MEM_GET_ALLOCATION_PROPERTIES_FROM_HANDLE, || [prop.slot(), handle.slot()], || unsafe { api::vmm::cu_mem_get_allocation_properties_from_handle(prop, handle) })
}

/// `cuMemRetainAllocationHandle`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemRetainAllocationHandle(handle: *mut CUmemGenericAllocationHandle, addr: *mut c_void) -> CUresult {
    entry::enter(id::CU_MEM_RETAIN_ALLOCATION_HANDLE, || [handle.slot(), addr.slot()], || unsafe { api::vmm::cu_mem_retain_allocation_handle(handle, addr) })
}

/// `cuMemFreeAsync`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemFreeAsync(dptr: CUdeviceptr, hStream: CUstream) -> CUresult {
    entry::enter(id::CU_MEM_FREE_ASYNC, || [dptr.slot(), hStream.slot()], || unsafe { api::memory::cu_mem_free_async(dptr, entry::stream_legacy(hStream)) })
}

/// `cuMemFreeAsync_ptsz`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemFreeAsync_ptsz(dptr: CUdeviceptr, hStream: CUstream) -> CUresult {
    entry::enter(id::CU_MEM_FREE_ASYNC | PER_THREAD, || [dptr.slot(), hStream.slot()], || unsafe { api::memory::cu_mem_free_async(dptr, entry::stream_per_thread(hStream)) })
}

/// `cuMemAllocAsync`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemAllocAsync(dptr: *mut CUdeviceptr, bytesize: usize, hStream: CUstream) -> CUresult {
    entry::enter(id::CU_MEM_ALLOC_ASYNC, || [dptr.slot(), bytesize.slot(), hStream.slot()], || unsafe { api::memory::cu_mem_alloc_async(dptr, bytesize, entry::stream_legacy(hStream)) })
}

/// `cuMemAllocAsync_ptsz`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemAllocAsync_ptsz(dptr: *mut CUdeviceptr, bytesize: usize, hStream: CUstream) -> CUresult {
    entry::enter(id::CU_MEM_ALLOC_ASYNC | PER_THREAD, || [dptr.slot(), bytesize.slot(), hStream.slot()], || unsafe { api::memory::cu_mem_alloc_async(dptr, bytesize, entry::stream_per_thread(hStream)) })
}

/// `cuMemPoolTrimTo`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemPoolTrimTo(pool: CUmemoryPool, minBytesToKeep: usize) -> CUresult {
    entry::enter(id::CU_MEM_POOL_TRIM_TO, || [pool.slot(), minBytesToKeep.slot()], || unsafe { api::pool::cu_mem_pool_trim_to(pool, minBytesToKeep) })
}

/// `cuMemPoolSetAttribute`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemPoolSetAttribute(pool: CUmemoryPool, attr: CUmemPool_attribute, value: *mut c_void) -> CUresult {
    entry::enter(id::CU_MEM_POOL_SET_ATTRIBUTE, || [pool.slot(), attr.slot(), value.slot()], || unsafe { api::pool::cu_mem_pool_set_attribute(pool, attr, value) })
}

/// `cuMemPoolGetAttribute`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemPoolGetAttribute(pool: CUmemoryPool, attr: CUmemPool_attribute, value: *mut c_void) -> CUresult {
    entry::enter(id::CU_MEM_POOL_GET_ATTRIBUTE, || [pool.slot(), attr.slot(), value.slot()], || unsafe { api::pool::cu_mem_pool_get_attribute(pool, attr, value) })
}

/// `cuMemPoolSetAccess`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemPoolSetAccess(pool: CUmemoryPool, map: *const CUmemAccessDesc_v1, count: usize) -> CUresult {
    entry::enter(id::CU_MEM_POOL_SET_ACCESS, || [pool.slot(), map.slot(), count.slot()], || unsafe { api::pool::cu_mem_pool_set_access(pool, map, count) })
}

/// `cuMemPoolGetAccess`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemPoolGetAccess(flags: *mut CUmemAccess_flags, memPool: CUmemoryPool, location: *mut CUmemLocation_v1) -> CUresult {
    entry::enter(id::CU_MEM_POOL_GET_ACCESS, || [flags.slot(), memPool.slot(), location.slot()], || unsafe { api::pool::cu_mem_pool_get_access(flags, memPool, location) })
}

/// `cuMemPoolCreate`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemPoolCreate(pool: *mut CUmemoryPool, poolProps: *const CUmemPoolProps_v1) -> CUresult {
    entry::enter(id::CU_MEM_POOL_CREATE, || [pool.slot(), poolProps.slot()], || unsafe { api::pool::cu_mem_pool_create(pool, poolProps) })
}

/// `cuMemPoolDestroy`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemPoolDestroy(pool: CUmemoryPool) -> CUresult {
    entry::enter(id::CU_MEM_POOL_DESTROY, || [pool.slot()], || unsafe { api::pool::cu_mem_pool_destroy(pool) })
}

/// `cuMemGetDefaultMemPool`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemGetDefaultMemPool(pool_out: *mut CUmemoryPool, location: *mut CUmemLocation, r#type: CUmemAllocationType) -> CUresult {
    entry::enter(id::CU_MEM_GET_DEFAULT_MEM_POOL, || [pool_out.slot(), location.slot(), r#type.slot()], || unsafe { api::pool::cu_mem_get_default_mem_pool(pool_out, location, r#type) })
}

/// `cuMemGetMemPool`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemGetMemPool(pool_out: *mut CUmemoryPool, location: *mut CUmemLocation, r#type: CUmemAllocationType) -> CUresult {
    entry::enter(id::CU_MEM_GET_MEM_POOL, || [pool_out.slot(), location.slot(), r#type.slot()], || unsafe { api::pool::cu_mem_get_mem_pool(pool_out, location, r#type) })
}

/// `cuMemSetMemPool`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemSetMemPool(location: *mut CUmemLocation, r#type: CUmemAllocationType, pool: CUmemoryPool) -> CUresult {
    entry::enter(id::CU_MEM_SET_MEM_POOL, || [location.slot(), r#type.slot(), pool.slot()], || unsafe { api::pool::cu_mem_set_mem_pool(location, r#type, pool) })
}

/// `cuMemAllocFromPoolAsync`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemAllocFromPoolAsync(dptr: *mut CUdeviceptr, bytesize: usize, pool: CUmemoryPool, hStream: CUstream) -> CUresult {
    entry::enter(id::CU_MEM_ALLOC_FROM_POOL_ASYNC, || [dptr.slot(), bytesize.slot(), pool.slot(), hStream.slot()], || unsafe { api::pool::cu_mem_alloc_from_pool_async(dptr, bytesize, pool, entry::stream_legacy(hStream)) })
}

/// `cuMemAllocFromPoolAsync_ptsz`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemAllocFromPoolAsync_ptsz(dptr: *mut CUdeviceptr, bytesize: usize, pool: CUmemoryPool, hStream: CUstream) -> CUresult {
    entry::enter(id::CU_MEM_ALLOC_FROM_POOL_ASYNC | PER_THREAD, || [dptr.slot(), bytesize.slot(), pool.slot(), hStream.slot()], || unsafe { api::pool::cu_mem_alloc_from_pool_async(dptr, bytesize, pool, entry::stream_per_thread(hStream)) })
}

/// `cuMemPoolExportToShareableHandle`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemPoolExportToShareableHandle(_: *mut c_void, _: CUmemoryPool, _: CUmemAllocationHandleType, _: c_ulonglong) -> CUresult {
    entry::not_supported(id::CU_MEM_POOL_EXPORT_TO_SHAREABLE_HANDLE)
}

/// `cuMemPoolImportFromShareableHandle`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemPoolImportFromShareableHandle(_: *mut CUmemoryPool, _: *mut c_void, _: CUmemAllocationHandleType, _: c_ulonglong) -> CUresult {
    entry::not_supported(id::CU_MEM_POOL_IMPORT_FROM_SHAREABLE_HANDLE)
}

/// `cuMemPoolExportPointer`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemPoolExportPointer(_: *mut CUmemPoolPtrExportData_v1, _: CUdeviceptr) -> CUresult {
    entry::not_supported(id::CU_MEM_POOL_EXPORT_POINTER)
}

/// `cuMemPoolImportPointer`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemPoolImportPointer(_: *mut CUdeviceptr, _: CUmemoryPool, _: *mut CUmemPoolPtrExportData_v1) -> CUresult {
    entry::not_supported(id::CU_MEM_POOL_IMPORT_POINTER)
}

/// `cuPointerGetAttribute`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuPointerGetAttribute(data: *mut c_void, attribute: CUpointer_attribute, ptr: CUdeviceptr) -> CUresult {
    entry::enter(id::CU_POINTER_GET_ATTRIBUTE, || [data.slot(), attribute.slot(), ptr.slot()], || unsafe { api::pointer::cu_pointer_get_attribute(data, attribute, ptr) })
}

/// `cuMemPrefetchAsync`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemPrefetchAsync(devPtr: CUdeviceptr, count: usize, dstDevice: CUdevice, hStream: CUstream) -> CUresult {
    entry::enter(id::CU_MEM_PREFETCH_ASYNC, || [devPtr.slot(), count.slot(), dstDevice.slot(), hStream.slot()], || unsafe { api::managed::cu_mem_prefetch_async(devPtr, count, dstDevice, entry::stream_legacy(hStream)) })
}

/// `cuMemPrefetchAsync_ptsz`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemPrefetchAsync_ptsz(devPtr: CUdeviceptr, count: usize, dstDevice: CUdevice, hStream: CUstream) -> CUresult {
    entry::enter(id::CU_MEM_PREFETCH_ASYNC | PER_THREAD, || [devPtr.slot(), count.slot(), dstDevice.slot(), hStream.slot()], || unsafe { api::managed::cu_mem_prefetch_async(devPtr, count, dstDevice, entry::stream_per_thread(hStream)) })
}

/// `cuMemPrefetchAsync_v2`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemPrefetchAsync_v2(devPtr: CUdeviceptr, count: usize, location: CUmemLocation_v1, flags: c_uint, hStream: CUstream) -> CUresult {
    entry::enter(id::CU_MEM_PREFETCH_ASYNC_V2, || [devPtr.slot(), count.slot(), 0, flags.slot(), hStream.slot()], || unsafe { api::managed::cu_mem_prefetch_async_v2(devPtr, count, location, flags, entry::stream_legacy(hStream)) })
}

/// `cuMemPrefetchAsync_v2_ptsz`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemPrefetchAsync_v2_ptsz(devPtr: CUdeviceptr, count: usize, location: CUmemLocation_v1, flags: c_uint, hStream: CUstream) -> CUresult {
    entry::enter(id::CU_MEM_PREFETCH_ASYNC_V2 | PER_THREAD, || [devPtr.slot(), count.slot(), 0, flags.slot(), hStream.slot()], || unsafe { api::managed::cu_mem_prefetch_async_v2(devPtr, count, location, flags, entry::stream_per_thread(hStream)) })
}

/// `cuMemAdvise`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemAdvise(devPtr: CUdeviceptr, count: usize, advice: CUmem_advise, device: CUdevice) -> CUresult {
    entry::enter(id::CU_MEM_ADVISE, || [devPtr.slot(), count.slot(), advice.slot(), device.slot()], || unsafe { api::managed::cu_mem_advise(devPtr, count, advice, device) })
}

/// `cuMemAdvise_v2`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemAdvise_v2(devPtr: CUdeviceptr, count: usize, advice: CUmem_advise, location: CUmemLocation_v1) -> CUresult {
    entry::enter(id::CU_MEM_ADVISE_V2, || [devPtr.slot(), count.slot(), advice.slot(), 0], || unsafe { api::managed::cu_mem_advise_v2(devPtr, count, advice, location) })
}

/// `cuMemPrefetchBatchAsync`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemPrefetchBatchAsync(_: *mut CUdeviceptr, _: *mut usize, _: usize, _: *mut CUmemLocation_v1, _: *mut usize, _: usize, _: c_ulonglong, _: CUstream) -> CUresult {
    entry::not_supported(id::CU_MEM_PREFETCH_BATCH_ASYNC)
}

/// `cuMemPrefetchBatchAsync_ptsz`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemPrefetchBatchAsync_ptsz(_: *mut CUdeviceptr, _: *mut usize, _: usize, _: *mut CUmemLocation_v1, _: *mut usize, _: usize, _: c_ulonglong, _: CUstream) -> CUresult {
    entry::not_supported(id::CU_MEM_PREFETCH_BATCH_ASYNC | PER_THREAD)
}

/// `cuMemDiscardBatchAsync`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemDiscardBatchAsync(_: *mut CUdeviceptr, _: *mut usize, _: usize, _: c_ulonglong, _: CUstream) -> CUresult {
    entry::not_supported(id::CU_MEM_DISCARD_BATCH_ASYNC)
}

/// `cuMemDiscardBatchAsync_ptsz`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemDiscardBatchAsync_ptsz(_: *mut CUdeviceptr, _: *mut usize, _: usize, _: c_ulonglong, _: CUstream) -> CUresult {
    entry::not_supported(id::CU_MEM_DISCARD_BATCH_ASYNC | PER_THREAD)
}

/// `cuMemDiscardAndPrefetchBatchAsync`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemDiscardAndPrefetchBatchAsync(_: *mut CUdeviceptr, _: *mut usize, _: usize, _: *mut CUmemLocation_v1, _: *mut usize, _: usize, _: c_ulonglong, _: CUstream) -> CUresult {
    entry::not_supported(id::CU_MEM_DISCARD_AND_PREFETCH_BATCH_ASYNC)
}

/// `cuMemDiscardAndPrefetchBatchAsync_ptsz`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemDiscardAndPrefetchBatchAsync_ptsz(_: *mut CUdeviceptr, _: *mut usize, _: usize, _: *mut CUmemLocation_v1, _: *mut usize, _: usize, _: c_ulonglong, _: CUstream) -> CUresult {
    entry::not_supported(id::CU_MEM_DISCARD_AND_PREFETCH_BATCH_ASYNC | PER_THREAD)
}

/// `cuMemRangeGetAttribute`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemRangeGetAttribute(data: *mut c_void, dataSize: usize, attribute: CUmem_range_attribute, devPtr: CUdeviceptr, count: usize) -> CUresult {
    entry::enter(id::CU_MEM_RANGE_GET_ATTRIBUTE, || [data.slot(), dataSize.slot(), attribute.slot(), devPtr.slot(), count.slot()], || unsafe { api::managed::cu_mem_range_get_attribute(data, dataSize, attribute, devPtr, count) })
}

/// `cuMemRangeGetAttributes`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemRangeGetAttributes(data: *mut *mut c_void, dataSizes: *mut usize, attributes: *mut CUmem_range_attribute, numAttributes: usize, devPtr: CUdeviceptr, count: usize) -> CUresult {
    entry::enter(id::CU_MEM_RANGE_GET_ATTRIBUTES, || [data.slot(), dataSizes.slot(), attributes.slot(), numAttributes.slot(), devPtr.slot(), count.slot()], || unsafe { api::managed::cu_mem_range_get_attributes(data, dataSizes, attributes, numAttributes, devPtr, count) })
}

/// `cuMulticastCreate`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMulticastCreate(_: *mut CUmemGenericAllocationHandle, _: *const CUmulticastObjectProp) -> CUresult {
    entry::not_supported(id::CU_MULTICAST_CREATE)
}

/// `cuMulticastAddDevice`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMulticastAddDevice(_: CUmemGenericAllocationHandle, _: CUdevice) -> CUresult {
    entry::not_supported(id::CU_MULTICAST_ADD_DEVICE)
}

/// `cuMulticastBindMem`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMulticastBindMem(_: CUmemGenericAllocationHandle, _: usize, _: CUmemGenericAllocationHandle, _: usize, _: usize, _: c_ulonglong) -> CUresult {
    entry::not_supported(id::CU_MULTICAST_BIND_MEM)
}

/// `cuMulticastBindMem_v2`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMulticastBindMem_v2(_: CUmemGenericAllocationHandle, _: CUdevice, _: usize, _: CUmemGenericAllocationHandle, _: usize, _: usize, _: c_ulonglong) -> CUresult {
    entry::not_supported(id::CU_MULTICAST_BIND_MEM_V2)
}

/// `cuMulticastBindAddr`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMulticastBindAddr(_: CUmemGenericAllocationHandle, _: usize, _: CUdeviceptr, _: usize, _: c_ulonglong) -> CUresult {
    entry::not_supported(id::CU_MULTICAST_BIND_ADDR)
}

/// `cuMulticastBindAddr_v2`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMulticastBindAddr_v2(_: CUmemGenericAllocationHandle, _: CUdevice, _: usize, _: CUdeviceptr, _: usize, _: c_ulonglong) -> CUresult {
    entry::not_supported(id::CU_MULTICAST_BIND_ADDR_V2)
}

/// `cuMulticastUnbind`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMulticastUnbind(_: CUmemGenericAllocationHandle, _: CUdevice, _: usize, _: usize) -> CUresult {
    entry::not_supported(id::CU_MULTICAST_UNBIND)
}

/// `cuMulticastGetGranularity`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMulticastGetGranularity(_: *mut usize, _: *const CUmulticastObjectProp, _: CUmulticastGranularity_flags) -> CUresult {
    entry::not_supported(id::CU_MULTICAST_GET_GRANULARITY)
}

/// `cuLogicalEndpointIdReserve`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuLogicalEndpointIdReserve(_: *mut CUlogicalEndpointId, _: u32) -> CUresult {
    entry::not_supported(id::CU_LOGICAL_ENDPOINT_ID_RESERVE)
}

/// `cuLogicalEndpointIdRelease`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuLogicalEndpointIdRelease(_: CUlogicalEndpointId, _: u32) -> CUresult {
    entry::not_supported(id::CU_LOGICAL_ENDPOINT_ID_RELEASE)
}

/// `cuLogicalEndpointCreate`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuLogicalEndpointCreate(_: CUlogicalEndpointId, _: *const c_void) -> CUresult {
    entry::not_supported(id::CU_LOGICAL_ENDPOINT_CREATE)
}

/// `cuLogicalEndpointAddDevice`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuLogicalEndpointAddDevice(_: CUlogicalEndpointId, _: CUdevice) -> CUresult {
    entry::not_supported(id::CU_LOGICAL_ENDPOINT_ADD_DEVICE)
}

/// `cuLogicalEndpointDestroy`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuLogicalEndpointDestroy(_: CUlogicalEndpointId) -> CUresult {
    entry::not_supported(id::CU_LOGICAL_ENDPOINT_DESTROY)
}

/// `cuLogicalEndpointBindAddr`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuLogicalEndpointBindAddr(_: CUlogicalEndpointId, _: CUdevice, _: u64, _: *mut c_void, _: u64, _: c_ulonglong) -> CUresult {
    entry::not_supported(id::CU_LOGICAL_ENDPOINT_BIND_ADDR)
}

/// `cuLogicalEndpointBindMem`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuLogicalEndpointBindMem(_: CUlogicalEndpointId, _: CUdevice, _: u64, _: CUmemGenericAllocationHandle, _: u64, _: u64, _: c_ulonglong) -> CUresult {
    entry::not_supported(id::CU_LOGICAL_ENDPOINT_BIND_MEM)
}

/// `cuLogicalEndpointUnbind`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuLogicalEndpointUnbind(_: CUlogicalEndpointId, _: CUdevice, _: u64, _: u64) -> CUresult {
    entry::not_supported(id::CU_LOGICAL_ENDPOINT_UNBIND)
}

/// `cuLogicalEndpointExport`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuLogicalEndpointExport(_: *mut c_void, _: CUlogicalEndpointId, _: CUlogicalEndpointIpcHandleType) -> CUresult {
    entry::not_supported(id::CU_LOGICAL_ENDPOINT_EXPORT)
}

/// `cuLogicalEndpointImport`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuLogicalEndpointImport(_: CUlogicalEndpointId, _: *const c_void, _: CUlogicalEndpointIpcHandleType) -> CUresult {
    entry::not_supported(id::CU_LOGICAL_ENDPOINT_IMPORT)
}

/// `cuLogicalEndpointGetLimits`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuLogicalEndpointGetLimits(_: *mut u64, _: *mut u64, _: *const c_void) -> CUresult {
    entry::not_supported(id::CU_LOGICAL_ENDPOINT_GET_LIMITS)
}

/// `cuLogicalEndpointQuery`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuLogicalEndpointQuery(_: CUlogicalEndpointId, _: u32, _: *mut c_int) -> CUresult {
    entry::not_supported(id::CU_LOGICAL_ENDPOINT_QUERY)
}

/// `cuDeviceGetFabricClusterUuid`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuDeviceGetFabricClusterUuid(_: *mut CUuuid, _: CUdevice) -> CUresult {
    entry::not_supported(id::CU_DEVICE_GET_FABRIC_CLUSTER_UUID)
}

/// `cuDeviceGetCliqueCount`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuDeviceGetCliqueCount(_: *mut usize, _: CUdevice) -> CUresult {
    entry::not_supported(id::CU_DEVICE_GET_CLIQUE_COUNT)
}

/// `cuDeviceGetCliqueInfo`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuDeviceGetCliqueInfo(_: *mut c_void, _: *mut usize, _: CUdevice) -> CUresult {
    entry::not_supported(id::CU_DEVICE_GET_CLIQUE_INFO)
}

/// `cuPointerSetAttribute`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuPointerSetAttribute(_: *const c_void, _: CUpointer_attribute, _: CUdeviceptr) -> CUresult {
    entry::not_supported(id::CU_POINTER_SET_ATTRIBUTE)
}

/// `cuPointerGetAttributes`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuPointerGetAttributes(numAttributes: c_uint, attributes: *mut CUpointer_attribute, data: *mut *mut c_void, ptr: CUdeviceptr) -> CUresult {
    entry::enter(id::CU_POINTER_GET_ATTRIBUTES, || [numAttributes.slot(), attributes.slot(), data.slot(), ptr.slot()], || unsafe { api::pointer::cu_pointer_get_attributes(numAttributes, attributes, data, ptr) })
}

/// `cuStreamCreate`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuStreamCreate(phStream: *mut CUstream, Flags: c_uint) -> CUresult {
    entry::enter(id::CU_STREAM_CREATE, || [phStream.slot(), Flags.slot()], || unsafe { api::stream::cu_stream_create(phStream, Flags) })
}

/// `cuStreamCreateWithPriority`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuStreamCreateWithPriority(phStream: *mut CUstream, flags: c_uint, priority: c_int) -> CUresult {
    entry::enter(id::CU_STREAM_CREATE_WITH_PRIORITY, || [phStream.slot(), flags.slot(), priority.slot()], || unsafe { api::stream::cu_stream_create_with_priority(phStream, flags, priority) })
}

/// `cuStreamGetId`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuStreamGetId(hStream: CUstream, streamId: *mut c_ulonglong) -> CUresult {
    entry::enter(id::CU_STREAM_GET_ID, || [hStream.slot(), streamId.slot()], || unsafe { api::stream::cu_stream_get_id(entry::stream_legacy(hStream), streamId) })
}

/// `cuStreamGetId_ptsz`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuStreamGetId_ptsz(hStream: CUstream, streamId: *mut c_ulonglong) -> CUresult {
    entry::enter(id::CU_STREAM_GET_ID | PER_THREAD, || [hStream.slot(), streamId.slot()], || unsafe { api::stream::cu_stream_get_id(entry::stream_per_thread(hStream), streamId) })
}

/// `cuStreamGetPriority`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuStreamGetPriority(hStream: CUstream, priority: *mut c_int) -> CUresult {
    entry::enter(id::CU_STREAM_GET_PRIORITY, || [hStream.slot(), priority.slot()], || unsafe { api::stream::cu_stream_get_priority(entry::stream_legacy(hStream), priority) })
}

/// `cuStreamGetPriority_ptsz`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuStreamGetPriority_ptsz(hStream: CUstream, priority: *mut c_int) -> CUresult {
    entry::enter(id::CU_STREAM_GET_PRIORITY | PER_THREAD, || [hStream.slot(), priority.slot()], || unsafe { api::stream::cu_stream_get_priority(entry::stream_per_thread(hStream), priority) })
}

/// `cuStreamGetFlags`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuStreamGetFlags(hStream: CUstream, flags: *mut c_uint) -> CUresult {
    entry::enter(id::CU_STREAM_GET_FLAGS, || [hStream.slot(), flags.slot()], || unsafe { api::stream::cu_stream_get_flags(entry::stream_legacy(hStream), flags) })
}

/// `cuStreamGetFlags_ptsz`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuStreamGetFlags_ptsz(hStream: CUstream, flags: *mut c_uint) -> CUresult {
    entry::enter(id::CU_STREAM_GET_FLAGS | PER_THREAD, || [hStream.slot(), flags.slot()], || unsafe { api::stream::cu_stream_get_flags(entry::stream_per_thread(hStream), flags) })
}

/// `cuStreamGetCtx`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuStreamGetCtx(hStream: CUstream, pctx: *mut CUcontext) -> CUresult {
    entry::enter(id::CU_STREAM_GET_CTX, || [hStream.slot(), pctx.slot()], || unsafe { api::stream::cu_stream_get_ctx(entry::stream_legacy(hStream), pctx) })
}

/// `cuStreamGetCtx_ptsz`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuStreamGetCtx_ptsz(hStream: CUstream, pctx: *mut CUcontext) -> CUresult {
    entry::enter(id::CU_STREAM_GET_CTX | PER_THREAD, || [hStream.slot(), pctx.slot()], || unsafe { api::stream::cu_stream_get_ctx(entry::stream_per_thread(hStream), pctx) })
}

/// `cuStreamGetCtx_v2`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuStreamGetCtx_v2(hStream: CUstream, pctx: *mut CUcontext, pGreenCtx: *mut CUgreenCtx) -> CUresult {
    entry::enter(id::CU_STREAM_GET_CTX_V2, || [hStream.slot(), pctx.slot(), pGreenCtx.slot()], || unsafe { api::stream::cu_stream_get_ctx_v2(entry::stream_legacy(hStream), pctx, pGreenCtx) })
}

/// `cuStreamGetCtx_v2_ptsz`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuStreamGetCtx_v2_ptsz(hStream: CUstream, pctx: *mut CUcontext, pGreenCtx: *mut CUgreenCtx) -> CUresult {
    entry::enter(id::CU_STREAM_GET_CTX_V2 | PER_THREAD, || [hStream.slot(), pctx.slot(), pGreenCtx.slot()], || unsafe { api::stream::cu_stream_get_ctx_v2(entry::stream_per_thread(hStream), pctx, pGreenCtx) })
}

/// `cuStreamWaitEvent`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuStreamWaitEvent(hStream: CUstream, hEvent: CUevent, Flags: c_uint) -> CUresult {
    entry::enter(id::CU_STREAM_WAIT_EVENT, || [hStream.slot(), hEvent.slot(), Flags.slot()], || unsafe { api::stream::cu_stream_wait_event(entry::stream_legacy(hStream), hEvent, Flags) })
}

/// `cuStreamWaitEvent_ptsz`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuStreamWaitEvent_ptsz(hStream: CUstream, hEvent: CUevent, Flags: c_uint) -> CUresult {
    entry::enter(id::CU_STREAM_WAIT_EVENT | PER_THREAD, || [hStream.slot(), hEvent.slot(), Flags.slot()], || unsafe { api::stream::cu_stream_wait_event(entry::stream_per_thread(hStream), hEvent, Flags) })
}

/// `cuStreamAddCallback`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuStreamAddCallback(hStream: CUstream, callback: CUstreamCallback, userData: *mut c_void, flags: c_uint) -> CUresult {
    entry::enter(id::CU_STREAM_ADD_CALLBACK, || [hStream.slot(), callback.map_or(0, |f| f as usize as u64), userData.slot(), flags.slot()], || unsafe { api::stream::cu_stream_add_callback(entry::stream_legacy(hStream), callback, userData, flags) })
}

/// `cuStreamAddCallback_ptsz`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuStreamAddCallback_ptsz(hStream: CUstream, callback: CUstreamCallback, userData: *mut c_void, flags: c_uint) -> CUresult {
    entry::enter(id::CU_STREAM_ADD_CALLBACK | PER_THREAD, || [hStream.slot(), callback.map_or(0, |f| f as usize as u64), userData.slot(), flags.slot()], || unsafe { api::stream::cu_stream_add_callback(entry::stream_per_thread(hStream), callback, userData, flags) })
}

/// `cuStreamBeginCapture`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuStreamBeginCapture(hStream: CUstream) -> CUresult {
    entry::enter(id::CU_STREAM_BEGIN_CAPTURE, || [hStream.slot()], || unsafe { api::stream::cu_stream_begin_capture(entry::stream_legacy(hStream)) })
}

/// `cuStreamBeginCapture_ptsz`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuStreamBeginCapture_ptsz(hStream: CUstream) -> CUresult {
    entry::enter(id::CU_STREAM_BEGIN_CAPTURE | PER_THREAD, || [hStream.slot()], || unsafe { api::stream::cu_stream_begin_capture(entry::stream_per_thread(hStream)) })
}

/// `cuStreamBeginCapture_v2`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuStreamBeginCapture_v2(hStream: CUstream, mode: CUstreamCaptureMode) -> CUresult {
    entry::enter(id::CU_STREAM_BEGIN_CAPTURE_V2, || [hStream.slot(), mode.slot()], || unsafe { api::stream::cu_stream_begin_capture_v2(entry::stream_legacy(hStream), mode) })
}

/// `cuStreamBeginCapture_v2_ptsz`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuStreamBeginCapture_v2_ptsz(hStream: CUstream, mode: CUstreamCaptureMode) -> CUresult {
    entry::enter(id::CU_STREAM_BEGIN_CAPTURE_V2 | PER_THREAD, || [hStream.slot(), mode.slot()], || unsafe { api::stream::cu_stream_begin_capture_v2(entry::stream_per_thread(hStream), mode) })
}

/// `cuStreamBeginCaptureToGraph`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuStreamBeginCaptureToGraph(hStream: CUstream, hGraph: CUgraph, dependencies: *const CUgraphNode, dependencyData: *const CUgraphEdgeData, numDependencies: usize, mode: CUstreamCaptureMode) -> CUresult {
    entry::enter(id::CU_STREAM_BEGIN_CAPTURE_TO_GRAPH, || [hStream.slot(), hGraph.slot(), dependencies.slot(), dependencyData.slot(), numDependencies.slot(), mode.slot()], || unsafe { api::stream::cu_stream_begin_capture_to_graph(entry::stream_legacy(hStream), hGraph, dependencies, dependencyData, numDependencies, mode) })
}

/// `cuStreamBeginCaptureToGraph_ptsz`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuStreamBeginCaptureToGraph_ptsz(hStream: CUstream, hGraph: CUgraph, dependencies: *const CUgraphNode, dependencyData: *const CUgraphEdgeData, numDependencies: usize, mode: CUstreamCaptureMode) -> CUresult {
    entry::enter(id::CU_STREAM_BEGIN_CAPTURE_TO_GRAPH | PER_THREAD, || [hStream.slot(), hGraph.slot(), dependencies.slot(), dependencyData.slot(), numDependencies.slot(), mode.slot()], || unsafe { api::stream::cu_stream_begin_capture_to_graph(entry::stream_per_thread(hStream), hGraph, dependencies, dependencyData, numDependencies, mode) })
}

/// `cuStreamBeginRecaptureToGraph`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuStreamBeginRecaptureToGraph(_: CUstream, _: CUstreamCaptureMode, _: CUgraph, _: CUgraphRecaptureCallback, _: *mut c_void) -> CUresult {
    entry::not_supported(id::CU_STREAM_BEGIN_RECAPTURE_TO_GRAPH)
}

/// `cuStreamBeginRecaptureToGraph_ptsz`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuStreamBeginRecaptureToGraph_ptsz(_: CUstream, _: CUstreamCaptureMode, _: CUgraph, _: CUgraphRecaptureCallback, _: *mut c_void) -> CUresult {
    entry::not_supported(id::CU_STREAM_BEGIN_RECAPTURE_TO_GRAPH | PER_THREAD)
}

/// `cuThreadExchangeStreamCaptureMode`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuThreadExchangeStreamCaptureMode(mode: *mut CUstreamCaptureMode) -> CUresult {
    entry::enter(id::CU_THREAD_EXCHANGE_STREAM_CAPTURE_MODE, || [mode.slot()], || unsafe { api::stream::cu_thread_exchange_stream_capture_mode(mode) })
}

/// `cuStreamEndCapture`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuStreamEndCapture(hStream: CUstream, phGraph: *mut CUgraph) -> CUresult {
    entry::enter(id::CU_STREAM_END_CAPTURE, || [hStream.slot(), phGraph.slot()], || unsafe { api::stream::cu_stream_end_capture(entry::stream_legacy(hStream), phGraph) })
}

/// `cuStreamEndCapture_ptsz`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuStreamEndCapture_ptsz(hStream: CUstream, phGraph: *mut CUgraph) -> CUresult {
    entry::enter(id::CU_STREAM_END_CAPTURE | PER_THREAD, || [hStream.slot(), phGraph.slot()], || unsafe { api::stream::cu_stream_end_capture(entry::stream_per_thread(hStream), phGraph) })
}

/// `cuStreamIsCapturing`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuStreamIsCapturing(hStream: CUstream, captureStatus: *mut CUstreamCaptureStatus) -> CUresult {
    entry::enter(id::CU_STREAM_IS_CAPTURING, || [hStream.slot(), captureStatus.slot()], || unsafe { api::stream::cu_stream_is_capturing(entry::stream_legacy(hStream), captureStatus) })
}

/// `cuStreamIsCapturing_ptsz`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuStreamIsCapturing_ptsz(hStream: CUstream, captureStatus: *mut CUstreamCaptureStatus) -> CUresult {
    entry::enter(id::CU_STREAM_IS_CAPTURING | PER_THREAD, || [hStream.slot(), captureStatus.slot()], || unsafe { api::stream::cu_stream_is_capturing(entry::stream_per_thread(hStream), captureStatus) })
}

/// `cuStreamGetCaptureInfo`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuStreamGetCaptureInfo(hStream: CUstream, captureStatus_out: *mut CUstreamCaptureStatus, id_out: *mut u64) -> CUresult {
    entry::enter(id::CU_STREAM_GET_CAPTURE_INFO, || [hStream.slot(), captureStatus_out.slot(), id_out.slot()], || unsafe { api::stream::cu_stream_get_capture_info(entry::stream_legacy(hStream), captureStatus_out, id_out) })
}

/// `cuStreamGetCaptureInfo_ptsz`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuStreamGetCaptureInfo_ptsz(hStream: CUstream, captureStatus_out: *mut CUstreamCaptureStatus, id_out: *mut u64) -> CUresult {
    entry::enter(id::CU_STREAM_GET_CAPTURE_INFO | PER_THREAD, || [hStream.slot(), captureStatus_out.slot(), id_out.slot()], || unsafe { api::stream::cu_stream_get_capture_info(entry::stream_per_thread(hStream), captureStatus_out, id_out) })
}

/// `cuStreamGetCaptureInfo_v2`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuStreamGetCaptureInfo_v2(hStream: CUstream, captureStatus_out: *mut CUstreamCaptureStatus, id_out: *mut u64, graph_out: *mut CUgraph, dependencies_out: *mut *const CUgraphNode, numDependencies_out: *mut usize) -> CUresult {
    entry::enter(id::CU_STREAM_GET_CAPTURE_INFO_V2, || [hStream.slot(), captureStatus_out.slot(), id_out.slot(), graph_out.slot(), dependencies_out.slot(), numDependencies_out.slot()], || unsafe { api::stream::cu_stream_get_capture_info_v2(entry::stream_legacy(hStream), captureStatus_out, id_out, graph_out, dependencies_out, numDependencies_out) })
}

/// `cuStreamGetCaptureInfo_v2_ptsz`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuStreamGetCaptureInfo_v2_ptsz(hStream: CUstream, captureStatus_out: *mut CUstreamCaptureStatus, id_out: *mut u64, graph_out: *mut CUgraph, dependencies_out: *mut *const CUgraphNode, numDependencies_out: *mut usize) -> CUresult {
    entry::enter(id::CU_STREAM_GET_CAPTURE_INFO_V2 | PER_THREAD, || [hStream.slot(), captureStatus_out.slot(), id_out.slot(), graph_out.slot(), dependencies_out.slot(), numDependencies_out.slot()], || unsafe { api::stream::cu_stream_get_capture_info_v2(entry::stream_per_thread(hStream), captureStatus_out, id_out, graph_out, dependencies_out, numDependencies_out) })
}

/// `cuStreamGetCaptureInfo_v3`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuStreamGetCaptureInfo_v3(hStream: CUstream, captureStatus_out: *mut CUstreamCaptureStatus, id_out: *mut u64, graph_out: *mut CUgraph, dependencies_out: *mut *const CUgraphNode, edgeData_out: *mut *const CUgraphEdgeData, numDependencies_out: *mut usize) -> CUresult {
    entry::enter(id::CU_STREAM_GET_CAPTURE_INFO_V3, || [hStream.slot(), captureStatus_out.slot(), id_out.slot(), graph_out.slot(), dependencies_out.slot(), edgeData_out.slot(), numDependencies_out.slot()], || unsafe { api::stream::cu_stream_get_capture_info_v3(entry::stream_legacy(hStream), captureStatus_out, id_out, graph_out, dependencies_out, edgeData_out, numDependencies_out) })
}

/// `cuStreamGetCaptureInfo_v3_ptsz`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuStreamGetCaptureInfo_v3_ptsz(hStream: CUstream, captureStatus_out: *mut CUstreamCaptureStatus, id_out: *mut u64, graph_out: *mut CUgraph, dependencies_out: *mut *const CUgraphNode, edgeData_out: *mut *const CUgraphEdgeData, numDependencies_out: *mut usize) -> CUresult {
    entry::enter(id::CU_STREAM_GET_CAPTURE_INFO_V3 | PER_THREAD, || [hStream.slot(), captureStatus_out.slot(), id_out.slot(), graph_out.slot(), dependencies_out.slot(), edgeData_out.slot(), numDependencies_out.slot()], || unsafe { api::stream::cu_stream_get_capture_info_v3(entry::stream_per_thread(hStream), captureStatus_out, id_out, graph_out, dependencies_out, edgeData_out, numDependencies_out) })
}

/// `cuStreamUpdateCaptureDependencies`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuStreamUpdateCaptureDependencies(hStream: CUstream, dependencies: *mut CUgraphNode, numDependencies: usize, flags: c_uint) -> CUresult {
    entry::enter(id::CU_STREAM_UPDATE_CAPTURE_DEPENDENCIES, || [hStream.slot(), dependencies.slot(), numDependencies.slot(), flags.slot()], || unsafe { api::stream::cu_stream_update_capture_dependencies(entry::stream_legacy(hStream), dependencies, numDependencies, flags) })
}

/// `cuStreamUpdateCaptureDependencies_ptsz`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuStreamUpdateCaptureDependencies_ptsz(hStream: CUstream, dependencies: *mut CUgraphNode, numDependencies: usize, flags: c_uint) -> CUresult {
    entry::enter(id::CU_STREAM_UPDATE_CAPTURE_DEPENDENCIES | PER_THREAD, || [hStream.slot(), dependencies.slot(), numDependencies.slot(), flags.slot()], || unsafe { api::stream::cu_stream_update_capture_dependencies(entry::stream_per_thread(hStream), dependencies, numDependencies, flags) })
}

/// `cuStreamUpdateCaptureDependencies_v2`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuStreamUpdateCaptureDependencies_v2(hStream: CUstream, dependencies: *mut CUgraphNode, dependencyData: *const CUgraphEdgeData, numDependencies: usize, flags: c_uint) -> CUresult {
    entry::enter(id::CU_STREAM_UPDATE_CAPTURE_DEPENDENCIES_V2, || [hStream.slot(), dependencies.slot(), dependencyData.slot(), numDependencies.slot(), flags.slot()], || unsafe { api::stream::cu_stream_update_capture_dependencies_v2(entry::stream_legacy(hStream), dependencies, dependencyData, numDependencies, flags) })
}

/// `cuStreamUpdateCaptureDependencies_v2_ptsz`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuStreamUpdateCaptureDependencies_v2_ptsz(hStream: CUstream, dependencies: *mut CUgraphNode, dependencyData: *const CUgraphEdgeData, numDependencies: usize, flags: c_uint) -> CUresult {
    entry::enter(id::CU_STREAM_UPDATE_CAPTURE_DEPENDENCIES_V2 | PER_THREAD, || [hStream.slot(), dependencies.slot(), dependencyData.slot(), numDependencies.slot(), flags.slot()], || unsafe { api::stream::cu_stream_update_capture_dependencies_v2(entry::stream_per_thread(hStream), dependencies, dependencyData, numDependencies, flags) })
}

/// `cuStreamBeginCaptureToCig`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuStreamBeginCaptureToCig(_: CUstream, _: *mut c_void) -> CUresult {
    entry::not_supported(id::CU_STREAM_BEGIN_CAPTURE_TO_CIG)
}

/// `cuStreamBeginCaptureToCig_ptsz`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuStreamBeginCaptureToCig_ptsz(_: CUstream, _: *mut c_void) -> CUresult {
    entry::not_supported(id::CU_STREAM_BEGIN_CAPTURE_TO_CIG | PER_THREAD)
}

/// `cuStreamEndCaptureToCig`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuStreamEndCaptureToCig(_: CUstream) -> CUresult {
    entry::not_supported(id::CU_STREAM_END_CAPTURE_TO_CIG)
}

/// `cuStreamEndCaptureToCig_ptsz`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuStreamEndCaptureToCig_ptsz(_: CUstream) -> CUresult {
    entry::not_supported(id::CU_STREAM_END_CAPTURE_TO_CIG | PER_THREAD)
}

/// `cuStreamAttachMemAsync`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuStreamAttachMemAsync(hStream: CUstream, dptr: CUdeviceptr, length: usize, flags: c_uint) -> CUresult {
    entry::enter(id::CU_STREAM_ATTACH_MEM_ASYNC, || [hStream.slot(), dptr.slot(), length.slot(), flags.slot()], || unsafe { api::stream::cu_stream_attach_mem_async(entry::stream_legacy(hStream), dptr, length, flags) })
}

/// `cuStreamAttachMemAsync_ptsz`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuStreamAttachMemAsync_ptsz(hStream: CUstream, dptr: CUdeviceptr, length: usize, flags: c_uint) -> CUresult {
    entry::enter(id::CU_STREAM_ATTACH_MEM_ASYNC | PER_THREAD, || [hStream.slot(), dptr.slot(), length.slot(), flags.slot()], || unsafe { api::stream::cu_stream_attach_mem_async(entry::stream_per_thread(hStream), dptr, length, flags) })
}

/// `cuStreamQuery`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuStreamQuery(hStream: CUstream) -> CUresult {
    entry::enter(id::CU_STREAM_QUERY, || [hStream.slot()], || unsafe { api::stream::cu_stream_query(entry::stream_legacy(hStream)) })
}

/// `cuStreamQuery_ptsz`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuStreamQuery_ptsz(hStream: CUstream) -> CUresult {
    entry::enter(id::CU_STREAM_QUERY | PER_THREAD, || [hStream.slot()], || unsafe { api::stream::cu_stream_query(entry::stream_per_thread(hStream)) })
}

/// `cuStreamSynchronize`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuStreamSynchronize(hStream: CUstream) -> CUresult {
    entry::enter(id::CU_STREAM_SYNCHRONIZE, || [hStream.slot()], || unsafe { api::stream::cu_stream_synchronize(entry::stream_legacy(hStream)) })
}

/// `cuStreamSynchronize_ptsz`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuStreamSynchronize_ptsz(hStream: CUstream) -> CUresult {
    entry::enter(id::CU_STREAM_SYNCHRONIZE | PER_THREAD, || [hStream.slot()], || unsafe { api::stream::cu_stream_synchronize(entry::stream_per_thread(hStream)) })
}

/// `cuStreamDestroy`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuStreamDestroy(_: CUstream) -> CUresult {
    entry::not_supported(id::CU_STREAM_DESTROY)
}

/// `cuStreamDestroy_v2`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuStreamDestroy_v2(hStream: CUstream) -> CUresult {
    entry::enter(id::CU_STREAM_DESTROY_V2, || [hStream.slot()], || unsafe { api::stream::cu_stream_destroy_v2(hStream) })
}

/// `cuStreamCopyAttributes`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuStreamCopyAttributes(_: CUstream, _: CUstream) -> CUresult {
    entry::not_supported(id::CU_STREAM_COPY_ATTRIBUTES)
}

/// `cuStreamCopyAttributes_ptsz`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuStreamCopyAttributes_ptsz(_: CUstream, _: CUstream) -> CUresult {
    entry::not_supported(id::CU_STREAM_COPY_ATTRIBUTES | PER_THREAD)
}

/// `cuStreamGetAttribute`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuStreamGetAttribute(_: CUstream, _: CUstreamAttrID, _: *mut CUstreamAttrValue) -> CUresult {
    entry::not_supported(id::CU_STREAM_GET_ATTRIBUTE)
}

/// `cuStreamGetAttribute_ptsz`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuStreamGetAttribute_ptsz(_: CUstream, _: CUstreamAttrID, _: *mut CUstreamAttrValue) -> CUresult {
    entry::not_supported(id::CU_STREAM_GET_ATTRIBUTE | PER_THREAD)
}

/// `cuStreamSetAttribute`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuStreamSetAttribute(_: CUstream, _: CUstreamAttrID, _: *const CUstreamAttrValue) -> CUresult {
    entry::not_supported(id::CU_STREAM_SET_ATTRIBUTE)
}

/// `cuStreamSetAttribute_ptsz`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuStreamSetAttribute_ptsz(_: CUstream, _: CUstreamAttrID, _: *const CUstreamAttrValue) -> CUresult {
    entry::not_supported(id::CU_STREAM_SET_ATTRIBUTE | PER_THREAD)
}

/// `cuEventCreate`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuEventCreate(phEvent: *mut CUevent, Flags: c_uint) -> CUresult {
    entry::enter(id::CU_EVENT_CREATE, || [phEvent.slot(), Flags.slot()], || unsafe { api::event::cu_event_create(phEvent, Flags) })
}

/// `cuEventRecord`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuEventRecord(hEvent: CUevent, hStream: CUstream) -> CUresult {
    entry::enter(id::CU_EVENT_RECORD, || [hEvent.slot(), hStream.slot()], || unsafe { api::event::cu_event_record(hEvent, entry::stream_legacy(hStream)) })
}

/// `cuEventRecord_ptsz`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuEventRecord_ptsz(hEvent: CUevent, hStream: CUstream) -> CUresult {
    entry::enter(id::CU_EVENT_RECORD | PER_THREAD, || [hEvent.slot(), hStream.slot()], || unsafe { api::event::cu_event_record(hEvent, entry::stream_per_thread(hStream)) })
}

/// `cuEventRecordWithFlags`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuEventRecordWithFlags(hEvent: CUevent, hStream: CUstream, flags: c_uint) -> CUresult {
    entry::enter(id::CU_EVENT_RECORD_WITH_FLAGS, || [hEvent.slot(), hStream.slot(), flags.slot()], || unsafe { api::event::cu_event_record_with_flags(hEvent, entry::stream_legacy(hStream), flags) })
}

/// `cuEventRecordWithFlags_ptsz`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuEventRecordWithFlags_ptsz(hEvent: CUevent, hStream: CUstream, flags: c_uint) -> CUresult {
    entry::enter(id::CU_EVENT_RECORD_WITH_FLAGS | PER_THREAD, || [hEvent.slot(), hStream.slot(), flags.slot()], || unsafe { api::event::cu_event_record_with_flags(hEvent, entry::stream_per_thread(hStream), flags) })
}

/// `cuEventQuery`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuEventQuery(hEvent: CUevent) -> CUresult {
    entry::enter(id::CU_EVENT_QUERY, || [hEvent.slot()], || unsafe { api::event::cu_event_query(hEvent) })
}

/// `cuEventSynchronize`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuEventSynchronize(hEvent: CUevent) -> CUresult {
    entry::enter(id::CU_EVENT_SYNCHRONIZE, || [hEvent.slot()], || unsafe { api::event::cu_event_synchronize(hEvent) })
}

/// `cuEventDestroy`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuEventDestroy(_: CUevent) -> CUresult {
    entry::not_supported(id::CU_EVENT_DESTROY)
}

/// `cuEventDestroy_v2`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuEventDestroy_v2(hEvent: CUevent) -> CUresult {
    entry::enter(id::CU_EVENT_DESTROY_V2, || [hEvent.slot()], || unsafe { api::event::cu_event_destroy_v2(hEvent) })
}

/// `cuEventElapsedTime`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuEventElapsedTime(pMilliseconds: *mut f32, hStart: CUevent, hEnd: CUevent) -> CUresult {
    entry::enter(id::CU_EVENT_ELAPSED_TIME, || [pMilliseconds.slot(), hStart.slot(), hEnd.slot()], || unsafe { api::event::cu_event_elapsed_time(pMilliseconds, hStart, hEnd) })
}

/// `cuEventElapsedTime_v2`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuEventElapsedTime_v2(pMilliseconds: *mut f32, hStart: CUevent, hEnd: CUevent) -> CUresult {
    entry::enter(id::CU_EVENT_ELAPSED_TIME_V2, || [pMilliseconds.slot(), hStart.slot(), hEnd.slot()], || unsafe { api::event::cu_event_elapsed_time_v2(pMilliseconds, hStart, hEnd) })
}

/// `cuImportExternalMemory`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuImportExternalMemory(_: *mut CUexternalMemory, _: *const c_void) -> CUresult {
    entry::not_supported(id::CU_IMPORT_EXTERNAL_MEMORY)
}

/// `cuExternalMemoryGetMappedBuffer`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuExternalMemoryGetMappedBuffer(_: *mut CUdeviceptr, _: CUexternalMemory, _: *const c_void) -> CUresult {
    entry::not_supported(id::CU_EXTERNAL_MEMORY_GET_MAPPED_BUFFER)
}

/// `cuExternalMemoryGetMappedMipmappedArray`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuExternalMemoryGetMappedMipmappedArray(_: *mut CUmipmappedArray, _: CUexternalMemory, _: *const c_void) -> CUresult {
    entry::not_supported(id::CU_EXTERNAL_MEMORY_GET_MAPPED_MIPMAPPED_ARRAY)
}

/// `cuDestroyExternalMemory`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuDestroyExternalMemory(_: CUexternalMemory) -> CUresult {
    entry::not_supported(id::CU_DESTROY_EXTERNAL_MEMORY)
}

/// `cuImportExternalSemaphore`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuImportExternalSemaphore(_: *mut CUexternalSemaphore, _: *const c_void) -> CUresult {
    entry::not_supported(id::CU_IMPORT_EXTERNAL_SEMAPHORE)
}

/// `cuSignalExternalSemaphoresAsync`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuSignalExternalSemaphoresAsync(_: *const CUexternalSemaphore, _: *const c_void, _: c_uint, _: CUstream) -> CUresult {
    entry::not_supported(id::CU_SIGNAL_EXTERNAL_SEMAPHORES_ASYNC)
}

/// `cuSignalExternalSemaphoresAsync_ptsz`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuSignalExternalSemaphoresAsync_ptsz(_: *const CUexternalSemaphore, _: *const c_void, _: c_uint, _: CUstream) -> CUresult {
    entry::not_supported(id::CU_SIGNAL_EXTERNAL_SEMAPHORES_ASYNC | PER_THREAD)
}

/// `cuWaitExternalSemaphoresAsync`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuWaitExternalSemaphoresAsync(_: *const CUexternalSemaphore, _: *const c_void, _: c_uint, _: CUstream) -> CUresult {
    entry::not_supported(id::CU_WAIT_EXTERNAL_SEMAPHORES_ASYNC)
}

/// `cuWaitExternalSemaphoresAsync_ptsz`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuWaitExternalSemaphoresAsync_ptsz(_: *const CUexternalSemaphore, _: *const c_void, _: c_uint, _: CUstream) -> CUresult {
    entry::not_supported(id::CU_WAIT_EXTERNAL_SEMAPHORES_ASYNC | PER_THREAD)
}

/// `cuDestroyExternalSemaphore`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuDestroyExternalSemaphore(_: CUexternalSemaphore) -> CUresult {
    entry::not_supported(id::CU_DESTROY_EXTERNAL_SEMAPHORE)
}

/// `cuStreamWaitValue32`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuStreamWaitValue32(stream: CUstream, addr: CUdeviceptr, value: u32, flags: c_uint) -> CUresult {
    entry::enter(id::CU_STREAM_WAIT_VALUE32, || [stream.slot(), addr.slot(), value.slot(), flags.slot()], || unsafe { api::stream::cu_stream_wait_value32(entry::stream_legacy(stream), addr, value, flags) })
}

/// `cuStreamWaitValue32_ptsz`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuStreamWaitValue32_ptsz(stream: CUstream, addr: CUdeviceptr, value: u32, flags: c_uint) -> CUresult {
    entry::enter(id::CU_STREAM_WAIT_VALUE32 | PER_THREAD, || [stream.slot(), addr.slot(), value.slot(), flags.slot()], || unsafe { api::stream::cu_stream_wait_value32(entry::stream_per_thread(stream), addr, value, flags) })
}

/// `cuStreamWaitValue32_v2`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuStreamWaitValue32_v2(stream: CUstream, addr: CUdeviceptr, value: u32, flags: c_uint) -> CUresult {
    entry::enter(id::CU_STREAM_WAIT_VALUE32_V2, || [stream.slot(), addr.slot(), value.slot(), flags.slot()], || unsafe { api::stream::cu_stream_wait_value32_v2(entry::stream_legacy(stream), addr, value, flags) })
}

/// `cuStreamWaitValue32_v2_ptsz`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuStreamWaitValue32_v2_ptsz(stream: CUstream, addr: CUdeviceptr, value: u32, flags: c_uint) -> CUresult {
    entry::enter(id::CU_STREAM_WAIT_VALUE32_V2 | PER_THREAD, || [stream.slot(), addr.slot(), value.slot(), flags.slot()], || unsafe { api::stream::cu_stream_wait_value32_v2(entry::stream_per_thread(stream), addr, value, flags) })
}

/// `cuStreamWaitValue64`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuStreamWaitValue64(stream: CUstream, addr: CUdeviceptr, value: u64, flags: c_uint) -> CUresult {
    entry::enter(id::CU_STREAM_WAIT_VALUE64, || [stream.slot(), addr.slot(), value.slot(), flags.slot()], || unsafe { api::stream::cu_stream_wait_value64(entry::stream_legacy(stream), addr, value, flags) })
}

/// `cuStreamWaitValue64_ptsz`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuStreamWaitValue64_ptsz(stream: CUstream, addr: CUdeviceptr, value: u64, flags: c_uint) -> CUresult {
    entry::enter(id::CU_STREAM_WAIT_VALUE64 | PER_THREAD, || [stream.slot(), addr.slot(), value.slot(), flags.slot()], || unsafe { api::stream::cu_stream_wait_value64(entry::stream_per_thread(stream), addr, value, flags) })
}

/// `cuStreamWaitValue64_v2`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuStreamWaitValue64_v2(stream: CUstream, addr: CUdeviceptr, value: u64, flags: c_uint) -> CUresult {
    entry::enter(id::CU_STREAM_WAIT_VALUE64_V2, || [stream.slot(), addr.slot(), value.slot(), flags.slot()], || unsafe { api::stream::cu_stream_wait_value64_v2(entry::stream_legacy(stream), addr, value, flags) })
}

/// `cuStreamWaitValue64_v2_ptsz`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuStreamWaitValue64_v2_ptsz(stream: CUstream, addr: CUdeviceptr, value: u64, flags: c_uint) -> CUresult {
    entry::enter(id::CU_STREAM_WAIT_VALUE64_V2 | PER_THREAD, || [stream.slot(), addr.slot(), value.slot(), flags.slot()], || unsafe { api::stream::cu_stream_wait_value64_v2(entry::stream_per_thread(stream), addr, value, flags) })
}

/// `cuStreamWriteValue32`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuStreamWriteValue32(stream: CUstream, addr: CUdeviceptr, value: u32, flags: c_uint) -> CUresult {
    entry::enter(id::CU_STREAM_WRITE_VALUE32, || [stream.slot(), addr.slot(), value.slot(), flags.slot()], || unsafe { api::stream::cu_stream_write_value32(entry::stream_legacy(stream), addr, value, flags) })
}

/// `cuStreamWriteValue32_ptsz`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuStreamWriteValue32_ptsz(stream: CUstream, addr: CUdeviceptr, value: u32, flags: c_uint) -> CUresult {
    entry::enter(id::CU_STREAM_WRITE_VALUE32 | PER_THREAD, || [stream.slot(), addr.slot(), value.slot(), flags.slot()], || unsafe { api::stream::cu_stream_write_value32(entry::stream_per_thread(stream), addr, value, flags) })
}

/// `cuStreamWriteValue32_v2`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuStreamWriteValue32_v2(stream: CUstream, addr: CUdeviceptr, value: u32, flags: c_uint) -> CUresult {
    entry::enter(id::CU_STREAM_WRITE_VALUE32_V2, || [stream.slot(), addr.slot(), value.slot(), flags.slot()], || unsafe { api::stream::cu_stream_write_value32_v2(entry::stream_legacy(stream), addr, value, flags) })
}

/// `cuStreamWriteValue32_v2_ptsz`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuStreamWriteValue32_v2_ptsz(stream: CUstream, addr: CUdeviceptr, value: u32, flags: c_uint) -> CUresult {
    entry::enter(id::CU_STREAM_WRITE_VALUE32_V2 | PER_THREAD, || [stream.slot(), addr.slot(), value.slot(), flags.slot()], || unsafe { api::stream::cu_stream_write_value32_v2(entry::stream_per_thread(stream), addr, value, flags) })
}

/// `cuStreamWriteValue64`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuStreamWriteValue64(stream: CUstream, addr: CUdeviceptr, value: u64, flags: c_uint) -> CUresult {
    entry::enter(id::CU_STREAM_WRITE_VALUE64, || [stream.slot(), addr.slot(), value.slot(), flags.slot()], || unsafe { api::stream::cu_stream_write_value64(entry::stream_legacy(stream), addr, value, flags) })
}

/// `cuStreamWriteValue64_ptsz`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuStreamWriteValue64_ptsz(stream: CUstream, addr: CUdeviceptr, value: u64, flags: c_uint) -> CUresult {
    entry::enter(id::CU_STREAM_WRITE_VALUE64 | PER_THREAD, || [stream.slot(), addr.slot(), value.slot(), flags.slot()], || unsafe { api::stream::cu_stream_write_value64(entry::stream_per_thread(stream), addr, value, flags) })
}

/// `cuStreamWriteValue64_v2`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuStreamWriteValue64_v2(stream: CUstream, addr: CUdeviceptr, value: u64, flags: c_uint) -> CUresult {
    entry::enter(id::CU_STREAM_WRITE_VALUE64_V2, || [stream.slot(), addr.slot(), value.slot(), flags.slot()], || unsafe { api::stream::cu_stream_write_value64_v2(entry::stream_legacy(stream), addr, value, flags) })
}

/// `cuStreamWriteValue64_v2_ptsz`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuStreamWriteValue64_v2_ptsz(stream: CUstream, addr: CUdeviceptr, value: u64, flags: c_uint) -> CUresult {
    entry::enter(id::CU_STREAM_WRITE_VALUE64_V2 | PER_THREAD, || [stream.slot(), addr.slot(), value.slot(), flags.slot()], || unsafe { api::stream::cu_stream_write_value64_v2(entry::stream_per_thread(stream), addr, value, flags) })
}

/// `cuStreamBatchMemOp`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuStreamBatchMemOp(_: CUstream, _: c_uint, _: *mut CUstreamBatchMemOpParams, _: c_uint) -> CUresult {
    entry::not_supported(id::CU_STREAM_BATCH_MEM_OP)
}

/// `cuStreamBatchMemOp_ptsz`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuStreamBatchMemOp_ptsz(_: CUstream, _: c_uint, _: *mut CUstreamBatchMemOpParams, _: c_uint) -> CUresult {
    entry::not_supported(id::CU_STREAM_BATCH_MEM_OP | PER_THREAD)
}

/// `cuStreamBatchMemOp_v2`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuStreamBatchMemOp_v2(_: CUstream, _: c_uint, _: *mut CUstreamBatchMemOpParams, _: c_uint) -> CUresult {
    entry::not_supported(id::CU_STREAM_BATCH_MEM_OP_V2)
}

/// `cuStreamBatchMemOp_v2_ptsz`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuStreamBatchMemOp_v2_ptsz(_: CUstream, _: c_uint, _: *mut CUstreamBatchMemOpParams, _: c_uint) -> CUresult {
    entry::not_supported(id::CU_STREAM_BATCH_MEM_OP_V2 | PER_THREAD)
}

/// `cuFuncGetAttribute`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuFuncGetAttribute(pi: *mut c_int, attrib: CUfunction_attribute, hfunc: CUfunction) -> CUresult {
    entry::enter(id::CU_FUNC_GET_ATTRIBUTE, || [pi.slot(), attrib.slot(), hfunc.slot()], || unsafe { api::function::cu_func_get_attribute(pi, attrib, hfunc) })
}

/// `cuFuncSetAttribute`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuFuncSetAttribute(hfunc: CUfunction, attrib: CUfunction_attribute, value: c_int) -> CUresult {
    entry::enter(id::CU_FUNC_SET_ATTRIBUTE, || [hfunc.slot(), attrib.slot(), value.slot()], || unsafe { api::function::cu_func_set_attribute(hfunc, attrib, value) })
}

/// `cuFuncSetCacheConfig`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuFuncSetCacheConfig(hfunc: CUfunction, config: CUfunc_cache) -> CUresult {
    entry::enter(id::CU_FUNC_SET_CACHE_CONFIG, || [hfunc.slot(), config.slot()], || unsafe { api::function::cu_func_set_cache_config(hfunc, config) })
}

/// `cuFuncSetSharedMemConfig`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuFuncSetSharedMemConfig(hfunc: CUfunction, config: CUsharedconfig) -> CUresult {
    entry::enter(id::CU_FUNC_SET_SHARED_MEM_CONFIG, || [hfunc.slot(), config.slot()], || unsafe { api::function::cu_func_set_shared_mem_config(hfunc, config) })
}

/// `cuFuncGetName`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuFuncGetName(name: *mut *const c_char, hfunc: CUfunction) -> CUresult {
    entry::enter(id::CU_FUNC_GET_NAME, || [name.slot(), hfunc.slot()], || unsafe { api::function::cu_func_get_name(name, hfunc) })
}

/// `cuFuncGetParamInfo`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuFuncGetParamInfo(func: CUfunction, paramIndex: usize, paramOffset: *mut usize, paramSize: *mut usize) -> CUresult {
    entry::enter(id::CU_FUNC_GET_PARAM_INFO, || [func.slot(), paramIndex.slot(), paramOffset.slot(), paramSize.slot()], || unsafe { api::function::cu_func_get_param_info(func, paramIndex, paramOffset, paramSize) })
}

/// `cuFuncGetParamCount`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuFuncGetParamCount(func: CUfunction, paramCount: *mut usize) -> CUresult {
    entry::enter(id::CU_FUNC_GET_PARAM_COUNT, || [func.slot(), paramCount.slot()], || unsafe { api::function::cu_func_get_param_count(func, paramCount) })
}

/// `cuFuncIsLoaded`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuFuncIsLoaded(state: *mut CUfunctionLoadingState, hfunc: CUfunction) -> CUresult {
    entry::enter(id::CU_FUNC_IS_LOADED, || [state.slot(), hfunc.slot()], || unsafe { api::function::cu_func_is_loaded(state, hfunc) })
}

/// `cuFuncLoad`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuFuncLoad(hfunc: CUfunction) -> CUresult {
    entry::enter(id::CU_FUNC_LOAD, || [hfunc.slot()], || unsafe { api::function::cu_func_load(hfunc) })
}

/// `cuLaunchKernel`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuLaunchKernel(f: CUfunction, gridDimX: c_uint, gridDimY: c_uint, gridDimZ: c_uint, blockDimX: c_uint, blockDimY: c_uint, blockDimZ: c_uint, sharedMemBytes: c_uint, hStream: CUstream, kernelParams: *mut *mut c_void, extra: *mut *mut c_void) -> CUresult {
    entry::enter(id::CU_LAUNCH_KERNEL, || [f.slot(), gridDimX.slot(), gridDimY.slot(), gridDimZ.slot(), blockDimX.slot(), blockDimY.slot(), blockDimZ.slot(), sharedMemBytes.slot(), hStream.slot(), kernelParams.slot(), extra.slot()], || unsafe { api::launch::cu_launch_kernel(f, gridDimX, gridDimY, gridDimZ, blockDimX, blockDimY, blockDimZ, sharedMemBytes, entry::stream_legacy(hStream), kernelParams, extra) })
}

/// `cuLaunchKernel_ptsz`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuLaunchKernel_ptsz(f: CUfunction, gridDimX: c_uint, gridDimY: c_uint, gridDimZ: c_uint, blockDimX: c_uint, blockDimY: c_uint, blockDimZ: c_uint, sharedMemBytes: c_uint, hStream: CUstream, kernelParams: *mut *mut c_void, extra: *mut *mut c_void) -> CUresult {
    entry::enter(id::CU_LAUNCH_KERNEL | PER_THREAD, || [f.slot(), gridDimX.slot(), gridDimY.slot(), gridDimZ.slot(), blockDimX.slot(), blockDimY.slot(), blockDimZ.slot(), sharedMemBytes.slot(), hStream.slot(), kernelParams.slot(), extra.slot()], || unsafe { api::launch::cu_launch_kernel(f, gridDimX, gridDimY, gridDimZ, blockDimX, blockDimY, blockDimZ, sharedMemBytes, entry::stream_per_thread(hStream), kernelParams, extra) })
}

/// `cuLaunchKernelEx`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuLaunchKernelEx(config: *const CUlaunchConfig, f: CUfunction, kernelParams: *mut *mut c_void, extra: *mut *mut c_void) -> CUresult {
    entry::enter(id::CU_LAUNCH_KERNEL_EX, || [config.slot(), f.slot(), kernelParams.slot(), extra.slot()], || unsafe { api::launch::cu_launch_kernel_ex(config, f, kernelParams, extra, CU_STREAM_LEGACY) })
}

/// `cuLaunchKernelEx_ptsz`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuLaunchKernelEx_ptsz(config: *const CUlaunchConfig, f: CUfunction, kernelParams: *mut *mut c_void, extra: *mut *mut c_void) -> CUresult {
    entry::enter(id::CU_LAUNCH_KERNEL_EX | PER_THREAD, || [config.slot(), f.slot(), kernelParams.slot(), extra.slot()], || unsafe { api::launch::cu_launch_kernel_ex(config, f, kernelParams, extra, CU_STREAM_PER_THREAD) })
}

/// `cuLaunchCooperativeKernel`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuLaunchCooperativeKernel(f: CUfunction, gridDimX: c_uint, gridDimY: c_uint, gridDimZ: c_uint, blockDimX: c_uint, blockDimY: c_uint, blockDimZ: c_uint, sharedMemBytes: c_uint, hStream: CUstream, kernelParams: *mut *mut c_void) -> CUresult {
    entry::enter(id::CU_LAUNCH_COOPERATIVE_KERNEL, || [f.slot(), gridDimX.slot(), gridDimY.slot(), gridDimZ.slot(), blockDimX.slot(), blockDimY.slot(), blockDimZ.slot(), sharedMemBytes.slot(), hStream.slot(), kernelParams.slot()], || unsafe { api::launch::cu_launch_cooperative_kernel(f, gridDimX, gridDimY, gridDimZ, blockDimX, blockDimY, blockDimZ, sharedMemBytes, entry::stream_legacy(hStream), kernelParams) })
}

/// `cuLaunchCooperativeKernel_ptsz`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuLaunchCooperativeKernel_ptsz(f: CUfunction, gridDimX: c_uint, gridDimY: c_uint, gridDimZ: c_uint, blockDimX: c_uint, blockDimY: c_uint, blockDimZ: c_uint, sharedMemBytes: c_uint, hStream: CUstream, kernelParams: *mut *mut c_void) -> CUresult {
    entry::enter(id::CU_LAUNCH_COOPERATIVE_KERNEL | PER_THREAD, || [f.slot(), gridDimX.slot(), gridDimY.slot(), gridDimZ.slot(), blockDimX.slot(), blockDimY.slot(), blockDimZ.slot(), sharedMemBytes.slot(), hStream.slot(), kernelParams.slot()], || unsafe { api::launch::cu_launch_cooperative_kernel(f, gridDimX, gridDimY, gridDimZ, blockDimX, blockDimY, blockDimZ, sharedMemBytes, entry::stream_per_thread(hStream), kernelParams) })
}

/// `cuLaunchCooperativeKernelMultiDevice`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuLaunchCooperativeKernelMultiDevice(_: *mut CUDA_LAUNCH_PARAMS_v1, _: c_uint, _: c_uint) -> CUresult {
    entry::not_supported(id::CU_LAUNCH_COOPERATIVE_KERNEL_MULTI_DEVICE)
}

/// `cuLaunchHostFunc`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuLaunchHostFunc(hStream: CUstream, r#fn: CUhostFn, userData: *mut c_void) -> CUresult {
    entry::enter(id::CU_LAUNCH_HOST_FUNC, || [hStream.slot(), r#fn.map_or(0, |f| f as usize as u64), userData.slot()], || unsafe { api::launch::cu_launch_host_func(entry::stream_legacy(hStream), r#fn, userData) })
}

/// `cuLaunchHostFunc_ptsz`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuLaunchHostFunc_ptsz(hStream: CUstream, r#fn: CUhostFn, userData: *mut c_void) -> CUresult {
    entry::enter(id::CU_LAUNCH_HOST_FUNC | PER_THREAD, || [hStream.slot(), r#fn.map_or(0, |f| f as usize as u64), userData.slot()], || unsafe { api::launch::cu_launch_host_func(entry::stream_per_thread(hStream), r#fn, userData) })
}

/// `cuLaunchHostFunc_v2`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuLaunchHostFunc_v2(_: CUstream, _: CUhostFn, _: *mut c_void, _: c_uint) -> CUresult {
    entry::not_supported(id::CU_LAUNCH_HOST_FUNC_V2)
}

/// `cuLaunchHostFunc_v2_ptsz`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuLaunchHostFunc_v2_ptsz(_: CUstream, _: CUhostFn, _: *mut c_void, _: c_uint) -> CUresult {
    entry::not_supported(id::CU_LAUNCH_HOST_FUNC_V2 | PER_THREAD)
}

/// `cuFuncSetBlockShape`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuFuncSetBlockShape(_: CUfunction, _: c_int, _: c_int, _: c_int) -> CUresult {
    entry::not_supported(id::CU_FUNC_SET_BLOCK_SHAPE)
}

/// `cuFuncSetSharedSize`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuFuncSetSharedSize(_: CUfunction, _: c_uint) -> CUresult {
    entry::not_supported(id::CU_FUNC_SET_SHARED_SIZE)
}

/// `cuParamSetSize`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuParamSetSize(_: CUfunction, _: c_uint) -> CUresult {
    entry::not_supported(id::CU_PARAM_SET_SIZE)
}

/// `cuParamSeti`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuParamSeti(_: CUfunction, _: c_int, _: c_uint) -> CUresult {
    entry::not_supported(id::CU_PARAM_SETI)
}

/// `cuParamSetf`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuParamSetf(_: CUfunction, _: c_int, _: f32) -> CUresult {
    entry::not_supported(id::CU_PARAM_SETF)
}

/// `cuParamSetv`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuParamSetv(_: CUfunction, _: c_int, _: *mut c_void, _: c_uint) -> CUresult {
    entry::not_supported(id::CU_PARAM_SETV)
}

/// `cuLaunch`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuLaunch(_: CUfunction) -> CUresult {
    entry::not_supported(id::CU_LAUNCH)
}

/// `cuLaunchGrid`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuLaunchGrid(_: CUfunction, _: c_int, _: c_int) -> CUresult {
    entry::not_supported(id::CU_LAUNCH_GRID)
}

/// `cuLaunchGridAsync`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuLaunchGridAsync(_: CUfunction, _: c_int, _: c_int, _: CUstream) -> CUresult {
    entry::not_supported(id::CU_LAUNCH_GRID_ASYNC)
}

/// `cuParamSetTexRef`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuParamSetTexRef(_: CUfunction, _: c_int, _: CUtexref) -> CUresult {
    entry::not_supported(id::CU_PARAM_SET_TEX_REF)
}

/// `cuGraphCreate`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGraphCreate(phGraph: *mut CUgraph, flags: c_uint) -> CUresult {
    entry::enter(id::CU_GRAPH_CREATE, || [phGraph.slot(), flags.slot()], || unsafe { api::graph::cu_graph_create(phGraph, flags) })
}

/// `cuGraphAddKernelNode`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGraphAddKernelNode(phGraphNode: *mut CUgraphNode, hGraph: CUgraph, dependencies: *const CUgraphNode, numDependencies: usize, nodeParams: *const CUDA_KERNEL_NODE_PARAMS_v1) -> CUresult {
    entry::enter(id::CU_GRAPH_ADD_KERNEL_NODE, || [phGraphNode.slot(), hGraph.slot(), dependencies.slot(), numDependencies.slot(), nodeParams.slot()], || unsafe { api::graph::cu_graph_add_kernel_node(phGraphNode, hGraph, dependencies, numDependencies, nodeParams) })
}

/// `cuGraphAddKernelNode_v2`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGraphAddKernelNode_v2(phGraphNode: *mut CUgraphNode, hGraph: CUgraph, dependencies: *const CUgraphNode, numDependencies: usize, nodeParams: *const CUDA_KERNEL_NODE_PARAMS_v2) -> CUresult {
    entry::enter(id::CU_GRAPH_ADD_KERNEL_NODE_V2, || [phGraphNode.slot(), hGraph.slot(), dependencies.slot(), numDependencies.slot(), nodeParams.slot()], || unsafe { api::graph::cu_graph_add_kernel_node_v2(phGraphNode, hGraph, dependencies, numDependencies, nodeParams) })
}

/// `cuGraphKernelNodeGetParams`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGraphKernelNodeGetParams(hNode: CUgraphNode, nodeParams: *mut CUDA_KERNEL_NODE_PARAMS_v1) -> CUresult {
    entry::enter(id::CU_GRAPH_KERNEL_NODE_GET_PARAMS, || [hNode.slot(), nodeParams.slot()], || unsafe { api::graph::cu_graph_kernel_node_get_params(hNode, nodeParams) })
}

/// `cuGraphKernelNodeGetParams_v2`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGraphKernelNodeGetParams_v2(hNode: CUgraphNode, nodeParams: *mut CUDA_KERNEL_NODE_PARAMS_v2) -> CUresult {
    entry::enter(id::CU_GRAPH_KERNEL_NODE_GET_PARAMS_V2, || [hNode.slot(), nodeParams.slot()], || unsafe { api::graph::cu_graph_kernel_node_get_params_v2(hNode, nodeParams) })
}

/// `cuGraphKernelNodeSetParams`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGraphKernelNodeSetParams(hNode: CUgraphNode, nodeParams: *const CUDA_KERNEL_NODE_PARAMS_v1) -> CUresult {
    entry::enter(id::CU_GRAPH_KERNEL_NODE_SET_PARAMS, || [hNode.slot(), nodeParams.slot()], || unsafe { api::graph::cu_graph_kernel_node_set_params(hNode, nodeParams) })
}

/// `cuGraphKernelNodeSetParams_v2`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGraphKernelNodeSetParams_v2(hNode: CUgraphNode, nodeParams: *const CUDA_KERNEL_NODE_PARAMS_v2) -> CUresult {
    entry::enter(id::CU_GRAPH_KERNEL_NODE_SET_PARAMS_V2, || [hNode.slot(), nodeParams.slot()], || unsafe { api::graph::cu_graph_kernel_node_set_params_v2(hNode, nodeParams) })
}

/// `cuGraphAddMemcpyNode`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGraphAddMemcpyNode(phGraphNode: *mut CUgraphNode, hGraph: CUgraph, dependencies: *const CUgraphNode, numDependencies: usize, copyParams: *const CUDA_MEMCPY3D_v2, ctx: CUcontext) -> CUresult {
    entry::enter(id::CU_GRAPH_ADD_MEMCPY_NODE, || [phGraphNode.slot(), hGraph.slot(), dependencies.slot(), numDependencies.slot(), copyParams.slot(), ctx.slot()], || unsafe { api::graph::cu_graph_add_memcpy_node(phGraphNode, hGraph, dependencies, numDependencies, copyParams, ctx) })
}

/// `cuGraphMemcpyNodeGetParams`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGraphMemcpyNodeGetParams(hNode: CUgraphNode, nodeParams: *mut CUDA_MEMCPY3D_v2) -> CUresult {
    entry::enter(id::CU_GRAPH_MEMCPY_NODE_GET_PARAMS, || [hNode.slot(), nodeParams.slot()], || unsafe { api::graph::cu_graph_memcpy_node_get_params(hNode, nodeParams) })
}

/// `cuGraphMemcpyNodeSetParams`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGraphMemcpyNodeSetParams(hNode: CUgraphNode, nodeParams: *const CUDA_MEMCPY3D_v2) -> CUresult {
    entry::enter(id::CU_GRAPH_MEMCPY_NODE_SET_PARAMS, || [hNode.slot(), nodeParams.slot()], || unsafe { api::graph::cu_graph_memcpy_node_set_params(hNode, nodeParams) })
}

/// `cuGraphAddMemsetNode`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGraphAddMemsetNode(phGraphNode: *mut CUgraphNode, hGraph: CUgraph, dependencies: *const CUgraphNode, numDependencies: usize, memsetParams: *const CUDA_MEMSET_NODE_PARAMS_v1, ctx: CUcontext) -> CUresult {
    entry::enter(id::CU_GRAPH_ADD_MEMSET_NODE, || [phGraphNode.slot(), hGraph.slot(), dependencies.slot(), numDependencies.slot(), memsetParams.slot(), ctx.slot()], || unsafe { api::graph::cu_graph_add_memset_node(phGraphNode, hGraph, dependencies, numDependencies, memsetParams, ctx) })
}

/// `cuGraphMemsetNodeGetParams`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGraphMemsetNodeGetParams(hNode: CUgraphNode, nodeParams: *mut CUDA_MEMSET_NODE_PARAMS_v1) -> CUresult {
    entry::enter(id::CU_GRAPH_MEMSET_NODE_GET_PARAMS, || [hNode.slot(), nodeParams.slot()], || unsafe { api::graph::cu_graph_memset_node_get_params(hNode, nodeParams) })
}

/// `cuGraphMemsetNodeSetParams`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGraphMemsetNodeSetParams(hNode: CUgraphNode, nodeParams: *const CUDA_MEMSET_NODE_PARAMS_v1) -> CUresult {
    entry::enter(id::CU_GRAPH_MEMSET_NODE_SET_PARAMS, || [hNode.slot(), nodeParams.slot()], || unsafe { api::graph::cu_graph_memset_node_set_params(hNode, nodeParams) })
}

/// `cuGraphAddHostNode`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGraphAddHostNode(phGraphNode: *mut CUgraphNode, hGraph: CUgraph, dependencies: *const CUgraphNode, numDependencies: usize, nodeParams: *const CUDA_HOST_NODE_PARAMS_v1) -> CUresult {
    entry::enter(id::CU_GRAPH_ADD_HOST_NODE, || [phGraphNode.slot(), hGraph.slot(), dependencies.slot(), numDependencies.slot(), nodeParams.slot()], || unsafe { api::graph::cu_graph_add_host_node(phGraphNode, hGraph, dependencies, numDependencies, nodeParams) })
}

/// `cuGraphHostNodeGetParams`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGraphHostNodeGetParams(hNode: CUgraphNode, nodeParams: *mut CUDA_HOST_NODE_PARAMS_v1) -> CUresult {
    entry::enter(id::CU_GRAPH_HOST_NODE_GET_PARAMS, || [hNode.slot(), nodeParams.slot()], || unsafe { api::graph::cu_graph_host_node_get_params(hNode, nodeParams) })
}

/// `cuGraphHostNodeSetParams`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGraphHostNodeSetParams(hNode: CUgraphNode, nodeParams: *const CUDA_HOST_NODE_PARAMS_v1) -> CUresult {
    entry::enter(id::CU_GRAPH_HOST_NODE_SET_PARAMS, || [hNode.slot(), nodeParams.slot()], || unsafe { api::graph::cu_graph_host_node_set_params(hNode, nodeParams) })
}

/// `cuGraphAddChildGraphNode`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGraphAddChildGraphNode(phGraphNode: *mut CUgraphNode, hGraph: CUgraph, dependencies: *const CUgraphNode, numDependencies: usize, childGraph: CUgraph) -> CUresult {
    entry::enter(id::CU_GRAPH_ADD_CHILD_GRAPH_NODE, || [phGraphNode.slot(), hGraph.slot(), dependencies.slot(), numDependencies.slot(), childGraph.slot()], || unsafe { api::graph::cu_graph_add_child_graph_node(phGraphNode, hGraph, dependencies, numDependencies, childGraph) })
}

/// `cuGraphChildGraphNodeGetGraph`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGraphChildGraphNodeGetGraph(hNode: CUgraphNode, phGraph: *mut CUgraph) -> CUresult {
    entry::enter(id::CU_GRAPH_CHILD_GRAPH_NODE_GET_GRAPH, || [hNode.slot(), phGraph.slot()], || unsafe { api::graph::cu_graph_child_graph_node_get_graph(hNode, phGraph) })
}

/// `cuGraphAddEmptyNode`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGraphAddEmptyNode(phGraphNode: *mut CUgraphNode, hGraph: CUgraph, dependencies: *const CUgraphNode, numDependencies: usize) -> CUresult {
    entry::enter(id::CU_GRAPH_ADD_EMPTY_NODE, || [phGraphNode.slot(), hGraph.slot(), dependencies.slot(), numDependencies.slot()], || unsafe { api::graph::cu_graph_add_empty_node(phGraphNode, hGraph, dependencies, numDependencies) })
}

/// `cuGraphAddEventRecordNode`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGraphAddEventRecordNode(phGraphNode: *mut CUgraphNode, hGraph: CUgraph, dependencies: *const CUgraphNode, numDependencies: usize, event: CUevent) -> CUresult {
    entry::enter(id::CU_GRAPH_ADD_EVENT_RECORD_NODE, || [phGraphNode.slot(), hGraph.slot(), dependencies.slot(), numDependencies.slot(), event.slot()], || unsafe { api::graph::cu_graph_add_event_record_node(phGraphNode, hGraph, dependencies, numDependencies, event) })
}

/// `cuGraphEventRecordNodeGetEvent`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGraphEventRecordNodeGetEvent(hNode: CUgraphNode, event_out: *mut CUevent) -> CUresult {
    entry::enter(id::CU_GRAPH_EVENT_RECORD_NODE_GET_EVENT, || [hNode.slot(), event_out.slot()], || unsafe { api::graph::cu_graph_event_record_node_get_event(hNode, event_out) })
}

/// `cuGraphEventRecordNodeSetEvent`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGraphEventRecordNodeSetEvent(hNode: CUgraphNode, event: CUevent) -> CUresult {
    entry::enter(id::CU_GRAPH_EVENT_RECORD_NODE_SET_EVENT, || [hNode.slot(), event.slot()], || unsafe { api::graph::cu_graph_event_record_node_set_event(hNode, event) })
}

/// `cuGraphAddEventWaitNode`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGraphAddEventWaitNode(phGraphNode: *mut CUgraphNode, hGraph: CUgraph, dependencies: *const CUgraphNode, numDependencies: usize, event: CUevent) -> CUresult {
    entry::enter(id::CU_GRAPH_ADD_EVENT_WAIT_NODE, || [phGraphNode.slot(), hGraph.slot(), dependencies.slot(), numDependencies.slot(), event.slot()], || unsafe { api::graph::cu_graph_add_event_wait_node(phGraphNode, hGraph, dependencies, numDependencies, event) })
}

/// `cuGraphEventWaitNodeGetEvent`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGraphEventWaitNodeGetEvent(hNode: CUgraphNode, event_out: *mut CUevent) -> CUresult {
    entry::enter(id::CU_GRAPH_EVENT_WAIT_NODE_GET_EVENT, || [hNode.slot(), event_out.slot()], || unsafe { api::graph::cu_graph_event_wait_node_get_event(hNode, event_out) })
}

/// `cuGraphEventWaitNodeSetEvent`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGraphEventWaitNodeSetEvent(hNode: CUgraphNode, event: CUevent) -> CUresult {
    entry::enter(id::CU_GRAPH_EVENT_WAIT_NODE_SET_EVENT, || [hNode.slot(), event.slot()], || unsafe { api::graph::cu_graph_event_wait_node_set_event(hNode, event) })
}

/// `cuGraphAddExternalSemaphoresSignalNode`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGraphAddExternalSemaphoresSignalNode(_: *mut CUgraphNode, _: CUgraph, _: *const CUgraphNode, _: usize, _: *const c_void) -> CUresult {
    entry::not_supported(id::CU_GRAPH_ADD_EXTERNAL_SEMAPHORES_SIGNAL_NODE)
}

/// `cuGraphExternalSemaphoresSignalNodeGetParams`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGraphExternalSemaphoresSignalNodeGetParams(_: CUgraphNode, _: *mut c_void) -> CUresult {
    entry::not_supported(id::CU_GRAPH_EXTERNAL_SEMAPHORES_SIGNAL_NODE_GET_PARAMS)
}

/// `cuGraphExternalSemaphoresSignalNodeSetParams`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGraphExternalSemaphoresSignalNodeSetParams(_: CUgraphNode, _: *const c_void) -> CUresult {
    entry::not_supported(id::CU_GRAPH_EXTERNAL_SEMAPHORES_SIGNAL_NODE_SET_PARAMS)
}

/// `cuGraphAddExternalSemaphoresWaitNode`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGraphAddExternalSemaphoresWaitNode(_: *mut CUgraphNode, _: CUgraph, _: *const CUgraphNode, _: usize, _: *const c_void) -> CUresult {
    entry::not_supported(id::CU_GRAPH_ADD_EXTERNAL_SEMAPHORES_WAIT_NODE)
}

/// `cuGraphExternalSemaphoresWaitNodeGetParams`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGraphExternalSemaphoresWaitNodeGetParams(_: CUgraphNode, _: *mut c_void) -> CUresult {
    entry::not_supported(id::CU_GRAPH_EXTERNAL_SEMAPHORES_WAIT_NODE_GET_PARAMS)
}

/// `cuGraphExternalSemaphoresWaitNodeSetParams`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGraphExternalSemaphoresWaitNodeSetParams(_: CUgraphNode, _: *const c_void) -> CUresult {
    entry::not_supported(id::CU_GRAPH_EXTERNAL_SEMAPHORES_WAIT_NODE_SET_PARAMS)
}

/// `cuGraphAddBatchMemOpNode`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGraphAddBatchMemOpNode(_: *mut CUgraphNode, _: CUgraph, _: *const CUgraphNode, _: usize, _: *const CUDA_BATCH_MEM_OP_NODE_PARAMS) -> CUresult {
    entry::not_supported(id::CU_GRAPH_ADD_BATCH_MEM_OP_NODE)
}

/// `cuGraphBatchMemOpNodeGetParams`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGraphBatchMemOpNodeGetParams(_: CUgraphNode, _: *mut CUDA_BATCH_MEM_OP_NODE_PARAMS) -> CUresult {
    entry::not_supported(id::CU_GRAPH_BATCH_MEM_OP_NODE_GET_PARAMS)
}

/// `cuGraphBatchMemOpNodeSetParams`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGraphBatchMemOpNodeSetParams(_: CUgraphNode, _: *const CUDA_BATCH_MEM_OP_NODE_PARAMS) -> CUresult {
    entry::not_supported(id::CU_GRAPH_BATCH_MEM_OP_NODE_SET_PARAMS)
}

/// `cuGraphExecBatchMemOpNodeSetParams`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGraphExecBatchMemOpNodeSetParams(_: CUgraphExec, _: CUgraphNode, _: *const CUDA_BATCH_MEM_OP_NODE_PARAMS) -> CUresult {
    entry::not_supported(id::CU_GRAPH_EXEC_BATCH_MEM_OP_NODE_SET_PARAMS)
}

/// `cuGraphClone`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGraphClone(phGraphClone: *mut CUgraph, originalGraph: CUgraph) -> CUresult {
    entry::enter(id::CU_GRAPH_CLONE, || [phGraphClone.slot(), originalGraph.slot()], || unsafe { api::graph::cu_graph_clone(phGraphClone, originalGraph) })
}

/// `cuGraphNodeFindInClone`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGraphNodeFindInClone(phNode: *mut CUgraphNode, hOriginalNode: CUgraphNode, hClonedGraph: CUgraph) -> CUresult {
    entry::enter(id::CU_GRAPH_NODE_FIND_IN_CLONE, || [phNode.slot(), hOriginalNode.slot(), hClonedGraph.slot()], || unsafe { api::graph::cu_graph_node_find_in_clone(phNode, hOriginalNode, hClonedGraph) })
}

/// `cuGraphNodeGetType`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGraphNodeGetType(hNode: CUgraphNode, r#type: *mut CUgraphNodeType) -> CUresult {
    entry::enter(id::CU_GRAPH_NODE_GET_TYPE, || [hNode.slot(), r#type.slot()], || unsafe { api::graph::cu_graph_node_get_type(hNode, r#type) })
}

/// `cuGraphNodeGetContainingGraph`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGraphNodeGetContainingGraph(hNode: CUgraphNode, phGraph: *mut CUgraph) -> CUresult {
    entry::enter(id::CU_GRAPH_NODE_GET_CONTAINING_GRAPH, || [hNode.slot(), phGraph.slot()], || unsafe { api::graph::cu_graph_node_get_containing_graph(hNode, phGraph) })
}

/// `cuGraphNodeGetLocalId`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGraphNodeGetLocalId(hNode: CUgraphNode, nodeId: *mut c_uint) -> CUresult {
    entry::enter(id::CU_GRAPH_NODE_GET_LOCAL_ID, || [hNode.slot(), nodeId.slot()], || unsafe { api::graph::cu_graph_node_get_local_id(hNode, nodeId) })
}

/// `cuGraphNodeGetToolsId`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGraphNodeGetToolsId(hNode: CUgraphNode, nodeId: *mut c_ulonglong) -> CUresult {
    entry::enter(id::CU_GRAPH_NODE_GET_TOOLS_ID, || [hNode.slot(), nodeId.slot()], || unsafe { api::graph::cu_graph_node_get_tools_id(hNode, nodeId) })
}

/// `cuGraphGetId`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGraphGetId(hGraph: CUgraph, graphId: *mut c_uint) -> CUresult {
    entry::enter(id::CU_GRAPH_GET_ID, || [hGraph.slot(), graphId.slot()], || unsafe { api::graph::cu_graph_get_id(hGraph, graphId) })
}

/// `cuGraphExecGetId`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGraphExecGetId(hGraphExec: CUgraphExec, graphId: *mut c_uint) -> CUresult {
    entry::enter(id::CU_GRAPH_EXEC_GET_ID, || [hGraphExec.slot(), graphId.slot()], || unsafe { api::graph::cu_graph_exec_get_id(hGraphExec, graphId) })
}

/// `cuGraphGetNodes`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGraphGetNodes(hGraph: CUgraph, nodes: *mut CUgraphNode, numNodes: *mut usize) -> CUresult {
    entry::enter(id::CU_GRAPH_GET_NODES, || [hGraph.slot(), nodes.slot(), numNodes.slot()], || unsafe { api::graph::cu_graph_get_nodes(hGraph, nodes, numNodes) })
}

/// `cuGraphGetRootNodes`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGraphGetRootNodes(hGraph: CUgraph, rootNodes: *mut CUgraphNode, numRootNodes: *mut usize) -> CUresult {
    entry::enter(id::CU_GRAPH_GET_ROOT_NODES, || [hGraph.slot(), rootNodes.slot(), numRootNodes.slot()], || unsafe { api::graph::cu_graph_get_root_nodes(hGraph, rootNodes, numRootNodes) })
}

/// `cuGraphGetEdges`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGraphGetEdges(hGraph: CUgraph, from: *mut CUgraphNode, to: *mut CUgraphNode, numEdges: *mut usize) -> CUresult {
    entry::enter(id::CU_GRAPH_GET_EDGES, || [hGraph.slot(), from.slot(), to.slot(), numEdges.slot()], || unsafe { api::graph::cu_graph_get_edges(hGraph, from, to, numEdges) })
}

/// `cuGraphGetEdges_v2`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGraphGetEdges_v2(hGraph: CUgraph, from: *mut CUgraphNode, to: *mut CUgraphNode, edgeData: *mut CUgraphEdgeData, numEdges: *mut usize) -> CUresult {
    entry::enter(id::CU_GRAPH_GET_EDGES_V2, || [hGraph.slot(), from.slot(), to.slot(), edgeData.slot(), numEdges.slot()], || unsafe { api::graph::cu_graph_get_edges_v2(hGraph, from, to, edgeData, numEdges) })
}

/// `cuGraphNodeGetDependencies`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGraphNodeGetDependencies(hNode: CUgraphNode, dependencies: *mut CUgraphNode, numDependencies: *mut usize) -> CUresult {
    entry::enter(id::CU_GRAPH_NODE_GET_DEPENDENCIES, || [hNode.slot(), dependencies.slot(), numDependencies.slot()], || unsafe { api::graph::cu_graph_node_get_dependencies(hNode, dependencies, numDependencies) })
}

/// `cuGraphNodeGetDependencies_v2`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGraphNodeGetDependencies_v2(hNode: CUgraphNode, dependencies: *mut CUgraphNode, edgeData: *mut CUgraphEdgeData, numDependencies: *mut usize) -> CUresult {
    entry::enter(id::CU_GRAPH_NODE_GET_DEPENDENCIES_V2, || [hNode.slot(), dependencies.slot(), edgeData.slot(), numDependencies.slot()], || unsafe { api::graph::cu_graph_node_get_dependencies_v2(hNode, dependencies, edgeData, numDependencies) })
}

/// `cuGraphNodeGetDependentNodes`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGraphNodeGetDependentNodes(hNode: CUgraphNode, dependentNodes: *mut CUgraphNode, numDependentNodes: *mut usize) -> CUresult {
    entry::enter(id::CU_GRAPH_NODE_GET_DEPENDENT_NODES, || [hNode.slot(), dependentNodes.slot(), numDependentNodes.slot()], || unsafe { api::graph::cu_graph_node_get_dependent_nodes(hNode, dependentNodes, numDependentNodes) })
}

/// `cuGraphNodeGetDependentNodes_v2`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGraphNodeGetDependentNodes_v2(hNode: CUgraphNode, dependentNodes: *mut CUgraphNode, edgeData: *mut CUgraphEdgeData, numDependentNodes: *mut usize) -> CUresult {
    entry::enter(id::CU_GRAPH_NODE_GET_DEPENDENT_NODES_V2, || [hNode.slot(), dependentNodes.slot(), edgeData.slot(), numDependentNodes.slot()], || unsafe { api::graph::cu_graph_node_get_dependent_nodes_v2(hNode, dependentNodes, edgeData, numDependentNodes) })
}

/// `cuGraphAddDependencies`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGraphAddDependencies(hGraph: CUgraph, from: *const CUgraphNode, to: *const CUgraphNode, numDependencies: usize) -> CUresult {
    entry::enter(id::CU_GRAPH_ADD_DEPENDENCIES, || [hGraph.slot(), from.slot(), to.slot(), numDependencies.slot()], || unsafe { api::graph::cu_graph_add_dependencies(hGraph, from, to, numDependencies) })
}

/// `cuGraphAddDependencies_v2`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGraphAddDependencies_v2(hGraph: CUgraph, from: *const CUgraphNode, to: *const CUgraphNode, edgeData: *const CUgraphEdgeData, numDependencies: usize) -> CUresult {
    entry::enter(id::CU_GRAPH_ADD_DEPENDENCIES_V2, || [hGraph.slot(), from.slot(), to.slot(), edgeData.slot(), numDependencies.slot()], || unsafe { api::graph::cu_graph_add_dependencies_v2(hGraph, from, to, edgeData, numDependencies) })
}

/// `cuGraphRemoveDependencies`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGraphRemoveDependencies(hGraph: CUgraph, from: *const CUgraphNode, to: *const CUgraphNode, numDependencies: usize) -> CUresult {
    entry::enter(id::CU_GRAPH_REMOVE_DEPENDENCIES, || [hGraph.slot(), from.slot(), to.slot(), numDependencies.slot()], || unsafe { api::graph::cu_graph_remove_dependencies(hGraph, from, to, numDependencies) })
}

/// `cuGraphRemoveDependencies_v2`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGraphRemoveDependencies_v2(hGraph: CUgraph, from: *const CUgraphNode, to: *const CUgraphNode, edgeData: *const CUgraphEdgeData, numDependencies: usize) -> CUresult {
    entry::enter(id::CU_GRAPH_REMOVE_DEPENDENCIES_V2, || [hGraph.slot(), from.slot(), to.slot(), edgeData.slot(), numDependencies.slot()], || unsafe { api::graph::cu_graph_remove_dependencies_v2(hGraph, from, to, edgeData, numDependencies) })
}

/// `cuGraphDestroyNode`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGraphDestroyNode(hNode: CUgraphNode) -> CUresult {
    entry::enter(id::CU_GRAPH_DESTROY_NODE, || [hNode.slot()], || unsafe { api::graph::cu_graph_destroy_node(hNode) })
}

/// `cuGraphInstantiateWithFlags`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGraphInstantiateWithFlags(phGraphExec: *mut CUgraphExec, hGraph: CUgraph, flags: c_ulonglong) -> CUresult {
    entry::enter(id::CU_GRAPH_INSTANTIATE_WITH_FLAGS, || [phGraphExec.slot(), hGraph.slot(), flags.slot()], || unsafe { api::graph::cu_graph_instantiate_with_flags(phGraphExec, hGraph, flags) })
}

/// `cuGraphInstantiateWithParams`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGraphInstantiateWithParams(phGraphExec: *mut CUgraphExec, hGraph: CUgraph, instantiateParams: *mut CUDA_GRAPH_INSTANTIATE_PARAMS) -> CUresult {
    entry::enter(id::CU_GRAPH_INSTANTIATE_WITH_PARAMS, || [phGraphExec.slot(), hGraph.slot(), instantiateParams.slot()], || unsafe { api::graph::cu_graph_instantiate_with_params(phGraphExec, hGraph, instantiateParams, CU_STREAM_LEGACY) })
}

/// `cuGraphInstantiateWithParams_ptsz`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGraphInstantiateWithParams_ptsz(phGraphExec: *mut CUgraphExec, hGraph: CUgraph, instantiateParams: *mut CUDA_GRAPH_INSTANTIATE_PARAMS) -> CUresult {
    entry::enter(id::CU_GRAPH_INSTANTIATE_WITH_PARAMS | PER_THREAD, || [phGraphExec.slot(), hGraph.slot(), instantiateParams.slot()], || unsafe { api::graph::cu_graph_instantiate_with_params(phGraphExec, hGraph, instantiateParams, CU_STREAM_PER_THREAD) })
}

/// `cuGraphExecGetFlags`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGraphExecGetFlags(hGraphExec: CUgraphExec, flags: *mut u64) -> CUresult {
    entry::enter(id::CU_GRAPH_EXEC_GET_FLAGS, || [hGraphExec.slot(), flags.slot()], || unsafe { api::graph::cu_graph_exec_get_flags(hGraphExec, flags) })
}

/// `cuGraphExecKernelNodeSetParams`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGraphExecKernelNodeSetParams(hGraphExec: CUgraphExec, hNode: CUgraphNode, nodeParams: *const CUDA_KERNEL_NODE_PARAMS_v1) -> CUresult {
    entry::enter(id::CU_GRAPH_EXEC_KERNEL_NODE_SET_PARAMS, || [hGraphExec.slot(), hNode.slot(), nodeParams.slot()], || unsafe { api::graph::cu_graph_exec_kernel_node_set_params(hGraphExec, hNode, nodeParams) })
}

/// `cuGraphExecKernelNodeSetParams_v2`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGraphExecKernelNodeSetParams_v2(hGraphExec: CUgraphExec, hNode: CUgraphNode, nodeParams: *const CUDA_KERNEL_NODE_PARAMS_v2) -> CUresult {
    entry::enter(id::CU_GRAPH_EXEC_KERNEL_NODE_SET_PARAMS_V2, || [hGraphExec.slot(), hNode.slot(), nodeParams.slot()], || unsafe { api::graph::cu_graph_exec_kernel_node_set_params_v2(hGraphExec, hNode, nodeParams) })
}

/// `cuGraphExecMemcpyNodeSetParams`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGraphExecMemcpyNodeSetParams(hGraphExec: CUgraphExec, hNode: CUgraphNode, copyParams: *const CUDA_MEMCPY3D_v2, ctx: CUcontext) -> CUresult {
    entry::enter(id::CU_GRAPH_EXEC_MEMCPY_NODE_SET_PARAMS, || [hGraphExec.slot(), hNode.slot(), copyParams.slot(), ctx.slot()], || unsafe { api::graph::cu_graph_exec_memcpy_node_set_params(hGraphExec, hNode, copyParams, ctx) })
}

/// `cuGraphExecMemsetNodeSetParams`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGraphExecMemsetNodeSetParams(hGraphExec: CUgraphExec, hNode: CUgraphNode, memsetParams: *const CUDA_MEMSET_NODE_PARAMS_v1, ctx: CUcontext) -> CUresult {
    entry::enter(id::CU_GRAPH_EXEC_MEMSET_NODE_SET_PARAMS, || [hGraphExec.slot(), hNode.slot(), memsetParams.slot(), ctx.slot()], || unsafe { api::graph::cu_graph_exec_memset_node_set_params(hGraphExec, hNode, memsetParams, ctx) })
}

/// `cuGraphExecHostNodeSetParams`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGraphExecHostNodeSetParams(hGraphExec: CUgraphExec, hNode: CUgraphNode, nodeParams: *const CUDA_HOST_NODE_PARAMS_v1) -> CUresult {
    entry::enter(id::CU_GRAPH_EXEC_HOST_NODE_SET_PARAMS, || [hGraphExec.slot(), hNode.slot(), nodeParams.slot()], || unsafe { api::graph::cu_graph_exec_host_node_set_params(hGraphExec, hNode, nodeParams) })
}

/// `cuGraphExecChildGraphNodeSetParams`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGraphExecChildGraphNodeSetParams(hGraphExec: CUgraphExec, hNode: CUgraphNode, childGraph: CUgraph) -> CUresult {
    entry::enter(id::CU_GRAPH_EXEC_CHILD_GRAPH_NODE_SET_PARAMS, || [hGraphExec.slot(), hNode.slot(), childGraph.slot()], || unsafe { api::graph::cu_graph_exec_child_graph_node_set_params(hGraphExec, hNode, childGraph) })
}

/// `cuGraphExecEventRecordNodeSetEvent`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGraphExecEventRecordNodeSetEvent(hGraphExec: CUgraphExec, hNode: CUgraphNode, event: CUevent) -> CUresult {
    entry::enter(id::CU_GRAPH_EXEC_EVENT_RECORD_NODE_SET_EVENT, || [hGraphExec.slot(), hNode.slot(), event.slot()], || unsafe { api::graph::cu_graph_exec_event_record_node_set_event(hGraphExec, hNode, event) })
}

/// `cuGraphExecEventWaitNodeSetEvent`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGraphExecEventWaitNodeSetEvent(hGraphExec: CUgraphExec, hNode: CUgraphNode, event: CUevent) -> CUresult {
    entry::enter(id::CU_GRAPH_EXEC_EVENT_WAIT_NODE_SET_EVENT, || [hGraphExec.slot(), hNode.slot(), event.slot()], || unsafe { api::graph::cu_graph_exec_event_wait_node_set_event(hGraphExec, hNode, event) })
}

/// `cuGraphExecExternalSemaphoresSignalNodeSetParams`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGraphExecExternalSemaphoresSignalNodeSetParams(_: CUgraphExec, _: CUgraphNode, _: *const c_void) -> CUresult {
    entry::not_supported(id::CU_GRAPH_EXEC_EXTERNAL_SEMAPHORES_SIGNAL_NODE_SET_PARAMS)
}

/// `cuGraphExecExternalSemaphoresWaitNodeSetParams`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGraphExecExternalSemaphoresWaitNodeSetParams(_: CUgraphExec, _: CUgraphNode, _: *const c_void) -> CUresult {
    entry::not_supported(id::CU_GRAPH_EXEC_EXTERNAL_SEMAPHORES_WAIT_NODE_SET_PARAMS)
}

/// `cuGraphUpload`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGraphUpload(hGraph: CUgraphExec, hStream: CUstream) -> CUresult {
    entry::enter(id::CU_GRAPH_UPLOAD, || [hGraph.slot(), hStream.slot()], || unsafe { api::graph::cu_graph_upload(hGraph, entry::stream_legacy(hStream)) })
}

/// `cuGraphUpload_ptsz`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGraphUpload_ptsz(hGraph: CUgraphExec, hStream: CUstream) -> CUresult {
    entry::enter(id::CU_GRAPH_UPLOAD | PER_THREAD, || [hGraph.slot(), hStream.slot()], || unsafe { api::graph::cu_graph_upload(hGraph, entry::stream_per_thread(hStream)) })
}

/// `cuGraphLaunch`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGraphLaunch(hGraph: CUgraphExec, hStream: CUstream) -> CUresult {
    entry::enter(id::CU_GRAPH_LAUNCH, || [hGraph.slot(), hStream.slot()], || unsafe { api::graph::cu_graph_launch(hGraph, entry::stream_legacy(hStream)) })
}

/// `cuGraphLaunch_ptsz`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGraphLaunch_ptsz(hGraph: CUgraphExec, hStream: CUstream) -> CUresult {
    entry::enter(id::CU_GRAPH_LAUNCH | PER_THREAD, || [hGraph.slot(), hStream.slot()], || unsafe { api::graph::cu_graph_launch(hGraph, entry::stream_per_thread(hStream)) })
}

/// `cuGraphExecDestroy`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGraphExecDestroy(hGraphExec: CUgraphExec) -> CUresult {
    entry::enter(id::CU_GRAPH_EXEC_DESTROY, || [hGraphExec.slot()], || unsafe { api::graph::cu_graph_exec_destroy(hGraphExec) })
}

/// `cuGraphDestroy`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGraphDestroy(hGraph: CUgraph) -> CUresult {
    entry::enter(id::CU_GRAPH_DESTROY, || [hGraph.slot()], || unsafe { api::graph::cu_graph_destroy(hGraph) })
}

/// `cuGraphExecUpdate`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGraphExecUpdate(hGraphExec: CUgraphExec, hGraph: CUgraph, hErrorNode_out: *mut CUgraphNode, updateResult_out: *mut CUgraphExecUpdateResult) -> CUresult {
    entry::enter(id::CU_GRAPH_EXEC_UPDATE, || [hGraphExec.slot(), hGraph.slot(), hErrorNode_out.slot(), updateResult_out.slot()], || unsafe { api::graph::cu_graph_exec_update(hGraphExec, hGraph, hErrorNode_out, updateResult_out) })
}

/// `cuGraphExecUpdate_v2`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGraphExecUpdate_v2(hGraphExec: CUgraphExec, hGraph: CUgraph, resultInfo: *mut CUgraphExecUpdateResultInfo) -> CUresult {
    entry::enter(id::CU_GRAPH_EXEC_UPDATE_V2, || [hGraphExec.slot(), hGraph.slot(), resultInfo.slot()], || unsafe { api::graph::cu_graph_exec_update_v2(hGraphExec, hGraph, resultInfo) })
}

/// `cuGraphKernelNodeCopyAttributes`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGraphKernelNodeCopyAttributes(dst: CUgraphNode, src: CUgraphNode) -> CUresult {
    entry::enter(id::CU_GRAPH_KERNEL_NODE_COPY_ATTRIBUTES, || [dst.slot(), src.slot()], || unsafe { api::graph::cu_graph_kernel_node_copy_attributes(dst, src) })
}

/// `cuGraphKernelNodeGetAttribute`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGraphKernelNodeGetAttribute(hNode: CUgraphNode, attr: CUkernelNodeAttrID, value_out: *mut CUkernelNodeAttrValue_v1) -> CUresult {
    entry::enter(id::CU_GRAPH_KERNEL_NODE_GET_ATTRIBUTE, || [hNode.slot(), attr.slot(), value_out.slot()], || unsafe { api::graph::cu_graph_kernel_node_get_attribute(hNode, attr, value_out) })
}

/// `cuGraphKernelNodeSetAttribute`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGraphKernelNodeSetAttribute(hNode: CUgraphNode, attr: CUkernelNodeAttrID, value: *const CUkernelNodeAttrValue_v1) -> CUresult {
    entry::enter(id::CU_GRAPH_KERNEL_NODE_SET_ATTRIBUTE, || [hNode.slot(), attr.slot(), value.slot()], || unsafe { api::graph::cu_graph_kernel_node_set_attribute(hNode, attr, value) })
}

/// `cuGraphDebugDotPrint`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGraphDebugDotPrint(hGraph: CUgraph, path: *const c_char, flags: c_uint) -> CUresult {
    entry::enter(id::CU_GRAPH_DEBUG_DOT_PRINT, || [hGraph.slot(), path.slot(), flags.slot()], || unsafe { api::graph::cu_graph_debug_dot_print(hGraph, path, flags) })
}

/// `cuGraphAddMemAllocNode`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGraphAddMemAllocNode(phGraphNode: *mut CUgraphNode, hGraph: CUgraph, dependencies: *const CUgraphNode, numDependencies: usize, nodeParams: *mut CUDA_MEM_ALLOC_NODE_PARAMS) -> CUresult {
    entry::enter(id::CU_GRAPH_ADD_MEM_ALLOC_NODE, || [phGraphNode.slot(), hGraph.slot(), dependencies.slot(), numDependencies.slot(), nodeParams.slot()], || unsafe { api::graph::cu_graph_add_mem_alloc_node(phGraphNode, hGraph, dependencies, numDependencies, nodeParams) })
}

/// `cuGraphMemAllocNodeGetParams`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGraphMemAllocNodeGetParams(hNode: CUgraphNode, params_out: *mut CUDA_MEM_ALLOC_NODE_PARAMS) -> CUresult {
    entry::enter(id::CU_GRAPH_MEM_ALLOC_NODE_GET_PARAMS, || [hNode.slot(), params_out.slot()], || unsafe { api::graph::cu_graph_mem_alloc_node_get_params(hNode, params_out) })
}

/// `cuGraphAddMemFreeNode`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGraphAddMemFreeNode(phGraphNode: *mut CUgraphNode, hGraph: CUgraph, dependencies: *const CUgraphNode, numDependencies: usize, dptr: CUdeviceptr) -> CUresult {
    entry::enter(id::CU_GRAPH_ADD_MEM_FREE_NODE, || [phGraphNode.slot(), hGraph.slot(), dependencies.slot(), numDependencies.slot(), dptr.slot()], || unsafe { api::graph::cu_graph_add_mem_free_node(phGraphNode, hGraph, dependencies, numDependencies, dptr) })
}

/// `cuGraphMemFreeNodeGetParams`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGraphMemFreeNodeGetParams(hNode: CUgraphNode, dptr_out: *mut CUdeviceptr) -> CUresult {
    entry::enter(id::CU_GRAPH_MEM_FREE_NODE_GET_PARAMS, || [hNode.slot(), dptr_out.slot()], || unsafe { api::graph::cu_graph_mem_free_node_get_params(hNode, dptr_out) })
}

/// `cuGraphNodeSetEnabled`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGraphNodeSetEnabled(hGraphExec: CUgraphExec, hNode: CUgraphNode, isEnabled: c_uint) -> CUresult {
    entry::enter(id::CU_GRAPH_NODE_SET_ENABLED, || [hGraphExec.slot(), hNode.slot(), isEnabled.slot()], || unsafe { api::graph::cu_graph_node_set_enabled(hGraphExec, hNode, isEnabled) })
}

/// `cuGraphNodeGetEnabled`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGraphNodeGetEnabled(hGraphExec: CUgraphExec, hNode: CUgraphNode, isEnabled: *mut c_uint) -> CUresult {
    entry::enter(id::CU_GRAPH_NODE_GET_ENABLED, || [hGraphExec.slot(), hNode.slot(), isEnabled.slot()], || unsafe { api::graph::cu_graph_node_get_enabled(hGraphExec, hNode, isEnabled) })
}

/// `cuGraphAddNode`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGraphAddNode(phGraphNode: *mut CUgraphNode, hGraph: CUgraph, dependencies: *const CUgraphNode, numDependencies: usize, nodeParams: *mut CUgraphNodeParams) -> CUresult {
    entry::enter(id::CU_GRAPH_ADD_NODE, || [phGraphNode.slot(), hGraph.slot(), dependencies.slot(), numDependencies.slot(), nodeParams.slot()], || unsafe { api::graph::cu_graph_add_node(phGraphNode, hGraph, dependencies, numDependencies, nodeParams) })
}

/// `cuGraphAddNode_v2`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGraphAddNode_v2(phGraphNode: *mut CUgraphNode, hGraph: CUgraph, dependencies: *const CUgraphNode, dependencyData: *const CUgraphEdgeData, numDependencies: usize, nodeParams: *mut CUgraphNodeParams) -> CUresult {
    entry::enter(id::CU_GRAPH_ADD_NODE_V2, || [phGraphNode.slot(), hGraph.slot(), dependencies.slot(), dependencyData.slot(), numDependencies.slot(), nodeParams.slot()], || unsafe { api::graph::cu_graph_add_node_v2(phGraphNode, hGraph, dependencies, dependencyData, numDependencies, nodeParams) })
}

/// `cuGraphAddNode_v3`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGraphAddNode_v3(phGraphNode: *mut CUgraphNode, hGraph: CUgraph, dependencies: *const CUgraphNode, dependencyData: *const CUgraphEdgeData, numDependencies: usize, nodeParams: *mut CUgraphNodeParams) -> CUresult {
    entry::enter(id::CU_GRAPH_ADD_NODE_V3, || [phGraphNode.slot(), hGraph.slot(), dependencies.slot(), dependencyData.slot(), numDependencies.slot(), nodeParams.slot()], || unsafe { api::graph::cu_graph_add_node_v3(phGraphNode, hGraph, dependencies, dependencyData, numDependencies, nodeParams) })
}

/// `cuGraphNodeSetParams`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGraphNodeSetParams(hNode: CUgraphNode, nodeParams: *mut CUgraphNodeParams) -> CUresult {
    entry::enter(id::CU_GRAPH_NODE_SET_PARAMS, || [hNode.slot(), nodeParams.slot()], || unsafe { api::graph::cu_graph_node_set_params(hNode, nodeParams) })
}

/// `cuGraphNodeSetParams_v2`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGraphNodeSetParams_v2(hNode: CUgraphNode, nodeParams: *mut CUgraphNodeParams) -> CUresult {
    entry::enter(id::CU_GRAPH_NODE_SET_PARAMS_V2, || [hNode.slot(), nodeParams.slot()], || unsafe { api::graph::cu_graph_node_set_params_v2(hNode, nodeParams) })
}

/// `cuGraphNodeGetParams`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGraphNodeGetParams(hNode: CUgraphNode, nodeParams: *mut CUgraphNodeParams) -> CUresult {
    entry::enter(id::CU_GRAPH_NODE_GET_PARAMS, || [hNode.slot(), nodeParams.slot()], || unsafe { api::graph::cu_graph_node_get_params(hNode, nodeParams) })
}

/// `cuGraphExecNodeSetParams`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGraphExecNodeSetParams(hGraphExec: CUgraphExec, hNode: CUgraphNode, nodeParams: *mut CUgraphNodeParams) -> CUresult {
    entry::enter(id::CU_GRAPH_EXEC_NODE_SET_PARAMS, || [hGraphExec.slot(), hNode.slot(), nodeParams.slot()], || unsafe { api::graph::cu_graph_exec_node_set_params(hGraphExec, hNode, nodeParams) })
}

/// `cuGraphConditionalHandleCreate`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGraphConditionalHandleCreate(_: *mut CUgraphConditionalHandle, _: CUgraph, _: CUcontext, _: c_uint, _: c_uint) -> CUresult {
    entry::not_supported(id::CU_GRAPH_CONDITIONAL_HANDLE_CREATE)
}

/// `cuDeviceGraphMemTrim`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuDeviceGraphMemTrim(device: CUdevice) -> CUresult {
    entry::enter(id::CU_DEVICE_GRAPH_MEM_TRIM, || [device.slot()], || unsafe { api::graph::cu_device_graph_mem_trim(device) })
}

/// `cuDeviceGetGraphMemAttribute`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuDeviceGetGraphMemAttribute(device: CUdevice, attr: CUgraphMem_attribute, value: *mut c_void) -> CUresult {
    entry::enter(id::CU_DEVICE_GET_GRAPH_MEM_ATTRIBUTE, || [device.slot(), attr.slot(), value.slot()], || unsafe { api::graph::cu_device_get_graph_mem_attribute(device, attr, value) })
}

/// `cuDeviceSetGraphMemAttribute`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuDeviceSetGraphMemAttribute(device: CUdevice, attr: CUgraphMem_attribute, value: *mut c_void) -> CUresult {
    entry::enter(id::CU_DEVICE_SET_GRAPH_MEM_ATTRIBUTE, || [device.slot(), attr.slot(), value.slot()], || unsafe { api::graph::cu_device_set_graph_mem_attribute(device, attr, value) })
}

/// `cuOccupancyMaxActiveBlocksPerMultiprocessor`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuOccupancyMaxActiveBlocksPerMultiprocessor(numBlocks: *mut c_int, func: CUfunction, blockSize: c_int, dynamicSMemSize: usize) -> CUresult {
    entry::enter(id::CU_OCCUPANCY_MAX_ACTIVE_BLOCKS_PER_MULTIPROCESSOR, || [numBlocks.slot(), func.slot(), blockSize.slot(), dynamicSMemSize.slot()], || unsafe { api::occupancy::cu_occupancy_max_active_blocks_per_multiprocessor(numBlocks, func, blockSize, dynamicSMemSize) })
}

/// `cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(numBlocks: *mut c_int, func: CUfunction, blockSize: c_int, dynamicSMemSize: usize, flags: c_uint) -> CUresult {
    entry::enter(id::CU_OCCUPANCY_MAX_ACTIVE_BLOCKS_PER_MULTIPROCESSOR_WITH_FLAGS, || [numBlocks.slot(), func.slot(), blockSize.slot(), dynamicSMemSize.slot(), flags.slot()], || unsafe { api::occupancy::cu_occupancy_max_active_blocks_per_multiprocessor_with_flags(numBlocks, func, blockSize, dynamicSMemSize, flags) })
}

/// `cuOccupancyMaxPotentialBlockSize`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuOccupancyMaxPotentialBlockSize(minGridSize: *mut c_int, blockSize: *mut c_int, func: CUfunction, blockSizeToDynamicSMemSize: CUoccupancyB2DSize, dynamicSMemSize: usize, blockSizeLimit: c_int) -> CUresult {
    entry::enter(id::CU_OCCUPANCY_MAX_POTENTIAL_BLOCK_SIZE, || [minGridSize.slot(), blockSize.slot(), func.slot(), blockSizeToDynamicSMemSize.map_or(0, |f| f as usize as u64), dynamicSMemSize.slot(), blockSizeLimit.slot()], || unsafe { api::occupancy::cu_occupancy_max_potential_block_size(minGridSize, blockSize, func, blockSizeToDynamicSMemSize, dynamicSMemSize, blockSizeLimit) })
}

/// `cuOccupancyMaxPotentialBlockSizeWithFlags`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuOccupancyMaxPotentialBlockSizeWithFlags(minGridSize: *mut c_int, blockSize: *mut c_int, func: CUfunction, blockSizeToDynamicSMemSize: CUoccupancyB2DSize, dynamicSMemSize: usize, blockSizeLimit: c_int, flags: c_uint) -> CUresult {
    entry::enter(id::CU_OCCUPANCY_MAX_POTENTIAL_BLOCK_SIZE_WITH_FLAGS, || [minGridSize.slot(), blockSize.slot(), func.slot(), blockSizeToDynamicSMemSize.map_or(0, |f| f as usize as u64), dynamicSMemSize.slot(), blockSizeLimit.slot(), flags.slot()], || unsafe { api::occupancy::cu_occupancy_max_potential_block_size_with_flags(minGridSize, blockSize, func, blockSizeToDynamicSMemSize, dynamicSMemSize, blockSizeLimit, flags) })
}

/// `cuOccupancyAvailableDynamicSMemPerBlock`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuOccupancyAvailableDynamicSMemPerBlock(dynamicSmemSize: *mut usize, func: CUfunction, numBlocks: c_int, blockSize: c_int) -> CUresult {
    entry::enter(id::CU_OCCUPANCY_AVAILABLE_DYNAMIC_SMEM_PER_BLOCK, || [dynamicSmemSize.slot(), func.slot(), numBlocks.slot(), blockSize.slot()], || unsafe { api::occupancy::cu_occupancy_available_dynamic_smem_per_block(dynamicSmemSize, func, numBlocks, blockSize) })
}

/// `cuOccupancyMaxPotentialClusterSize`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuOccupancyMaxPotentialClusterSize(_: *mut c_int, _: CUfunction, _: *const CUlaunchConfig) -> CUresult {
    entry::not_supported(id::CU_OCCUPANCY_MAX_POTENTIAL_CLUSTER_SIZE)
}

/// `cuOccupancyMaxActiveClusters`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuOccupancyMaxActiveClusters(numClusters: *mut c_int, func: CUfunction, config: *const CUlaunchConfig) -> CUresult {
    entry::enter(id::CU_OCCUPANCY_MAX_ACTIVE_CLUSTERS, || [numClusters.slot(), func.slot(), config.slot()], || unsafe { api::occupancy::cu_occupancy_max_active_clusters(numClusters, func, config) })
}

/// `cuTexRefSetArray`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuTexRefSetArray(_: CUtexref, _: CUarray, _: c_uint) -> CUresult {
    entry::not_supported(id::CU_TEX_REF_SET_ARRAY)
}

/// `cuTexRefSetMipmappedArray`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuTexRefSetMipmappedArray(_: CUtexref, _: CUmipmappedArray, _: c_uint) -> CUresult {
    entry::not_supported(id::CU_TEX_REF_SET_MIPMAPPED_ARRAY)
}

/// `cuTexRefSetAddress`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuTexRefSetAddress(_: *mut c_uint, _: CUtexref, _: CUdeviceptr_v1, _: c_uint) -> CUresult {
    entry::not_supported(id::CU_TEX_REF_SET_ADDRESS)
}

/// `cuTexRefSetAddress_v2`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuTexRefSetAddress_v2(_: *mut usize, _: CUtexref, _: CUdeviceptr, _: usize) -> CUresult {
    entry::not_supported(id::CU_TEX_REF_SET_ADDRESS_V2)
}

/// `cuTexRefSetAddress2D`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuTexRefSetAddress2D(_: CUtexref, _: *const c_void, _: CUdeviceptr_v1, _: c_uint) -> CUresult {
    entry::not_supported(id::CU_TEX_REF_SET_ADDRESS2D)
}

/// `cuTexRefSetAddress2D_v2`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuTexRefSetAddress2D_v2(_: CUtexref, _: *const CUDA_ARRAY_DESCRIPTOR_v2, _: CUdeviceptr, _: usize) -> CUresult {
    entry::not_supported(id::CU_TEX_REF_SET_ADDRESS2D_V2)
}

/// `cuTexRefSetAddress2D_v3`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuTexRefSetAddress2D_v3(_: CUtexref, _: *const CUDA_ARRAY_DESCRIPTOR_v2, _: CUdeviceptr, _: usize) -> CUresult {
    entry::not_supported(id::CU_TEX_REF_SET_ADDRESS2D_V3)
}

/// `cuTexRefSetFormat`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuTexRefSetFormat(_: CUtexref, _: CUarray_format, _: c_int) -> CUresult {
    entry::not_supported(id::CU_TEX_REF_SET_FORMAT)
}

/// `cuTexRefSetAddressMode`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuTexRefSetAddressMode(_: CUtexref, _: c_int, _: CUaddress_mode) -> CUresult {
    entry::not_supported(id::CU_TEX_REF_SET_ADDRESS_MODE)
}

/// `cuTexRefSetFilterMode`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuTexRefSetFilterMode(_: CUtexref, _: CUfilter_mode) -> CUresult {
    entry::not_supported(id::CU_TEX_REF_SET_FILTER_MODE)
}

/// `cuTexRefSetMipmapFilterMode`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuTexRefSetMipmapFilterMode(_: CUtexref, _: CUfilter_mode) -> CUresult {
    entry::not_supported(id::CU_TEX_REF_SET_MIPMAP_FILTER_MODE)
}

/// `cuTexRefSetMipmapLevelBias`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuTexRefSetMipmapLevelBias(_: CUtexref, _: f32) -> CUresult {
    entry::not_supported(id::CU_TEX_REF_SET_MIPMAP_LEVEL_BIAS)
}

/// `cuTexRefSetMipmapLevelClamp`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuTexRefSetMipmapLevelClamp(_: CUtexref, _: f32, _: f32) -> CUresult {
    entry::not_supported(id::CU_TEX_REF_SET_MIPMAP_LEVEL_CLAMP)
}

/// `cuTexRefSetMaxAnisotropy`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuTexRefSetMaxAnisotropy(_: CUtexref, _: c_uint) -> CUresult {
    entry::not_supported(id::CU_TEX_REF_SET_MAX_ANISOTROPY)
}

/// `cuTexRefSetBorderColor`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuTexRefSetBorderColor(_: CUtexref, _: *mut f32) -> CUresult {
    entry::not_supported(id::CU_TEX_REF_SET_BORDER_COLOR)
}

/// `cuTexRefSetFlags`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuTexRefSetFlags(_: CUtexref, _: c_uint) -> CUresult {
    entry::not_supported(id::CU_TEX_REF_SET_FLAGS)
}

/// `cuTexRefGetAddress`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuTexRefGetAddress(_: *mut CUdeviceptr_v1, _: CUtexref) -> CUresult {
    entry::not_supported(id::CU_TEX_REF_GET_ADDRESS)
}

/// `cuTexRefGetAddress_v2`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuTexRefGetAddress_v2(_: *mut CUdeviceptr, _: CUtexref) -> CUresult {
    entry::not_supported(id::CU_TEX_REF_GET_ADDRESS_V2)
}

/// `cuTexRefGetArray`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuTexRefGetArray(_: *mut CUarray, _: CUtexref) -> CUresult {
    entry::not_supported(id::CU_TEX_REF_GET_ARRAY)
}

/// `cuTexRefGetMipmappedArray`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuTexRefGetMipmappedArray(_: *mut CUmipmappedArray, _: CUtexref) -> CUresult {
    entry::not_supported(id::CU_TEX_REF_GET_MIPMAPPED_ARRAY)
}

/// `cuTexRefGetAddressMode`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuTexRefGetAddressMode(_: *mut CUaddress_mode, _: CUtexref, _: c_int) -> CUresult {
    entry::not_supported(id::CU_TEX_REF_GET_ADDRESS_MODE)
}

/// `cuTexRefGetFilterMode`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuTexRefGetFilterMode(_: *mut CUfilter_mode, _: CUtexref) -> CUresult {
    entry::not_supported(id::CU_TEX_REF_GET_FILTER_MODE)
}

/// `cuTexRefGetFormat`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuTexRefGetFormat(_: *mut CUarray_format, _: *mut c_int, _: CUtexref) -> CUresult {
    entry::not_supported(id::CU_TEX_REF_GET_FORMAT)
}

/// `cuTexRefGetMipmapFilterMode`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuTexRefGetMipmapFilterMode(_: *mut CUfilter_mode, _: CUtexref) -> CUresult {
    entry::not_supported(id::CU_TEX_REF_GET_MIPMAP_FILTER_MODE)
}

/// `cuTexRefGetMipmapLevelBias`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuTexRefGetMipmapLevelBias(_: *mut f32, _: CUtexref) -> CUresult {
    entry::not_supported(id::CU_TEX_REF_GET_MIPMAP_LEVEL_BIAS)
}

/// `cuTexRefGetMipmapLevelClamp`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuTexRefGetMipmapLevelClamp(_: *mut f32, _: *mut f32, _: CUtexref) -> CUresult {
    entry::not_supported(id::CU_TEX_REF_GET_MIPMAP_LEVEL_CLAMP)
}

/// `cuTexRefGetMaxAnisotropy`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuTexRefGetMaxAnisotropy(_: *mut c_int, _: CUtexref) -> CUresult {
    entry::not_supported(id::CU_TEX_REF_GET_MAX_ANISOTROPY)
}

/// `cuTexRefGetBorderColor`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuTexRefGetBorderColor(_: *mut f32, _: CUtexref) -> CUresult {
    entry::not_supported(id::CU_TEX_REF_GET_BORDER_COLOR)
}

/// `cuTexRefGetFlags`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuTexRefGetFlags(_: *mut c_uint, _: CUtexref) -> CUresult {
    entry::not_supported(id::CU_TEX_REF_GET_FLAGS)
}

/// `cuTexRefCreate`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuTexRefCreate(_: *mut CUtexref) -> CUresult {
    entry::not_supported(id::CU_TEX_REF_CREATE)
}

/// `cuTexRefDestroy`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuTexRefDestroy(_: CUtexref) -> CUresult {
    entry::not_supported(id::CU_TEX_REF_DESTROY)
}

/// `cuSurfRefSetArray`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuSurfRefSetArray(_: CUsurfref, _: CUarray, _: c_uint) -> CUresult {
    entry::not_supported(id::CU_SURF_REF_SET_ARRAY)
}

/// `cuSurfRefGetArray`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuSurfRefGetArray(_: *mut CUarray, _: CUsurfref) -> CUresult {
    entry::not_supported(id::CU_SURF_REF_GET_ARRAY)
}

/// `cuTexObjectCreate`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuTexObjectCreate(pTexObject: *mut CUtexObject, pResDesc: *const CUDA_RESOURCE_DESC_v1, pTexDesc: *const CUDA_TEXTURE_DESC_v1, pResViewDesc: *const CUDA_RESOURCE_VIEW_DESC_v1) -> CUresult {
    entry::enter(id::CU_TEX_OBJECT_CREATE, || [pTexObject.slot(), pResDesc.slot(), pTexDesc.slot(), pResViewDesc.slot()], || unsafe { api::texture::cu_tex_object_create(pTexObject, pResDesc, pTexDesc, pResViewDesc) })
}

/// `cuTexObjectDestroy`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuTexObjectDestroy(texObject: CUtexObject) -> CUresult {
    entry::enter(id::CU_TEX_OBJECT_DESTROY, || [texObject.slot()], || unsafe { api::texture::cu_tex_object_destroy(texObject) })
}

/// `cuTexObjectGetResourceDesc`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuTexObjectGetResourceDesc(pResDesc: *mut CUDA_RESOURCE_DESC_v1, texObject: CUtexObject) -> CUresult {
    entry::enter(id::CU_TEX_OBJECT_GET_RESOURCE_DESC, || [pResDesc.slot(), texObject.slot()], || unsafe { api::texture::cu_tex_object_get_resource_desc(pResDesc, texObject) })
}

/// `cuTexObjectGetTextureDesc`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuTexObjectGetTextureDesc(pTexDesc: *mut CUDA_TEXTURE_DESC_v1, texObject: CUtexObject) -> CUresult {
    entry::enter(id::CU_TEX_OBJECT_GET_TEXTURE_DESC, || [pTexDesc.slot(), texObject.slot()], || unsafe { api::texture::cu_tex_object_get_texture_desc(pTexDesc, texObject) })
}

/// `cuTexObjectGetResourceViewDesc`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuTexObjectGetResourceViewDesc(pResViewDesc: *mut CUDA_RESOURCE_VIEW_DESC_v1, texObject: CUtexObject) -> CUresult {
    entry::enter(id::CU_TEX_OBJECT_GET_RESOURCE_VIEW_DESC, || [pResViewDesc.slot(), texObject.slot()], || unsafe { api::texture::cu_tex_object_get_resource_view_desc(pResViewDesc, texObject) })
}

/// `cuSurfObjectCreate`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuSurfObjectCreate(pSurfObject: *mut CUsurfObject, pResDesc: *const CUDA_RESOURCE_DESC_v1) -> CUresult {
    entry::enter(id::CU_SURF_OBJECT_CREATE, || [pSurfObject.slot(), pResDesc.slot()], || unsafe { api::texture::cu_surf_object_create(pSurfObject, pResDesc) })
}

/// `cuSurfObjectDestroy`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuSurfObjectDestroy(surfObject: CUsurfObject) -> CUresult {
    entry::enter(id::CU_SURF_OBJECT_DESTROY, || [surfObject.slot()], || unsafe { api::texture::cu_surf_object_destroy(surfObject) })
}

/// `cuSurfObjectGetResourceDesc`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuSurfObjectGetResourceDesc(pResDesc: *mut CUDA_RESOURCE_DESC_v1, surfObject: CUsurfObject) -> CUresult {
    entry::enter(id::CU_SURF_OBJECT_GET_RESOURCE_DESC, || [pResDesc.slot(), surfObject.slot()], || unsafe { api::texture::cu_surf_object_get_resource_desc(pResDesc, surfObject) })
}

/// `cuTensorMapEncodeTiled`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuTensorMapEncodeTiled(_: *mut CUtensorMap, _: CUtensorMapDataType, _: u32, _: *mut c_void, _: *const u64, _: *const u64, _: *const u32, _: *const u32, _: CUtensorMapInterleave, _: CUtensorMapSwizzle, _: CUtensorMapL2promotion, _: CUtensorMapFloatOOBfill) -> CUresult {
    entry::not_supported(id::CU_TENSOR_MAP_ENCODE_TILED)
}

/// `cuTensorMapEncodeIm2col`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuTensorMapEncodeIm2col(_: *mut CUtensorMap, _: CUtensorMapDataType, _: u32, _: *mut c_void, _: *const u64, _: *const u64, _: *const c_int, _: *const c_int, _: u32, _: u32, _: *const u32, _: CUtensorMapInterleave, _: CUtensorMapSwizzle, _: CUtensorMapL2promotion, _: CUtensorMapFloatOOBfill) -> CUresult {
    entry::not_supported(id::CU_TENSOR_MAP_ENCODE_IM2COL)
}

/// `cuTensorMapReplaceAddress`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuTensorMapReplaceAddress(_: *mut CUtensorMap, _: *mut c_void) -> CUresult {
    entry::not_supported(id::CU_TENSOR_MAP_REPLACE_ADDRESS)
}

/// `cuTensorMapSetAllocationClass`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuTensorMapSetAllocationClass(_: *mut CUtensorMap, _: CUtensorMapAllocClass, _: *mut CUtensorMapAllocClass) -> CUresult {
    entry::not_supported(id::CU_TENSOR_MAP_SET_ALLOCATION_CLASS)
}

/// `cuTensorMapEncodeIm2colWide`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuTensorMapEncodeIm2colWide(_: *mut CUtensorMap, _: CUtensorMapDataType, _: u32, _: *mut c_void, _: *const u64, _: *const u64, _: c_int, _: c_int, _: u32, _: u32, _: *const u32, _: CUtensorMapInterleave, _: CUtensorMapIm2ColWideMode, _: CUtensorMapSwizzle, _: CUtensorMapL2promotion, _: CUtensorMapFloatOOBfill) -> CUresult {
    entry::not_supported(id::CU_TENSOR_MAP_ENCODE_IM2COL_WIDE)
}

/// `cuDeviceCanAccessPeer`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuDeviceCanAccessPeer(canAccessPeer: *mut c_int, dev: CUdevice, peerDev: CUdevice) -> CUresult {
    entry::enter(id::CU_DEVICE_CAN_ACCESS_PEER, || [canAccessPeer.slot(), dev.slot(), peerDev.slot()], || unsafe { api::peer::cu_device_can_access_peer(canAccessPeer, dev, peerDev) })
}

/// `cuCtxEnablePeerAccess`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuCtxEnablePeerAccess(_: CUcontext, _: c_uint) -> CUresult {
    entry::not_supported(id::CU_CTX_ENABLE_PEER_ACCESS)
}

/// `cuCtxDisablePeerAccess`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuCtxDisablePeerAccess(_: CUcontext) -> CUresult {
    entry::not_supported(id::CU_CTX_DISABLE_PEER_ACCESS)
}

/// `cuDeviceGetP2PAttribute`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuDeviceGetP2PAttribute(value: *mut c_int, attrib: CUdevice_P2PAttribute, srcDevice: CUdevice, dstDevice: CUdevice) -> CUresult {
    entry::enter(id::CU_DEVICE_GET_P2P_ATTRIBUTE, || [value.slot(), attrib.slot(), srcDevice.slot(), dstDevice.slot()], || unsafe { api::peer::cu_device_get_p2p_attribute(value, attrib, srcDevice, dstDevice) })
}

/// `cuDeviceGetP2PAtomicCapabilities`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuDeviceGetP2PAtomicCapabilities(_: *mut c_uint, _: *const CUatomicOperation, _: c_uint, _: CUdevice, _: CUdevice) -> CUresult {
    entry::not_supported(id::CU_DEVICE_GET_P2P_ATOMIC_CAPABILITIES)
}

/// `cuGraphicsUnregisterResource`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGraphicsUnregisterResource(_: CUgraphicsResource) -> CUresult {
    entry::not_supported(id::CU_GRAPHICS_UNREGISTER_RESOURCE)
}

/// `cuGraphicsSubResourceGetMappedArray`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGraphicsSubResourceGetMappedArray(_: *mut CUarray, _: CUgraphicsResource, _: c_uint, _: c_uint) -> CUresult {
    entry::not_supported(id::CU_GRAPHICS_SUB_RESOURCE_GET_MAPPED_ARRAY)
}

/// `cuGraphicsResourceGetMappedMipmappedArray`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGraphicsResourceGetMappedMipmappedArray(_: *mut CUmipmappedArray, _: CUgraphicsResource) -> CUresult {
    entry::not_supported(id::CU_GRAPHICS_RESOURCE_GET_MAPPED_MIPMAPPED_ARRAY)
}

/// `cuGraphicsResourceGetMappedPointer`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGraphicsResourceGetMappedPointer(_: *mut CUdeviceptr_v1, _: *mut c_uint, _: CUgraphicsResource) -> CUresult {
    entry::not_supported(id::CU_GRAPHICS_RESOURCE_GET_MAPPED_POINTER)
}

/// `cuGraphicsResourceGetMappedPointer_v2`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGraphicsResourceGetMappedPointer_v2(_: *mut CUdeviceptr, _: *mut usize, _: CUgraphicsResource) -> CUresult {
    entry::not_supported(id::CU_GRAPHICS_RESOURCE_GET_MAPPED_POINTER_V2)
}

/// `cuGraphicsResourceSetMapFlags`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGraphicsResourceSetMapFlags(_: CUgraphicsResource, _: c_uint) -> CUresult {
    entry::not_supported(id::CU_GRAPHICS_RESOURCE_SET_MAP_FLAGS)
}

/// `cuGraphicsResourceSetMapFlags_v2`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGraphicsResourceSetMapFlags_v2(_: CUgraphicsResource, _: c_uint) -> CUresult {
    entry::not_supported(id::CU_GRAPHICS_RESOURCE_SET_MAP_FLAGS_V2)
}

/// `cuGraphicsMapResources`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGraphicsMapResources(_: c_uint, _: *mut CUgraphicsResource, _: CUstream) -> CUresult {
    entry::not_supported(id::CU_GRAPHICS_MAP_RESOURCES)
}

/// `cuGraphicsMapResources_ptsz`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGraphicsMapResources_ptsz(_: c_uint, _: *mut CUgraphicsResource, _: CUstream) -> CUresult {
    entry::not_supported(id::CU_GRAPHICS_MAP_RESOURCES | PER_THREAD)
}

/// `cuGraphicsUnmapResources`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGraphicsUnmapResources(_: c_uint, _: *mut CUgraphicsResource, _: CUstream) -> CUresult {
    entry::not_supported(id::CU_GRAPHICS_UNMAP_RESOURCES)
}

/// `cuGraphicsUnmapResources_ptsz`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGraphicsUnmapResources_ptsz(_: c_uint, _: *mut CUgraphicsResource, _: CUstream) -> CUresult {
    entry::not_supported(id::CU_GRAPHICS_UNMAP_RESOURCES | PER_THREAD)
}

/// `cuGetExportTable`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGetExportTable(ppExportTable: *mut *const c_void, pExportTableId: *const CUuuid) -> CUresult {
    entry::enter(id::CU_GET_EXPORT_TABLE, || [ppExportTable.slot(), pExportTableId.slot()], || unsafe { api::init::cu_get_export_table(ppExportTable, pExportTableId) })
}

/// `cuFuncGetModule`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuFuncGetModule(hmod: *mut CUmodule, hfunc: CUfunction) -> CUresult {
    entry::enter(id::CU_FUNC_GET_MODULE, || [hmod.slot(), hfunc.slot()], || unsafe { api::function::cu_func_get_module(hmod, hfunc) })
}

/// `cuGetProcAddress`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGetProcAddress(symbol: *const c_char, pfn: *mut *mut c_void, driverVersion: c_int, flags: u64) -> CUresult {
    entry::enter(id::CU_GET_PROC_ADDRESS, || [symbol.slot(), pfn.slot(), driverVersion.slot(), flags.slot()], || unsafe { api::init::cu_get_proc_address(symbol, pfn, driverVersion, flags) })
}

/// `cuGetProcAddress_v2`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGetProcAddress_v2(symbol: *const c_char, pfn: *mut *mut c_void, driverVersion: c_int, flags: u64, symbolFound: *mut CUdriverProcAddressQueryResult) -> CUresult {
    entry::enter(id::CU_GET_PROC_ADDRESS_V2, || [symbol.slot(), pfn.slot(), driverVersion.slot(), flags.slot(), symbolFound.slot()], || unsafe { api::init::cu_get_proc_address_v2(symbol, pfn, driverVersion, flags, symbolFound) })
}

/// `cuStreamGetDevice`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuStreamGetDevice(hStream: CUstream, device: *mut CUdevice) -> CUresult {
    entry::enter(id::CU_STREAM_GET_DEVICE, || [hStream.slot(), device.slot()], || unsafe { api::stream::cu_stream_get_device(entry::stream_legacy(hStream), device) })
}

/// `cuStreamGetDevice_ptsz`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuStreamGetDevice_ptsz(hStream: CUstream, device: *mut CUdevice) -> CUresult {
    entry::enter(id::CU_STREAM_GET_DEVICE | PER_THREAD, || [hStream.slot(), device.slot()], || unsafe { api::stream::cu_stream_get_device(entry::stream_per_thread(hStream), device) })
}

/// `cuMemGetLocationInfo`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemGetLocationInfo(_: CUdeviceptr, _: usize, _: usize, _: usize, _: *mut CUmemLocation_v1) -> CUresult {
    entry::not_supported(id::CU_MEM_GET_LOCATION_INFO)
}

/// `cuFlushGPUDirectRDMAWrites`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuFlushGPUDirectRDMAWrites(_: CUflushGPUDirectRDMAWritesTarget, _: CUflushGPUDirectRDMAWritesScope) -> CUresult {
    entry::not_supported(id::CU_FLUSH_GPU_DIRECT_RDMA_WRITES)
}

/// `cuUserObjectCreate`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuUserObjectCreate(object_out: *mut CUuserObject, ptr: *mut c_void, destroy: CUhostFn, initialRefcount: c_uint, flags: c_uint) -> CUresult {
    entry::enter(id::CU_USER_OBJECT_CREATE, || [object_out.slot(), ptr.slot(), 0, initialRefcount.slot(), flags.slot()], || unsafe { api::graph::cu_user_object_create(object_out, ptr, destroy, initialRefcount, flags) })
}

/// `cuUserObjectRetain`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuUserObjectRetain(object: CUuserObject, count: c_uint) -> CUresult {
    entry::enter(id::CU_USER_OBJECT_RETAIN, || [object.slot(), count.slot()], || unsafe { api::graph::cu_user_object_retain(object, count) })
}

/// `cuUserObjectRelease`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuUserObjectRelease(object: CUuserObject, count: c_uint) -> CUresult {
    entry::enter(id::CU_USER_OBJECT_RELEASE, || [object.slot(), count.slot()], || unsafe { api::graph::cu_user_object_release(object, count) })
}

/// `cuGraphRetainUserObject`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGraphRetainUserObject(graph: CUgraph, object: CUuserObject, count: c_uint, flags: c_uint) -> CUresult {
    entry::enter(id::CU_GRAPH_RETAIN_USER_OBJECT, || [graph.slot(), object.slot(), count.slot(), flags.slot()], || unsafe { api::graph::cu_graph_retain_user_object(graph, object, count, flags) })
}

/// `cuGraphReleaseUserObject`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGraphReleaseUserObject(graph: CUgraph, object: CUuserObject, count: c_uint) -> CUresult {
    entry::enter(id::CU_GRAPH_RELEASE_USER_OBJECT, || [graph.slot(), object.slot(), count.slot()], || unsafe { api::graph::cu_graph_release_user_object(graph, object, count) })
}

/// `cuModuleGetLoadingMode`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuModuleGetLoadingMode(mode: *mut CUmoduleLoadingMode) -> CUresult {
    entry::enter(id::CU_MODULE_GET_LOADING_MODE, || [mode.slot()], || unsafe { api::module::cu_module_get_loading_mode(mode) })
}

/// `cuMemGetHandleForAddressRange`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemGetHandleForAddressRange(_: *mut c_void, _: CUdeviceptr, _: usize, _: CUmemRangeHandleType, _: c_ulonglong) -> CUresult {
    entry::not_supported(id::CU_MEM_GET_HANDLE_FOR_ADDRESS_RANGE)
}

/// `cuLibraryLoadData`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuLibraryLoadData(library: *mut CUlibrary, code: *const c_void, jitOptions: *mut CUjit_option, jitOptionsValues: *mut *mut c_void, numJitOptions: c_uint, libraryOptions: *mut CUlibraryOption, libraryOptionValues: *mut *mut c_void, numLibraryOptions: c_uint) -> CUresult {
    entry::enter(id::CU_LIBRARY_LOAD_DATA, || [library.slot(), code.slot(), jitOptions.slot(), jitOptionsValues.slot(), numJitOptions.slot(), libraryOptions.slot(), libraryOptionValues.slot(), numLibraryOptions.slot()], || unsafe { api::library::cu_library_load_data(library, code, jitOptions, jitOptionsValues, numJitOptions, libraryOptions, libraryOptionValues, numLibraryOptions) })
}

/// `cuLibraryLoadFromFile`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuLibraryLoadFromFile(library: *mut CUlibrary, fileName: *const c_char, jitOptions: *mut CUjit_option, jitOptionsValues: *mut *mut c_void, numJitOptions: c_uint, libraryOptions: *mut CUlibraryOption, libraryOptionValues: *mut *mut c_void, numLibraryOptions: c_uint) -> CUresult {
    entry::enter(id::CU_LIBRARY_LOAD_FROM_FILE, || [library.slot(), fileName.slot(), jitOptions.slot(), jitOptionsValues.slot(), numJitOptions.slot(), libraryOptions.slot(), libraryOptionValues.slot(), numLibraryOptions.slot()], || unsafe { api::library::cu_library_load_from_file(library, fileName, jitOptions, jitOptionsValues, numJitOptions, libraryOptions, libraryOptionValues, numLibraryOptions) })
}

/// `cuLibraryUnload`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuLibraryUnload(library: CUlibrary) -> CUresult {
    entry::enter(id::CU_LIBRARY_UNLOAD, || [library.slot()], || unsafe { api::library::cu_library_unload(library) })
}

/// `cuLibraryGetKernel`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuLibraryGetKernel(pKernel: *mut CUkernel, library: CUlibrary, name: *const c_char) -> CUresult {
    entry::enter(id::CU_LIBRARY_GET_KERNEL, || [pKernel.slot(), library.slot(), name.slot()], || unsafe { api::library::cu_library_get_kernel(pKernel, library, name) })
}

/// `cuLibraryGetModule`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuLibraryGetModule(pMod: *mut CUmodule, library: CUlibrary) -> CUresult {
    entry::enter(id::CU_LIBRARY_GET_MODULE, || [pMod.slot(), library.slot()], || unsafe { api::library::cu_library_get_module(pMod, library) })
}

/// `cuLibraryGetKernelCount`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuLibraryGetKernelCount(count: *mut c_uint, lib: CUlibrary) -> CUresult {
    entry::enter(id::CU_LIBRARY_GET_KERNEL_COUNT, || [count.slot(), lib.slot()], || unsafe { api::library::cu_library_get_kernel_count(count, lib) })
}

/// `cuLibraryEnumerateKernels`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuLibraryEnumerateKernels(kernels: *mut CUkernel, numKernels: c_uint, lib: CUlibrary) -> CUresult {
    entry::enter(id::CU_LIBRARY_ENUMERATE_KERNELS, || [kernels.slot(), numKernels.slot(), lib.slot()], || unsafe { api::library::cu_library_enumerate_kernels(kernels, numKernels, lib) })
}

/// `cuKernelGetFunction`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuKernelGetFunction(pFunc: *mut CUfunction, kernel: CUkernel) -> CUresult {
    entry::enter(id::CU_KERNEL_GET_FUNCTION, || [pFunc.slot(), kernel.slot()], || unsafe { api::library::cu_kernel_get_function(pFunc, kernel) })
}

/// `cuKernelGetLibrary`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuKernelGetLibrary(pLib: *mut CUlibrary, kernel: CUkernel) -> CUresult {
    entry::enter(id::CU_KERNEL_GET_LIBRARY, || [pLib.slot(), kernel.slot()], || unsafe { api::library::cu_kernel_get_library(pLib, kernel) })
}

/// `cuLibraryGetGlobal`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuLibraryGetGlobal(dptr: *mut CUdeviceptr, bytes: *mut usize, library: CUlibrary, name: *const c_char) -> CUresult {
    entry::enter(id::CU_LIBRARY_GET_GLOBAL, || [dptr.slot(), bytes.slot(), library.slot(), name.slot()], || unsafe { api::library::cu_library_get_global(dptr, bytes, library, name) })
}

/// `cuLibraryGetManaged`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuLibraryGetManaged(_: *mut CUdeviceptr, _: *mut usize, _: CUlibrary, _: *const c_char) -> CUresult {
    entry::not_supported(id::CU_LIBRARY_GET_MANAGED)
}

/// `cuKernelGetAttribute`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuKernelGetAttribute(pi: *mut c_int, attrib: CUfunction_attribute, kernel: CUkernel, dev: CUdevice) -> CUresult {
    entry::enter(id::CU_KERNEL_GET_ATTRIBUTE, || [pi.slot(), attrib.slot(), kernel.slot(), dev.slot()], || unsafe { api::library::cu_kernel_get_attribute(pi, attrib, kernel, dev) })
}

/// `cuKernelSetAttribute`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuKernelSetAttribute(attrib: CUfunction_attribute, val: c_int, kernel: CUkernel, dev: CUdevice) -> CUresult {
    entry::enter(id::CU_KERNEL_SET_ATTRIBUTE, || [attrib.slot(), val.slot(), kernel.slot(), dev.slot()], || unsafe { api::library::cu_kernel_set_attribute(attrib, val, kernel, dev) })
}

/// `cuKernelSetCacheConfig`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuKernelSetCacheConfig(kernel: CUkernel, config: CUfunc_cache, dev: CUdevice) -> CUresult {
    entry::enter(id::CU_KERNEL_SET_CACHE_CONFIG, || [kernel.slot(), config.slot(), dev.slot()], || unsafe { api::library::cu_kernel_set_cache_config(kernel, config, dev) })
}

/// `cuKernelGetName`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuKernelGetName(name: *mut *const c_char, hfunc: CUkernel) -> CUresult {
    entry::enter(id::CU_KERNEL_GET_NAME, || [name.slot(), hfunc.slot()], || unsafe { api::library::cu_kernel_get_name(name, hfunc) })
}

/// `cuKernelGetParamInfo`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuKernelGetParamInfo(kernel: CUkernel, paramIndex: usize, paramOffset: *mut usize, paramSize: *mut usize) -> CUresult {
    entry::enter(id::CU_KERNEL_GET_PARAM_INFO, || [kernel.slot(), paramIndex.slot(), paramOffset.slot(), paramSize.slot()], || unsafe { api::library::cu_kernel_get_param_info(kernel, paramIndex, paramOffset, paramSize) })
}

/// `cuKernelGetParamCount`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuKernelGetParamCount(kernel: CUkernel, paramCount: *mut usize) -> CUresult {
    entry::enter(id::CU_KERNEL_GET_PARAM_COUNT, || [kernel.slot(), paramCount.slot()], || unsafe { api::library::cu_kernel_get_param_count(kernel, paramCount) })
}

/// `cuLibraryGetUnifiedFunction`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuLibraryGetUnifiedFunction(_: *mut *mut c_void, _: CUlibrary, _: *const c_char) -> CUresult {
    entry::not_supported(id::CU_LIBRARY_GET_UNIFIED_FUNCTION)
}

/// `cuCoredumpGetAttribute`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuCoredumpGetAttribute(_: CUcoredumpSettings, _: *mut c_void, _: *mut usize) -> CUresult {
    entry::not_supported(id::CU_COREDUMP_GET_ATTRIBUTE)
}

/// `cuCoredumpGetAttributeGlobal`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuCoredumpGetAttributeGlobal(_: CUcoredumpSettings, _: *mut c_void, _: *mut usize) -> CUresult {
    entry::not_supported(id::CU_COREDUMP_GET_ATTRIBUTE_GLOBAL)
}

/// `cuCoredumpSetAttribute`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuCoredumpSetAttribute(_: CUcoredumpSettings, _: *mut c_void, _: *mut usize) -> CUresult {
    entry::not_supported(id::CU_COREDUMP_SET_ATTRIBUTE)
}

/// `cuCoredumpSetAttributeGlobal`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuCoredumpSetAttributeGlobal(_: CUcoredumpSettings, _: *mut c_void, _: *mut usize) -> CUresult {
    entry::not_supported(id::CU_COREDUMP_SET_ATTRIBUTE_GLOBAL)
}

/// `cuDeviceRegisterAsyncNotification`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuDeviceRegisterAsyncNotification(_: CUdevice, _: CUasyncCallback, _: *mut c_void, _: *mut CUasyncCallbackHandle) -> CUresult {
    entry::not_supported(id::CU_DEVICE_REGISTER_ASYNC_NOTIFICATION)
}

/// `cuDeviceUnregisterAsyncNotification`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuDeviceUnregisterAsyncNotification(_: CUdevice, _: CUasyncCallbackHandle) -> CUresult {
    entry::not_supported(id::CU_DEVICE_UNREGISTER_ASYNC_NOTIFICATION)
}

/// `cuGreenCtxCreate`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGreenCtxCreate(_: *mut CUgreenCtx, _: CUdevResourceDesc, _: CUdevice, _: c_uint) -> CUresult {
    entry::not_supported(id::CU_GREEN_CTX_CREATE)
}

/// `cuGreenCtxDestroy`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGreenCtxDestroy(_: CUgreenCtx) -> CUresult {
    entry::not_supported(id::CU_GREEN_CTX_DESTROY)
}

/// `cuDeviceGetDevResource`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuDeviceGetDevResource(dev: CUdevice, result: *mut CUdevResource, r#type: CUdevResourceType) -> CUresult {
    entry::enter(id::CU_DEVICE_GET_DEV_RESOURCE, || [dev.slot(), result.slot(), r#type.slot()], || unsafe { api::green::cu_device_get_dev_resource(dev, result, r#type) })
}

/// `cuCtxGetDevResource`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuCtxGetDevResource(hCtx: CUcontext, result: *mut CUdevResource, r#type: CUdevResourceType) -> CUresult {
    entry::enter(id::CU_CTX_GET_DEV_RESOURCE, || [hCtx.slot(), result.slot(), r#type.slot()], || unsafe { api::green::cu_ctx_get_dev_resource(hCtx, result, r#type) })
}

/// `cuGreenCtxGetDevResource`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGreenCtxGetDevResource(_: CUgreenCtx, _: *mut CUdevResource, _: CUdevResourceType) -> CUresult {
    entry::not_supported(id::CU_GREEN_CTX_GET_DEV_RESOURCE)
}

/// `cuStreamGetDevResource`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuStreamGetDevResource(hStream: CUstream, result: *mut CUdevResource, r#type: CUdevResourceType) -> CUresult {
    entry::enter(id::CU_STREAM_GET_DEV_RESOURCE, || [hStream.slot(), result.slot(), r#type.slot()], || unsafe { api::green::cu_stream_get_dev_resource(entry::stream_legacy(hStream), result, r#type) })
}

/// `cuStreamGetDevResource_ptsz`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuStreamGetDevResource_ptsz(hStream: CUstream, result: *mut CUdevResource, r#type: CUdevResourceType) -> CUresult {
    entry::enter(id::CU_STREAM_GET_DEV_RESOURCE | PER_THREAD, || [hStream.slot(), result.slot(), r#type.slot()], || unsafe { api::green::cu_stream_get_dev_resource(entry::stream_per_thread(hStream), result, r#type) })
}

/// `cuGreenCtxRecordEvent`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGreenCtxRecordEvent(_: CUgreenCtx, _: CUevent) -> CUresult {
    entry::not_supported(id::CU_GREEN_CTX_RECORD_EVENT)
}

/// `cuGreenCtxWaitEvent`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGreenCtxWaitEvent(_: CUgreenCtx, _: CUevent) -> CUresult {
    entry::not_supported(id::CU_GREEN_CTX_WAIT_EVENT)
}

/// `cuDevResourceGenerateDesc`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuDevResourceGenerateDesc(_: *mut CUdevResourceDesc, _: *mut CUdevResource, _: c_uint) -> CUresult {
    entry::not_supported(id::CU_DEV_RESOURCE_GENERATE_DESC)
}

/// `cuDevSmResourceSplitByCount`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuDevSmResourceSplitByCount(_: *mut CUdevResource, _: *mut c_uint, _: *const CUdevResource, _: *mut CUdevResource, _: c_uint, _: c_uint) -> CUresult {
    entry::not_supported(id::CU_DEV_SM_RESOURCE_SPLIT_BY_COUNT)
}

/// `cuDevSmResourceSplit`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuDevSmResourceSplit(_: *mut CUdevResource, _: c_uint, _: *const CUdevResource, _: *mut CUdevResource, _: c_uint, _: *mut c_void) -> CUresult {
    entry::not_supported(id::CU_DEV_SM_RESOURCE_SPLIT)
}

/// `cuStreamGetGreenCtx`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuStreamGetGreenCtx(hStream: CUstream, phCtx: *mut CUgreenCtx) -> CUresult {
    entry::enter(id::CU_STREAM_GET_GREEN_CTX, || [hStream.slot(), phCtx.slot()], || unsafe { api::green::cu_stream_get_green_ctx(hStream, phCtx) })
}

/// `cuCtxFromGreenCtx`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuCtxFromGreenCtx(_: *mut CUcontext, _: CUgreenCtx) -> CUresult {
    entry::not_supported(id::CU_CTX_FROM_GREEN_CTX)
}

/// `cuGreenCtxGetId`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGreenCtxGetId(_: CUgreenCtx, _: *mut c_ulonglong) -> CUresult {
    entry::not_supported(id::CU_GREEN_CTX_GET_ID)
}

/// `cuCtxRecordEvent`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuCtxRecordEvent(_: CUcontext, _: CUevent) -> CUresult {
    entry::not_supported(id::CU_CTX_RECORD_EVENT)
}

/// `cuCtxWaitEvent`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuCtxWaitEvent(_: CUcontext, _: CUevent) -> CUresult {
    entry::not_supported(id::CU_CTX_WAIT_EVENT)
}

/// `cuGreenCtxStreamCreate`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGreenCtxStreamCreate(_: *mut CUstream, _: CUgreenCtx, _: c_uint, _: c_int) -> CUresult {
    entry::not_supported(id::CU_GREEN_CTX_STREAM_CREATE)
}

/// `cuMemBatchDecompressAsync`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemBatchDecompressAsync(_: *mut c_void, _: usize, _: c_uint, _: *mut usize, _: CUstream) -> CUresult {
    entry::not_supported(id::CU_MEM_BATCH_DECOMPRESS_ASYNC)
}

/// `cuMemBatchDecompressAsync_ptsz`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemBatchDecompressAsync_ptsz(_: *mut c_void, _: usize, _: c_uint, _: *mut usize, _: CUstream) -> CUresult {
    entry::not_supported(id::CU_MEM_BATCH_DECOMPRESS_ASYNC | PER_THREAD)
}

/// `cuLogsRegisterCallback`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuLogsRegisterCallback(callbackFunc: CUlogsCallback, userData: *mut c_void, callback: *mut CUlogsCallbackHandle) -> CUresult {
    entry::enter(id::CU_LOGS_REGISTER_CALLBACK, || [callbackFunc.map_or(0, |f| f as usize as u64), userData.slot(), callback.slot()], || unsafe { api::log::cu_logs_register_callback(callbackFunc, userData, callback) })
}

/// `cuLogsUnregisterCallback`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuLogsUnregisterCallback(callback: CUlogsCallbackHandle) -> CUresult {
    entry::enter(id::CU_LOGS_UNREGISTER_CALLBACK, || [callback.slot()], || unsafe { api::log::cu_logs_unregister_callback(callback) })
}

/// `cuLogsCurrent`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuLogsCurrent(iterator: *mut CUlogIterator, flags: c_uint) -> CUresult {
    entry::enter(id::CU_LOGS_CURRENT, || [iterator.slot(), flags.slot()], || unsafe { api::log::cu_logs_current(iterator, flags) })
}

/// `cuLogsDumpToFile`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuLogsDumpToFile(iterator: *mut CUlogIterator, pathToFile: *const c_char, flags: c_uint) -> CUresult {
    entry::enter(id::CU_LOGS_DUMP_TO_FILE, || [iterator.slot(), pathToFile.slot(), flags.slot()], || unsafe { api::log::cu_logs_dump_to_file(iterator, pathToFile, flags) })
}

/// `cuLogsDumpToMemory`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuLogsDumpToMemory(iterator: *mut CUlogIterator, buffer: *mut c_char, size: *mut usize, flags: c_uint) -> CUresult {
    entry::enter(id::CU_LOGS_DUMP_TO_MEMORY, || [iterator.slot(), buffer.slot(), size.slot(), flags.slot()], || unsafe { api::log::cu_logs_dump_to_memory(iterator, buffer, size, flags) })
}

/// `cuCoredumpRegisterStartCallback`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuCoredumpRegisterStartCallback(_: CUcoredumpStatusCallback, _: *mut c_void, _: *mut CUcoredumpCallbackHandle) -> CUresult {
    entry::not_supported(id::CU_COREDUMP_REGISTER_START_CALLBACK)
}

/// `cuCoredumpRegisterCompleteCallback`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuCoredumpRegisterCompleteCallback(_: CUcoredumpStatusCallback, _: *mut c_void, _: *mut CUcoredumpCallbackHandle) -> CUresult {
    entry::not_supported(id::CU_COREDUMP_REGISTER_COMPLETE_CALLBACK)
}

/// `cuCoredumpDeregisterStartCallback`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuCoredumpDeregisterStartCallback(_: CUcoredumpCallbackHandle) -> CUresult {
    entry::not_supported(id::CU_COREDUMP_DEREGISTER_START_CALLBACK)
}

/// `cuCoredumpDeregisterCompleteCallback`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuCoredumpDeregisterCompleteCallback(_: CUcoredumpCallbackHandle) -> CUresult {
    entry::not_supported(id::CU_COREDUMP_DEREGISTER_COMPLETE_CALLBACK)
}

/// `cuGraphInstantiate`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGraphInstantiate(phGraphExec: *mut CUgraphExec, hGraph: CUgraph, phErrorNode: *mut CUgraphNode, logBuffer: *mut c_char, bufferSize: usize) -> CUresult {
    entry::enter(id::CU_GRAPH_INSTANTIATE, || [phGraphExec.slot(), hGraph.slot(), phErrorNode.slot(), logBuffer.slot(), bufferSize.slot()], || unsafe { api::graph::cu_graph_instantiate(phGraphExec, hGraph, phErrorNode, logBuffer, bufferSize) })
}

/// `cuGraphInstantiate_v2`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGraphInstantiate_v2(phGraphExec: *mut CUgraphExec, hGraph: CUgraph, phErrorNode: *mut CUgraphNode, logBuffer: *mut c_char, bufferSize: usize) -> CUresult {
    entry::enter(id::CU_GRAPH_INSTANTIATE_V2, || [phGraphExec.slot(), hGraph.slot(), phErrorNode.slot(), logBuffer.slot(), bufferSize.slot()], || unsafe { api::graph::cu_graph_instantiate_v2(phGraphExec, hGraph, phErrorNode, logBuffer, bufferSize) })
}

/// `cuCheckpointProcessGetRestoreThreadId`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuCheckpointProcessGetRestoreThreadId(_: c_int, _: *mut c_int) -> CUresult {
    entry::not_supported(id::CU_CHECKPOINT_PROCESS_GET_RESTORE_THREAD_ID)
}

/// `cuCheckpointProcessGetState`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuCheckpointProcessGetState(_: c_int, _: *mut CUprocessState) -> CUresult {
    entry::not_supported(id::CU_CHECKPOINT_PROCESS_GET_STATE)
}

/// `cuCheckpointProcessLock`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuCheckpointProcessLock(_: c_int, _: *mut c_void) -> CUresult {
    entry::not_supported(id::CU_CHECKPOINT_PROCESS_LOCK)
}

/// `cuCheckpointProcessCheckpoint`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuCheckpointProcessCheckpoint(_: c_int, _: *mut c_void) -> CUresult {
    entry::not_supported(id::CU_CHECKPOINT_PROCESS_CHECKPOINT)
}

/// `cuCheckpointProcessRestore`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuCheckpointProcessRestore(_: c_int, _: *mut c_void) -> CUresult {
    entry::not_supported(id::CU_CHECKPOINT_PROCESS_RESTORE)
}

/// `cuCheckpointProcessUnlock`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuCheckpointProcessUnlock(_: c_int, _: *mut c_void) -> CUresult {
    entry::not_supported(id::CU_CHECKPOINT_PROCESS_UNLOCK)
}

/// `cuCheckpointOperationComplete`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuCheckpointOperationComplete(_: CUcheckpointOperationHandle) -> CUresult {
    entry::not_supported(id::CU_CHECKPOINT_OPERATION_COMPLETE)
}

/// `cuProfilerInitialize`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuProfilerInitialize(_: *const c_char, _: *const c_char, _: CUoutput_mode) -> CUresult {
    entry::not_supported(id::CU_PROFILER_INITIALIZE)
}

/// `cuProfilerStart`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuProfilerStart() -> CUresult {
    entry::enter(id::CU_PROFILER_START, || [], || unsafe { api::profiler::cu_profiler_start() })
}

/// `cuProfilerStop`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuProfilerStop() -> CUresult {
    entry::enter(id::CU_PROFILER_STOP, || [], || unsafe { api::profiler::cu_profiler_stop() })
}

/// The address of the export with this id (`PER_THREAD` chooses the variant); null for an unknown id.
pub(crate) fn address(id: u16) -> *const c_void {
    let per_thread = id & PER_THREAD != 0;
    match (id & !PER_THREAD, per_thread) {
        (id::CU_GET_ERROR_STRING, false) => cuGetErrorString as *const c_void,
        (id::CU_GET_ERROR_NAME, false) => cuGetErrorName as *const c_void,
        (id::CU_INIT, false) => cuInit as *const c_void,
        (id::CU_DRIVER_GET_VERSION, false) => cuDriverGetVersion as *const c_void,
        (id::CU_DEVICE_GET, false) => cuDeviceGet as *const c_void,
        (id::CU_DEVICE_GET_COUNT, false) => cuDeviceGetCount as *const c_void,
        (id::CU_DEVICE_GET_NAME, false) => cuDeviceGetName as *const c_void,
        (id::CU_DEVICE_GET_UUID, false) => cuDeviceGetUuid as *const c_void,
        (id::CU_DEVICE_GET_UUID_V2, false) => cuDeviceGetUuid_v2 as *const c_void,
        (id::CU_DEVICE_GET_LUID, false) => cuDeviceGetLuid as *const c_void,
        (id::CU_DEVICE_TOTAL_MEM, false) => cuDeviceTotalMem as *const c_void,
        (id::CU_DEVICE_TOTAL_MEM_V2, false) => cuDeviceTotalMem_v2 as *const c_void,
        (id::CU_DEVICE_GET_TEXTURE1D_LINEAR_MAX_WIDTH, false) => cuDeviceGetTexture1DLinearMaxWidth as *const c_void,
        (id::CU_DEVICE_GET_ATTRIBUTE, false) => cuDeviceGetAttribute as *const c_void,
        (id::CU_DEVICE_GET_HOST_ATOMIC_CAPABILITIES, false) => cuDeviceGetHostAtomicCapabilities as *const c_void,
        (id::CU_DEVICE_GET_NV_SCI_SYNC_ATTRIBUTES, false) => cuDeviceGetNvSciSyncAttributes as *const c_void,
        (id::CU_DEVICE_SET_MEM_POOL, false) => cuDeviceSetMemPool as *const c_void,
        (id::CU_DEVICE_GET_MEM_POOL, false) => cuDeviceGetMemPool as *const c_void,
        (id::CU_DEVICE_GET_DEFAULT_MEM_POOL, false) => cuDeviceGetDefaultMemPool as *const c_void,
        (id::CU_DEVICE_GET_PROPERTIES, false) => cuDeviceGetProperties as *const c_void,
        (id::CU_DEVICE_COMPUTE_CAPABILITY, false) => cuDeviceComputeCapability as *const c_void,
        (id::CU_DEVICE_PRIMARY_CTX_RETAIN, false) => cuDevicePrimaryCtxRetain as *const c_void,
        (id::CU_DEVICE_PRIMARY_CTX_RELEASE, false) => cuDevicePrimaryCtxRelease as *const c_void,
        (id::CU_DEVICE_PRIMARY_CTX_RELEASE_V2, false) => cuDevicePrimaryCtxRelease_v2 as *const c_void,
        (id::CU_DEVICE_PRIMARY_CTX_SET_FLAGS, false) => cuDevicePrimaryCtxSetFlags as *const c_void,
        (id::CU_DEVICE_PRIMARY_CTX_SET_FLAGS_V2, false) => cuDevicePrimaryCtxSetFlags_v2 as *const c_void,
        (id::CU_DEVICE_PRIMARY_CTX_GET_STATE, false) => cuDevicePrimaryCtxGetState as *const c_void,
        (id::CU_DEVICE_PRIMARY_CTX_RESET, false) => cuDevicePrimaryCtxReset as *const c_void,
        (id::CU_DEVICE_PRIMARY_CTX_RESET_V2, false) => cuDevicePrimaryCtxReset_v2 as *const c_void,
        (id::CU_DEVICE_GET_EXEC_AFFINITY_SUPPORT, false) => cuDeviceGetExecAffinitySupport as *const c_void,
        (id::CU_CTX_CREATE, false) => cuCtxCreate as *const c_void,
        (id::CU_CTX_CREATE_V2, false) => cuCtxCreate_v2 as *const c_void,
        (id::CU_CTX_CREATE_V3, false) => cuCtxCreate_v3 as *const c_void,
        (id::CU_CTX_CREATE_V4, false) => cuCtxCreate_v4 as *const c_void,
        (id::CU_CTX_GET_ID, false) => cuCtxGetId as *const c_void,
        (id::CU_CTX_DESTROY, false) => cuCtxDestroy as *const c_void,
        (id::CU_CTX_DESTROY_V2, false) => cuCtxDestroy_v2 as *const c_void,
        (id::CU_CTX_PUSH_CURRENT, false) => cuCtxPushCurrent as *const c_void,
        (id::CU_CTX_PUSH_CURRENT_V2, false) => cuCtxPushCurrent_v2 as *const c_void,
        (id::CU_CTX_POP_CURRENT, false) => cuCtxPopCurrent as *const c_void,
        (id::CU_CTX_POP_CURRENT_V2, false) => cuCtxPopCurrent_v2 as *const c_void,
        (id::CU_CTX_SET_CURRENT, false) => cuCtxSetCurrent as *const c_void,
        (id::CU_CTX_GET_CURRENT, false) => cuCtxGetCurrent as *const c_void,
        (id::CU_CTX_GET_DEVICE, false) => cuCtxGetDevice as *const c_void,
        (id::CU_CTX_GET_DEVICE_V2, false) => cuCtxGetDevice_v2 as *const c_void,
        (id::CU_CTX_GET_FLAGS, false) => cuCtxGetFlags as *const c_void,
        (id::CU_CTX_SET_FLAGS, false) => cuCtxSetFlags as *const c_void,
        (id::CU_CTX_SYNCHRONIZE, false) => cuCtxSynchronize as *const c_void,
        (id::CU_CTX_SYNCHRONIZE_V2, false) => cuCtxSynchronize_v2 as *const c_void,
        (id::CU_CTX_SET_LIMIT, false) => cuCtxSetLimit as *const c_void,
        (id::CU_CTX_GET_LIMIT, false) => cuCtxGetLimit as *const c_void,
        (id::CU_CTX_GET_CACHE_CONFIG, false) => cuCtxGetCacheConfig as *const c_void,
        (id::CU_CTX_SET_CACHE_CONFIG, false) => cuCtxSetCacheConfig as *const c_void,
        (id::CU_CTX_GET_SHARED_MEM_CONFIG, false) => cuCtxGetSharedMemConfig as *const c_void,
        (id::CU_CTX_SET_SHARED_MEM_CONFIG, false) => cuCtxSetSharedMemConfig as *const c_void,
        (id::CU_CTX_GET_API_VERSION, false) => cuCtxGetApiVersion as *const c_void,
        (id::CU_CTX_GET_STREAM_PRIORITY_RANGE, false) => cuCtxGetStreamPriorityRange as *const c_void,
        (id::CU_CTX_RESET_PERSISTING_L2_CACHE, false) => cuCtxResetPersistingL2Cache as *const c_void,
        (id::CU_CTX_ATTACH, false) => cuCtxAttach as *const c_void,
        (id::CU_CTX_DETACH, false) => cuCtxDetach as *const c_void,
        (id::CU_CTX_GET_EXEC_AFFINITY, false) => cuCtxGetExecAffinity as *const c_void,
        (id::CU_MODULE_LOAD, false) => cuModuleLoad as *const c_void,
        (id::CU_MODULE_LOAD_DATA, false) => cuModuleLoadData as *const c_void,
        (id::CU_MODULE_LOAD_DATA_EX, false) => cuModuleLoadDataEx as *const c_void,
        (id::CU_MODULE_LOAD_FAT_BINARY, false) => cuModuleLoadFatBinary as *const c_void,
        (id::CU_MODULE_UNLOAD, false) => cuModuleUnload as *const c_void,
        (id::CU_MODULE_GET_FUNCTION, false) => cuModuleGetFunction as *const c_void,
        (id::CU_MODULE_GET_GLOBAL, false) => cuModuleGetGlobal as *const c_void,
        (id::CU_MODULE_GET_GLOBAL_V2, false) => cuModuleGetGlobal_v2 as *const c_void,
        (id::CU_MODULE_GET_TEX_REF, false) => cuModuleGetTexRef as *const c_void,
        (id::CU_MODULE_GET_SURF_REF, false) => cuModuleGetSurfRef as *const c_void,
        (id::CU_MODULE_GET_FUNCTION_COUNT, false) => cuModuleGetFunctionCount as *const c_void,
        (id::CU_MODULE_ENUMERATE_FUNCTIONS, false) => cuModuleEnumerateFunctions as *const c_void,
        (id::CU_LINK_CREATE, false) => cuLinkCreate as *const c_void,
        (id::CU_LINK_CREATE_V2, false) => cuLinkCreate_v2 as *const c_void,
        (id::CU_LINK_ADD_DATA, false) => cuLinkAddData as *const c_void,
        (id::CU_LINK_ADD_DATA_V2, false) => cuLinkAddData_v2 as *const c_void,
        (id::CU_LINK_ADD_FILE, false) => cuLinkAddFile as *const c_void,
        (id::CU_LINK_ADD_FILE_V2, false) => cuLinkAddFile_v2 as *const c_void,
        (id::CU_LINK_COMPLETE, false) => cuLinkComplete as *const c_void,
        (id::CU_LINK_DESTROY, false) => cuLinkDestroy as *const c_void,
        (id::CU_MEM_GET_INFO, false) => cuMemGetInfo as *const c_void,
        (id::CU_MEM_GET_INFO_V2, false) => cuMemGetInfo_v2 as *const c_void,
        (id::CU_MEM_ALLOC, false) => cuMemAlloc as *const c_void,
        (id::CU_MEM_ALLOC_V2, false) => cuMemAlloc_v2 as *const c_void,
        (id::CU_MEM_ALLOC_PITCH, false) => cuMemAllocPitch as *const c_void,
        (id::CU_MEM_ALLOC_PITCH_V2, false) => cuMemAllocPitch_v2 as *const c_void,
        (id::CU_MEM_FREE, false) => cuMemFree as *const c_void,
        (id::CU_MEM_FREE_V2, false) => cuMemFree_v2 as *const c_void,
        (id::CU_MEM_GET_ADDRESS_RANGE, false) => cuMemGetAddressRange as *const c_void,
        (id::CU_MEM_GET_ADDRESS_RANGE_V2, false) => cuMemGetAddressRange_v2 as *const c_void,
        (id::CU_MEM_ALLOC_HOST, false) => cuMemAllocHost as *const c_void,
        (id::CU_MEM_ALLOC_HOST_V2, false) => cuMemAllocHost_v2 as *const c_void,
        (id::CU_MEM_FREE_HOST, false) => cuMemFreeHost as *const c_void,
        (id::CU_MEM_HOST_ALLOC, false) => cuMemHostAlloc as *const c_void,
        (id::CU_MEM_HOST_GET_DEVICE_POINTER, false) => cuMemHostGetDevicePointer as *const c_void,
        (id::CU_MEM_HOST_GET_DEVICE_POINTER_V2, false) => cuMemHostGetDevicePointer_v2 as *const c_void,
        (id::CU_MEM_HOST_GET_FLAGS, false) => cuMemHostGetFlags as *const c_void,
        (id::CU_MEM_ALLOC_MANAGED, false) => cuMemAllocManaged as *const c_void,
        (id::CU_DEVICE_GET_BY_PCI_BUS_ID, false) => cuDeviceGetByPCIBusId as *const c_void,
        (id::CU_DEVICE_GET_PCI_BUS_ID, false) => cuDeviceGetPCIBusId as *const c_void,
        (id::CU_IPC_GET_EVENT_HANDLE, false) => cuIpcGetEventHandle as *const c_void,
        (id::CU_IPC_OPEN_EVENT_HANDLE, false) => cuIpcOpenEventHandle as *const c_void,
        (id::CU_IPC_GET_MEM_HANDLE, false) => cuIpcGetMemHandle as *const c_void,
        (id::CU_IPC_OPEN_MEM_HANDLE, false) => cuIpcOpenMemHandle as *const c_void,
        (id::CU_IPC_OPEN_MEM_HANDLE_V2, false) => cuIpcOpenMemHandle_v2 as *const c_void,
        (id::CU_IPC_CLOSE_MEM_HANDLE, false) => cuIpcCloseMemHandle as *const c_void,
        (id::CU_MEM_HOST_REGISTER, false) => cuMemHostRegister as *const c_void,
        (id::CU_MEM_HOST_REGISTER_V2, false) => cuMemHostRegister_v2 as *const c_void,
        (id::CU_MEM_HOST_UNREGISTER, false) => cuMemHostUnregister as *const c_void,
        (id::CU_MEMCPY, false) => cuMemcpy as *const c_void,
        (id::CU_MEMCPY, true) => cuMemcpy_ptds as *const c_void,
        (id::CU_MEMCPY_PEER, false) => cuMemcpyPeer as *const c_void,
        (id::CU_MEMCPY_PEER, true) => cuMemcpyPeer_ptds as *const c_void,
        (id::CU_MEMCPY_HTOD, false) => cuMemcpyHtoD as *const c_void,
        (id::CU_MEMCPY_HTOD_V2, false) => cuMemcpyHtoD_v2 as *const c_void,
        (id::CU_MEMCPY_HTOD_V2, true) => cuMemcpyHtoD_v2_ptds as *const c_void,
        (id::CU_MEMCPY_DTOH, false) => cuMemcpyDtoH as *const c_void,
        (id::CU_MEMCPY_DTOH_V2, false) => cuMemcpyDtoH_v2 as *const c_void,
        (id::CU_MEMCPY_DTOH_V2, true) => cuMemcpyDtoH_v2_ptds as *const c_void,
        (id::CU_MEMCPY_DTOD, false) => cuMemcpyDtoD as *const c_void,
        (id::CU_MEMCPY_DTOD_V2, false) => cuMemcpyDtoD_v2 as *const c_void,
        (id::CU_MEMCPY_DTOD_V2, true) => cuMemcpyDtoD_v2_ptds as *const c_void,
        (id::CU_MEMCPY_DTOA, false) => cuMemcpyDtoA as *const c_void,
        (id::CU_MEMCPY_DTOA_V2, false) => cuMemcpyDtoA_v2 as *const c_void,
        (id::CU_MEMCPY_DTOA_V2, true) => cuMemcpyDtoA_v2_ptds as *const c_void,
        (id::CU_MEMCPY_ATOD, false) => cuMemcpyAtoD as *const c_void,
        (id::CU_MEMCPY_ATOD_V2, false) => cuMemcpyAtoD_v2 as *const c_void,
        (id::CU_MEMCPY_ATOD_V2, true) => cuMemcpyAtoD_v2_ptds as *const c_void,
        (id::CU_MEMCPY_HTOA, false) => cuMemcpyHtoA as *const c_void,
        (id::CU_MEMCPY_HTOA_V2, false) => cuMemcpyHtoA_v2 as *const c_void,
        (id::CU_MEMCPY_HTOA_V2, true) => cuMemcpyHtoA_v2_ptds as *const c_void,
        (id::CU_MEMCPY_ATOH, false) => cuMemcpyAtoH as *const c_void,
        (id::CU_MEMCPY_ATOH_V2, false) => cuMemcpyAtoH_v2 as *const c_void,
        (id::CU_MEMCPY_ATOH_V2, true) => cuMemcpyAtoH_v2_ptds as *const c_void,
        (id::CU_MEMCPY_ATOA, false) => cuMemcpyAtoA as *const c_void,
        (id::CU_MEMCPY_ATOA_V2, false) => cuMemcpyAtoA_v2 as *const c_void,
        (id::CU_MEMCPY_ATOA_V2, true) => cuMemcpyAtoA_v2_ptds as *const c_void,
        (id::CU_MEMCPY2D, false) => cuMemcpy2D as *const c_void,
        (id::CU_MEMCPY2D_V2, false) => cuMemcpy2D_v2 as *const c_void,
        (id::CU_MEMCPY2D_V2, true) => cuMemcpy2D_v2_ptds as *const c_void,
        (id::CU_MEMCPY2D_UNALIGNED, false) => cuMemcpy2DUnaligned as *const c_void,
        (id::CU_MEMCPY2D_UNALIGNED_V2, false) => cuMemcpy2DUnaligned_v2 as *const c_void,
        (id::CU_MEMCPY2D_UNALIGNED_V2, true) => cuMemcpy2DUnaligned_v2_ptds as *const c_void,
        (id::CU_MEMCPY3D, false) => cuMemcpy3D as *const c_void,
        (id::CU_MEMCPY3D_V2, false) => cuMemcpy3D_v2 as *const c_void,
        (id::CU_MEMCPY3D_V2, true) => cuMemcpy3D_v2_ptds as *const c_void,
        (id::CU_MEMCPY3D_PEER, false) => cuMemcpy3DPeer as *const c_void,
        (id::CU_MEMCPY3D_PEER, true) => cuMemcpy3DPeer_ptds as *const c_void,
        (id::CU_MEMCPY_ASYNC, false) => cuMemcpyAsync as *const c_void,
        (id::CU_MEMCPY_ASYNC, true) => cuMemcpyAsync_ptsz as *const c_void,
        (id::CU_MEMCPY_PEER_ASYNC, false) => cuMemcpyPeerAsync as *const c_void,
        (id::CU_MEMCPY_PEER_ASYNC, true) => cuMemcpyPeerAsync_ptsz as *const c_void,
        (id::CU_MEMCPY_HTOD_ASYNC, false) => cuMemcpyHtoDAsync as *const c_void,
        (id::CU_MEMCPY_HTOD_ASYNC_V2, false) => cuMemcpyHtoDAsync_v2 as *const c_void,
        (id::CU_MEMCPY_HTOD_ASYNC_V2, true) => cuMemcpyHtoDAsync_v2_ptsz as *const c_void,
        (id::CU_MEMCPY_DTOH_ASYNC, false) => cuMemcpyDtoHAsync as *const c_void,
        (id::CU_MEMCPY_DTOH_ASYNC_V2, false) => cuMemcpyDtoHAsync_v2 as *const c_void,
        (id::CU_MEMCPY_DTOH_ASYNC_V2, true) => cuMemcpyDtoHAsync_v2_ptsz as *const c_void,
        (id::CU_MEMCPY_DTOD_ASYNC, false) => cuMemcpyDtoDAsync as *const c_void,
        (id::CU_MEMCPY_DTOD_ASYNC_V2, false) => cuMemcpyDtoDAsync_v2 as *const c_void,
        (id::CU_MEMCPY_DTOD_ASYNC_V2, true) => cuMemcpyDtoDAsync_v2_ptsz as *const c_void,
        (id::CU_MEMCPY_HTOA_ASYNC, false) => cuMemcpyHtoAAsync as *const c_void,
        (id::CU_MEMCPY_HTOA_ASYNC_V2, false) => cuMemcpyHtoAAsync_v2 as *const c_void,
        (id::CU_MEMCPY_HTOA_ASYNC_V2, true) => cuMemcpyHtoAAsync_v2_ptsz as *const c_void,
        (id::CU_MEMCPY_ATOH_ASYNC, false) => cuMemcpyAtoHAsync as *const c_void,
        (id::CU_MEMCPY_ATOH_ASYNC_V2, false) => cuMemcpyAtoHAsync_v2 as *const c_void,
        (id::CU_MEMCPY_ATOH_ASYNC_V2, true) => cuMemcpyAtoHAsync_v2_ptsz as *const c_void,
        (id::CU_MEMCPY2D_ASYNC, false) => cuMemcpy2DAsync as *const c_void,
        (id::CU_MEMCPY2D_ASYNC_V2, false) => cuMemcpy2DAsync_v2 as *const c_void,
        (id::CU_MEMCPY2D_ASYNC_V2, true) => cuMemcpy2DAsync_v2_ptsz as *const c_void,
        (id::CU_MEMCPY3D_ASYNC, false) => cuMemcpy3DAsync as *const c_void,
        (id::CU_MEMCPY3D_ASYNC_V2, false) => cuMemcpy3DAsync_v2 as *const c_void,
        (id::CU_MEMCPY3D_ASYNC_V2, true) => cuMemcpy3DAsync_v2_ptsz as *const c_void,
        (id::CU_MEMCPY3D_PEER_ASYNC, false) => cuMemcpy3DPeerAsync as *const c_void,
        (id::CU_MEMCPY3D_PEER_ASYNC, true) => cuMemcpy3DPeerAsync_ptsz as *const c_void,
        (id::CU_MEMCPY_BATCH_ASYNC, false) => cuMemcpyBatchAsync as *const c_void,
        (id::CU_MEMCPY_BATCH_ASYNC, true) => cuMemcpyBatchAsync_ptsz as *const c_void,
        (id::CU_MEMCPY_BATCH_ASYNC_V2, false) => cuMemcpyBatchAsync_v2 as *const c_void,
        (id::CU_MEMCPY_BATCH_ASYNC_V2, true) => cuMemcpyBatchAsync_v2_ptsz as *const c_void,
        (id::CU_MEMCPY3D_BATCH_ASYNC, false) => cuMemcpy3DBatchAsync as *const c_void,
        (id::CU_MEMCPY3D_BATCH_ASYNC, true) => cuMemcpy3DBatchAsync_ptsz as *const c_void,
        (id::CU_MEMCPY3D_BATCH_ASYNC_V2, false) => cuMemcpy3DBatchAsync_v2 as *const c_void,
        (id::CU_MEMCPY3D_BATCH_ASYNC_V2, true) => cuMemcpy3DBatchAsync_v2_ptsz as *const c_void,
        (id::CU_FABRIC_CPY_BATCH_ASYNC, false) => cuFabricCpyBatchAsync as *const c_void,
        (id::CU_FABRIC_CPY_BATCH_ASYNC, true) => cuFabricCpyBatchAsync_ptsz as *const c_void,
        (id::CU_MEMCPY_WITH_ATTRIBUTES_ASYNC, false) => cuMemcpyWithAttributesAsync as *const c_void,
        (id::CU_MEMCPY_WITH_ATTRIBUTES_ASYNC, true) => cuMemcpyWithAttributesAsync_ptsz as *const c_void,
        (id::CU_MEMCPY3D_WITH_ATTRIBUTES_ASYNC, false) => cuMemcpy3DWithAttributesAsync as *const c_void,
        (id::CU_MEMCPY3D_WITH_ATTRIBUTES_ASYNC, true) => cuMemcpy3DWithAttributesAsync_ptsz as *const c_void,
        (id::CU_MEMSET_D8, false) => cuMemsetD8 as *const c_void,
        (id::CU_MEMSET_D8_V2, false) => cuMemsetD8_v2 as *const c_void,
        (id::CU_MEMSET_D8_V2, true) => cuMemsetD8_v2_ptds as *const c_void,
        (id::CU_MEMSET_D16, false) => cuMemsetD16 as *const c_void,
        (id::CU_MEMSET_D16_V2, false) => cuMemsetD16_v2 as *const c_void,
        (id::CU_MEMSET_D16_V2, true) => cuMemsetD16_v2_ptds as *const c_void,
        (id::CU_MEMSET_D32, false) => cuMemsetD32 as *const c_void,
        (id::CU_MEMSET_D32_V2, false) => cuMemsetD32_v2 as *const c_void,
        (id::CU_MEMSET_D32_V2, true) => cuMemsetD32_v2_ptds as *const c_void,
        (id::CU_MEMSET_D2D8, false) => cuMemsetD2D8 as *const c_void,
        (id::CU_MEMSET_D2D8_V2, false) => cuMemsetD2D8_v2 as *const c_void,
        (id::CU_MEMSET_D2D8_V2, true) => cuMemsetD2D8_v2_ptds as *const c_void,
        (id::CU_MEMSET_D2D16, false) => cuMemsetD2D16 as *const c_void,
        (id::CU_MEMSET_D2D16_V2, false) => cuMemsetD2D16_v2 as *const c_void,
        (id::CU_MEMSET_D2D16_V2, true) => cuMemsetD2D16_v2_ptds as *const c_void,
        (id::CU_MEMSET_D2D32, false) => cuMemsetD2D32 as *const c_void,
        (id::CU_MEMSET_D2D32_V2, false) => cuMemsetD2D32_v2 as *const c_void,
        (id::CU_MEMSET_D2D32_V2, true) => cuMemsetD2D32_v2_ptds as *const c_void,
        (id::CU_MEMSET_D8_ASYNC, false) => cuMemsetD8Async as *const c_void,
        (id::CU_MEMSET_D8_ASYNC, true) => cuMemsetD8Async_ptsz as *const c_void,
        (id::CU_MEMSET_D16_ASYNC, false) => cuMemsetD16Async as *const c_void,
        (id::CU_MEMSET_D16_ASYNC, true) => cuMemsetD16Async_ptsz as *const c_void,
        (id::CU_MEMSET_D32_ASYNC, false) => cuMemsetD32Async as *const c_void,
        (id::CU_MEMSET_D32_ASYNC, true) => cuMemsetD32Async_ptsz as *const c_void,
        (id::CU_MEMSET_D2D8_ASYNC, false) => cuMemsetD2D8Async as *const c_void,
        (id::CU_MEMSET_D2D8_ASYNC, true) => cuMemsetD2D8Async_ptsz as *const c_void,
        (id::CU_MEMSET_D2D16_ASYNC, false) => cuMemsetD2D16Async as *const c_void,
        (id::CU_MEMSET_D2D16_ASYNC, true) => cuMemsetD2D16Async_ptsz as *const c_void,
        (id::CU_MEMSET_D2D32_ASYNC, false) => cuMemsetD2D32Async as *const c_void,
        (id::CU_MEMSET_D2D32_ASYNC, true) => cuMemsetD2D32Async_ptsz as *const c_void,
        (id::CU_ARRAY_CREATE, false) => cuArrayCreate as *const c_void,
        (id::CU_ARRAY_CREATE_V2, false) => cuArrayCreate_v2 as *const c_void,
        (id::CU_ARRAY_GET_DESCRIPTOR, false) => cuArrayGetDescriptor as *const c_void,
        (id::CU_ARRAY_GET_DESCRIPTOR_V2, false) => cuArrayGetDescriptor_v2 as *const c_void,
        (id::CU_ARRAY_GET_SPARSE_PROPERTIES, false) => cuArrayGetSparseProperties as *const c_void,
        (id::CU_MIPMAPPED_ARRAY_GET_SPARSE_PROPERTIES, false) => cuMipmappedArrayGetSparseProperties as *const c_void,
        (id::CU_ARRAY_GET_MEMORY_REQUIREMENTS, false) => cuArrayGetMemoryRequirements as *const c_void,
        (id::CU_MIPMAPPED_ARRAY_GET_MEMORY_REQUIREMENTS, false) => cuMipmappedArrayGetMemoryRequirements as *const c_void,
        (id::CU_ARRAY_GET_PLANE, false) => cuArrayGetPlane as *const c_void,
        (id::CU_ARRAY_DESTROY, false) => cuArrayDestroy as *const c_void,
        (id::CU_ARRAY3D_CREATE, false) => cuArray3DCreate as *const c_void,
        (id::CU_ARRAY3D_CREATE_V2, false) => cuArray3DCreate_v2 as *const c_void,
        (id::CU_ARRAY3D_GET_DESCRIPTOR, false) => cuArray3DGetDescriptor as *const c_void,
        (id::CU_ARRAY3D_GET_DESCRIPTOR_V2, false) => cuArray3DGetDescriptor_v2 as *const c_void,
        (id::CU_MIPMAPPED_ARRAY_CREATE, false) => cuMipmappedArrayCreate as *const c_void,
        (id::CU_MIPMAPPED_ARRAY_GET_LEVEL, false) => cuMipmappedArrayGetLevel as *const c_void,
        (id::CU_MIPMAPPED_ARRAY_DESTROY, false) => cuMipmappedArrayDestroy as *const c_void,
        (id::CU_MEM_ADDRESS_RESERVE, false) => cuMemAddressReserve as *const c_void,
        (id::CU_MEM_ADDRESS_FREE, false) => cuMemAddressFree as *const c_void,
        (id::CU_MEM_CREATE, false) => cuMemCreate as *const c_void,
        (id::CU_MEM_RELEASE, false) => cuMemRelease as *const c_void,
        (id::CU_MEM_MAP, false) => cuMemMap as *const c_void,
        (id::CU_MEM_MAP_ARRAY_ASYNC, false) => cuMemMapArrayAsync as *const c_void,
        (id::CU_MEM_MAP_ARRAY_ASYNC, true) => cuMemMapArrayAsync_ptsz as *const c_void,
        (id::CU_MEM_UNMAP, false) => cuMemUnmap as *const c_void,
        (id::CU_MEM_SET_ACCESS, false) => cuMemSetAccess as *const c_void,
        (id::CU_MEM_GET_ACCESS, false) => cuMemGetAccess as *const c_void,
        (id::CU_MEM_EXPORT_TO_SHAREABLE_HANDLE, false) => cuMemExportToShareableHandle as *const c_void,
        (id::CU_MEM_IMPORT_FROM_SHAREABLE_HANDLE, false) => cuMemImportFromShareableHandle as *const c_void,
        (id::CU_MEM_GET_ALLOCATION_GRANULARITY, false) => cuMemGetAllocationGranularity as *const c_void,
        (id::CU_MEM_GET_ALLOCATION_PROPERTIES_FROM_HANDLE, false) => cuMemGetAllocationPropertiesFromHandle as *const c_void,
        (id::CU_MEM_RETAIN_ALLOCATION_HANDLE, false) => cuMemRetainAllocationHandle as *const c_void,
        (id::CU_MEM_FREE_ASYNC, false) => cuMemFreeAsync as *const c_void,
        (id::CU_MEM_FREE_ASYNC, true) => cuMemFreeAsync_ptsz as *const c_void,
        (id::CU_MEM_ALLOC_ASYNC, false) => cuMemAllocAsync as *const c_void,
        (id::CU_MEM_ALLOC_ASYNC, true) => cuMemAllocAsync_ptsz as *const c_void,
        (id::CU_MEM_POOL_TRIM_TO, false) => cuMemPoolTrimTo as *const c_void,
        (id::CU_MEM_POOL_SET_ATTRIBUTE, false) => cuMemPoolSetAttribute as *const c_void,
        (id::CU_MEM_POOL_GET_ATTRIBUTE, false) => cuMemPoolGetAttribute as *const c_void,
        (id::CU_MEM_POOL_SET_ACCESS, false) => cuMemPoolSetAccess as *const c_void,
        (id::CU_MEM_POOL_GET_ACCESS, false) => cuMemPoolGetAccess as *const c_void,
        (id::CU_MEM_POOL_CREATE, false) => cuMemPoolCreate as *const c_void,
        (id::CU_MEM_POOL_DESTROY, false) => cuMemPoolDestroy as *const c_void,
        (id::CU_MEM_GET_DEFAULT_MEM_POOL, false) => cuMemGetDefaultMemPool as *const c_void,
        (id::CU_MEM_GET_MEM_POOL, false) => cuMemGetMemPool as *const c_void,
        (id::CU_MEM_SET_MEM_POOL, false) => cuMemSetMemPool as *const c_void,
        (id::CU_MEM_ALLOC_FROM_POOL_ASYNC, false) => cuMemAllocFromPoolAsync as *const c_void,
        (id::CU_MEM_ALLOC_FROM_POOL_ASYNC, true) => cuMemAllocFromPoolAsync_ptsz as *const c_void,
        (id::CU_MEM_POOL_EXPORT_TO_SHAREABLE_HANDLE, false) => cuMemPoolExportToShareableHandle as *const c_void,
        (id::CU_MEM_POOL_IMPORT_FROM_SHAREABLE_HANDLE, false) => cuMemPoolImportFromShareableHandle as *const c_void,
        (id::CU_MEM_POOL_EXPORT_POINTER, false) => cuMemPoolExportPointer as *const c_void,
        (id::CU_MEM_POOL_IMPORT_POINTER, false) => cuMemPoolImportPointer as *const c_void,
        (id::CU_POINTER_GET_ATTRIBUTE, false) => cuPointerGetAttribute as *const c_void,
        (id::CU_MEM_PREFETCH_ASYNC, false) => cuMemPrefetchAsync as *const c_void,
        (id::CU_MEM_PREFETCH_ASYNC, true) => cuMemPrefetchAsync_ptsz as *const c_void,
        (id::CU_MEM_PREFETCH_ASYNC_V2, false) => cuMemPrefetchAsync_v2 as *const c_void,
        (id::CU_MEM_PREFETCH_ASYNC_V2, true) => cuMemPrefetchAsync_v2_ptsz as *const c_void,
        (id::CU_MEM_ADVISE, false) => cuMemAdvise as *const c_void,
        (id::CU_MEM_ADVISE_V2, false) => cuMemAdvise_v2 as *const c_void,
        (id::CU_MEM_PREFETCH_BATCH_ASYNC, false) => cuMemPrefetchBatchAsync as *const c_void,
        (id::CU_MEM_PREFETCH_BATCH_ASYNC, true) => cuMemPrefetchBatchAsync_ptsz as *const c_void,
        (id::CU_MEM_DISCARD_BATCH_ASYNC, false) => cuMemDiscardBatchAsync as *const c_void,
        (id::CU_MEM_DISCARD_BATCH_ASYNC, true) => cuMemDiscardBatchAsync_ptsz as *const c_void,
        (id::CU_MEM_DISCARD_AND_PREFETCH_BATCH_ASYNC, false) => cuMemDiscardAndPrefetchBatchAsync as *const c_void,
        (id::CU_MEM_DISCARD_AND_PREFETCH_BATCH_ASYNC, true) => cuMemDiscardAndPrefetchBatchAsync_ptsz as *const c_void,
        (id::CU_MEM_RANGE_GET_ATTRIBUTE, false) => cuMemRangeGetAttribute as *const c_void,
        (id::CU_MEM_RANGE_GET_ATTRIBUTES, false) => cuMemRangeGetAttributes as *const c_void,
        (id::CU_MULTICAST_CREATE, false) => cuMulticastCreate as *const c_void,
        (id::CU_MULTICAST_ADD_DEVICE, false) => cuMulticastAddDevice as *const c_void,
        (id::CU_MULTICAST_BIND_MEM, false) => cuMulticastBindMem as *const c_void,
        (id::CU_MULTICAST_BIND_MEM_V2, false) => cuMulticastBindMem_v2 as *const c_void,
        (id::CU_MULTICAST_BIND_ADDR, false) => cuMulticastBindAddr as *const c_void,
        (id::CU_MULTICAST_BIND_ADDR_V2, false) => cuMulticastBindAddr_v2 as *const c_void,
        (id::CU_MULTICAST_UNBIND, false) => cuMulticastUnbind as *const c_void,
        (id::CU_MULTICAST_GET_GRANULARITY, false) => cuMulticastGetGranularity as *const c_void,
        (id::CU_LOGICAL_ENDPOINT_ID_RESERVE, false) => cuLogicalEndpointIdReserve as *const c_void,
        (id::CU_LOGICAL_ENDPOINT_ID_RELEASE, false) => cuLogicalEndpointIdRelease as *const c_void,
        (id::CU_LOGICAL_ENDPOINT_CREATE, false) => cuLogicalEndpointCreate as *const c_void,
        (id::CU_LOGICAL_ENDPOINT_ADD_DEVICE, false) => cuLogicalEndpointAddDevice as *const c_void,
        (id::CU_LOGICAL_ENDPOINT_DESTROY, false) => cuLogicalEndpointDestroy as *const c_void,
        (id::CU_LOGICAL_ENDPOINT_BIND_ADDR, false) => cuLogicalEndpointBindAddr as *const c_void,
        (id::CU_LOGICAL_ENDPOINT_BIND_MEM, false) => cuLogicalEndpointBindMem as *const c_void,
        (id::CU_LOGICAL_ENDPOINT_UNBIND, false) => cuLogicalEndpointUnbind as *const c_void,
        (id::CU_LOGICAL_ENDPOINT_EXPORT, false) => cuLogicalEndpointExport as *const c_void,
        (id::CU_LOGICAL_ENDPOINT_IMPORT, false) => cuLogicalEndpointImport as *const c_void,
        (id::CU_LOGICAL_ENDPOINT_GET_LIMITS, false) => cuLogicalEndpointGetLimits as *const c_void,
        (id::CU_LOGICAL_ENDPOINT_QUERY, false) => cuLogicalEndpointQuery as *const c_void,
        (id::CU_DEVICE_GET_FABRIC_CLUSTER_UUID, false) => cuDeviceGetFabricClusterUuid as *const c_void,
        (id::CU_DEVICE_GET_CLIQUE_COUNT, false) => cuDeviceGetCliqueCount as *const c_void,
        (id::CU_DEVICE_GET_CLIQUE_INFO, false) => cuDeviceGetCliqueInfo as *const c_void,
        (id::CU_POINTER_SET_ATTRIBUTE, false) => cuPointerSetAttribute as *const c_void,
        (id::CU_POINTER_GET_ATTRIBUTES, false) => cuPointerGetAttributes as *const c_void,
        (id::CU_STREAM_CREATE, false) => cuStreamCreate as *const c_void,
        (id::CU_STREAM_CREATE_WITH_PRIORITY, false) => cuStreamCreateWithPriority as *const c_void,
        (id::CU_STREAM_GET_ID, false) => cuStreamGetId as *const c_void,
        (id::CU_STREAM_GET_ID, true) => cuStreamGetId_ptsz as *const c_void,
        (id::CU_STREAM_GET_PRIORITY, false) => cuStreamGetPriority as *const c_void,
        (id::CU_STREAM_GET_PRIORITY, true) => cuStreamGetPriority_ptsz as *const c_void,
        (id::CU_STREAM_GET_FLAGS, false) => cuStreamGetFlags as *const c_void,
        (id::CU_STREAM_GET_FLAGS, true) => cuStreamGetFlags_ptsz as *const c_void,
        (id::CU_STREAM_GET_CTX, false) => cuStreamGetCtx as *const c_void,
        (id::CU_STREAM_GET_CTX, true) => cuStreamGetCtx_ptsz as *const c_void,
        (id::CU_STREAM_GET_CTX_V2, false) => cuStreamGetCtx_v2 as *const c_void,
        (id::CU_STREAM_GET_CTX_V2, true) => cuStreamGetCtx_v2_ptsz as *const c_void,
        (id::CU_STREAM_WAIT_EVENT, false) => cuStreamWaitEvent as *const c_void,
        (id::CU_STREAM_WAIT_EVENT, true) => cuStreamWaitEvent_ptsz as *const c_void,
        (id::CU_STREAM_ADD_CALLBACK, false) => cuStreamAddCallback as *const c_void,
        (id::CU_STREAM_ADD_CALLBACK, true) => cuStreamAddCallback_ptsz as *const c_void,
        (id::CU_STREAM_BEGIN_CAPTURE, false) => cuStreamBeginCapture as *const c_void,
        (id::CU_STREAM_BEGIN_CAPTURE, true) => cuStreamBeginCapture_ptsz as *const c_void,
        (id::CU_STREAM_BEGIN_CAPTURE_V2, false) => cuStreamBeginCapture_v2 as *const c_void,
        (id::CU_STREAM_BEGIN_CAPTURE_V2, true) => cuStreamBeginCapture_v2_ptsz as *const c_void,
        (id::CU_STREAM_BEGIN_CAPTURE_TO_GRAPH, false) => cuStreamBeginCaptureToGraph as *const c_void,
        (id::CU_STREAM_BEGIN_CAPTURE_TO_GRAPH, true) => cuStreamBeginCaptureToGraph_ptsz as *const c_void,
        (id::CU_STREAM_BEGIN_RECAPTURE_TO_GRAPH, false) => cuStreamBeginRecaptureToGraph as *const c_void,
        (id::CU_STREAM_BEGIN_RECAPTURE_TO_GRAPH, true) => cuStreamBeginRecaptureToGraph_ptsz as *const c_void,
        (id::CU_THREAD_EXCHANGE_STREAM_CAPTURE_MODE, false) => cuThreadExchangeStreamCaptureMode as *const c_void,
        (id::CU_STREAM_END_CAPTURE, false) => cuStreamEndCapture as *const c_void,
        (id::CU_STREAM_END_CAPTURE, true) => cuStreamEndCapture_ptsz as *const c_void,
        (id::CU_STREAM_IS_CAPTURING, false) => cuStreamIsCapturing as *const c_void,
        (id::CU_STREAM_IS_CAPTURING, true) => cuStreamIsCapturing_ptsz as *const c_void,
        (id::CU_STREAM_GET_CAPTURE_INFO, false) => cuStreamGetCaptureInfo as *const c_void,
        (id::CU_STREAM_GET_CAPTURE_INFO, true) => cuStreamGetCaptureInfo_ptsz as *const c_void,
        (id::CU_STREAM_GET_CAPTURE_INFO_V2, false) => cuStreamGetCaptureInfo_v2 as *const c_void,
        (id::CU_STREAM_GET_CAPTURE_INFO_V2, true) => cuStreamGetCaptureInfo_v2_ptsz as *const c_void,
        (id::CU_STREAM_GET_CAPTURE_INFO_V3, false) => cuStreamGetCaptureInfo_v3 as *const c_void,
        (id::CU_STREAM_GET_CAPTURE_INFO_V3, true) => cuStreamGetCaptureInfo_v3_ptsz as *const c_void,
        (id::CU_STREAM_UPDATE_CAPTURE_DEPENDENCIES, false) => cuStreamUpdateCaptureDependencies as *const c_void,
        (id::CU_STREAM_UPDATE_CAPTURE_DEPENDENCIES, true) => cuStreamUpdateCaptureDependencies_ptsz as *const c_void,
        (id::CU_STREAM_UPDATE_CAPTURE_DEPENDENCIES_V2, false) => cuStreamUpdateCaptureDependencies_v2 as *const c_void,
        (id::CU_STREAM_UPDATE_CAPTURE_DEPENDENCIES_V2, true) => cuStreamUpdateCaptureDependencies_v2_ptsz as *const c_void,
        (id::CU_STREAM_BEGIN_CAPTURE_TO_CIG, false) => cuStreamBeginCaptureToCig as *const c_void,
        (id::CU_STREAM_BEGIN_CAPTURE_TO_CIG, true) => cuStreamBeginCaptureToCig_ptsz as *const c_void,
        (id::CU_STREAM_END_CAPTURE_TO_CIG, false) => cuStreamEndCaptureToCig as *const c_void,
        (id::CU_STREAM_END_CAPTURE_TO_CIG, true) => cuStreamEndCaptureToCig_ptsz as *const c_void,
        (id::CU_STREAM_ATTACH_MEM_ASYNC, false) => cuStreamAttachMemAsync as *const c_void,
        (id::CU_STREAM_ATTACH_MEM_ASYNC, true) => cuStreamAttachMemAsync_ptsz as *const c_void,
        (id::CU_STREAM_QUERY, false) => cuStreamQuery as *const c_void,
        (id::CU_STREAM_QUERY, true) => cuStreamQuery_ptsz as *const c_void,
        (id::CU_STREAM_SYNCHRONIZE, false) => cuStreamSynchronize as *const c_void,
        (id::CU_STREAM_SYNCHRONIZE, true) => cuStreamSynchronize_ptsz as *const c_void,
        (id::CU_STREAM_DESTROY, false) => cuStreamDestroy as *const c_void,
        (id::CU_STREAM_DESTROY_V2, false) => cuStreamDestroy_v2 as *const c_void,
        (id::CU_STREAM_COPY_ATTRIBUTES, false) => cuStreamCopyAttributes as *const c_void,
        (id::CU_STREAM_COPY_ATTRIBUTES, true) => cuStreamCopyAttributes_ptsz as *const c_void,
        (id::CU_STREAM_GET_ATTRIBUTE, false) => cuStreamGetAttribute as *const c_void,
        (id::CU_STREAM_GET_ATTRIBUTE, true) => cuStreamGetAttribute_ptsz as *const c_void,
        (id::CU_STREAM_SET_ATTRIBUTE, false) => cuStreamSetAttribute as *const c_void,
        (id::CU_STREAM_SET_ATTRIBUTE, true) => cuStreamSetAttribute_ptsz as *const c_void,
        (id::CU_EVENT_CREATE, false) => cuEventCreate as *const c_void,
        (id::CU_EVENT_RECORD, false) => cuEventRecord as *const c_void,
        (id::CU_EVENT_RECORD, true) => cuEventRecord_ptsz as *const c_void,
        (id::CU_EVENT_RECORD_WITH_FLAGS, false) => cuEventRecordWithFlags as *const c_void,
        (id::CU_EVENT_RECORD_WITH_FLAGS, true) => cuEventRecordWithFlags_ptsz as *const c_void,
        (id::CU_EVENT_QUERY, false) => cuEventQuery as *const c_void,
        (id::CU_EVENT_SYNCHRONIZE, false) => cuEventSynchronize as *const c_void,
        (id::CU_EVENT_DESTROY, false) => cuEventDestroy as *const c_void,
        (id::CU_EVENT_DESTROY_V2, false) => cuEventDestroy_v2 as *const c_void,
        (id::CU_EVENT_ELAPSED_TIME, false) => cuEventElapsedTime as *const c_void,
        (id::CU_EVENT_ELAPSED_TIME_V2, false) => cuEventElapsedTime_v2 as *const c_void,
        (id::CU_IMPORT_EXTERNAL_MEMORY, false) => cuImportExternalMemory as *const c_void,
        (id::CU_EXTERNAL_MEMORY_GET_MAPPED_BUFFER, false) => cuExternalMemoryGetMappedBuffer as *const c_void,
        (id::CU_EXTERNAL_MEMORY_GET_MAPPED_MIPMAPPED_ARRAY, false) => cuExternalMemoryGetMappedMipmappedArray as *const c_void,
        (id::CU_DESTROY_EXTERNAL_MEMORY, false) => cuDestroyExternalMemory as *const c_void,
        (id::CU_IMPORT_EXTERNAL_SEMAPHORE, false) => cuImportExternalSemaphore as *const c_void,
        (id::CU_SIGNAL_EXTERNAL_SEMAPHORES_ASYNC, false) => cuSignalExternalSemaphoresAsync as *const c_void,
        (id::CU_SIGNAL_EXTERNAL_SEMAPHORES_ASYNC, true) => cuSignalExternalSemaphoresAsync_ptsz as *const c_void,
        (id::CU_WAIT_EXTERNAL_SEMAPHORES_ASYNC, false) => cuWaitExternalSemaphoresAsync as *const c_void,
        (id::CU_WAIT_EXTERNAL_SEMAPHORES_ASYNC, true) => cuWaitExternalSemaphoresAsync_ptsz as *const c_void,
        (id::CU_DESTROY_EXTERNAL_SEMAPHORE, false) => cuDestroyExternalSemaphore as *const c_void,
        (id::CU_STREAM_WAIT_VALUE32, false) => cuStreamWaitValue32 as *const c_void,
        (id::CU_STREAM_WAIT_VALUE32, true) => cuStreamWaitValue32_ptsz as *const c_void,
        (id::CU_STREAM_WAIT_VALUE32_V2, false) => cuStreamWaitValue32_v2 as *const c_void,
        (id::CU_STREAM_WAIT_VALUE32_V2, true) => cuStreamWaitValue32_v2_ptsz as *const c_void,
        (id::CU_STREAM_WAIT_VALUE64, false) => cuStreamWaitValue64 as *const c_void,
        (id::CU_STREAM_WAIT_VALUE64, true) => cuStreamWaitValue64_ptsz as *const c_void,
        (id::CU_STREAM_WAIT_VALUE64_V2, false) => cuStreamWaitValue64_v2 as *const c_void,
        (id::CU_STREAM_WAIT_VALUE64_V2, true) => cuStreamWaitValue64_v2_ptsz as *const c_void,
        (id::CU_STREAM_WRITE_VALUE32, false) => cuStreamWriteValue32 as *const c_void,
        (id::CU_STREAM_WRITE_VALUE32, true) => cuStreamWriteValue32_ptsz as *const c_void,
        (id::CU_STREAM_WRITE_VALUE32_V2, false) => cuStreamWriteValue32_v2 as *const c_void,
        (id::CU_STREAM_WRITE_VALUE32_V2, true) => cuStreamWriteValue32_v2_ptsz as *const c_void,
        (id::CU_STREAM_WRITE_VALUE64, false) => cuStreamWriteValue64 as *const c_void,
        (id::CU_STREAM_WRITE_VALUE64, true) => cuStreamWriteValue64_ptsz as *const c_void,
        (id::CU_STREAM_WRITE_VALUE64_V2, false) => cuStreamWriteValue64_v2 as *const c_void,
        (id::CU_STREAM_WRITE_VALUE64_V2, true) => cuStreamWriteValue64_v2_ptsz as *const c_void,
        (id::CU_STREAM_BATCH_MEM_OP, false) => cuStreamBatchMemOp as *const c_void,
        (id::CU_STREAM_BATCH_MEM_OP, true) => cuStreamBatchMemOp_ptsz as *const c_void,
        (id::CU_STREAM_BATCH_MEM_OP_V2, false) => cuStreamBatchMemOp_v2 as *const c_void,
        (id::CU_STREAM_BATCH_MEM_OP_V2, true) => cuStreamBatchMemOp_v2_ptsz as *const c_void,
        (id::CU_FUNC_GET_ATTRIBUTE, false) => cuFuncGetAttribute as *const c_void,
        (id::CU_FUNC_SET_ATTRIBUTE, false) => cuFuncSetAttribute as *const c_void,
        (id::CU_FUNC_SET_CACHE_CONFIG, false) => cuFuncSetCacheConfig as *const c_void,
        (id::CU_FUNC_SET_SHARED_MEM_CONFIG, false) => cuFuncSetSharedMemConfig as *const c_void,
        (id::CU_FUNC_GET_NAME, false) => cuFuncGetName as *const c_void,
        (id::CU_FUNC_GET_PARAM_INFO, false) => cuFuncGetParamInfo as *const c_void,
        (id::CU_FUNC_GET_PARAM_COUNT, false) => cuFuncGetParamCount as *const c_void,
        (id::CU_FUNC_IS_LOADED, false) => cuFuncIsLoaded as *const c_void,
        (id::CU_FUNC_LOAD, false) => cuFuncLoad as *const c_void,
        (id::CU_LAUNCH_KERNEL, false) => cuLaunchKernel as *const c_void,
        (id::CU_LAUNCH_KERNEL, true) => cuLaunchKernel_ptsz as *const c_void,
        (id::CU_LAUNCH_KERNEL_EX, false) => cuLaunchKernelEx as *const c_void,
        (id::CU_LAUNCH_KERNEL_EX, true) => cuLaunchKernelEx_ptsz as *const c_void,
        (id::CU_LAUNCH_COOPERATIVE_KERNEL, false) => cuLaunchCooperativeKernel as *const c_void,
        (id::CU_LAUNCH_COOPERATIVE_KERNEL, true) => cuLaunchCooperativeKernel_ptsz as *const c_void,
        (id::CU_LAUNCH_COOPERATIVE_KERNEL_MULTI_DEVICE, false) => cuLaunchCooperativeKernelMultiDevice as *const c_void,
        (id::CU_LAUNCH_HOST_FUNC, false) => cuLaunchHostFunc as *const c_void,
        (id::CU_LAUNCH_HOST_FUNC, true) => cuLaunchHostFunc_ptsz as *const c_void,
        (id::CU_LAUNCH_HOST_FUNC_V2, false) => cuLaunchHostFunc_v2 as *const c_void,
        (id::CU_LAUNCH_HOST_FUNC_V2, true) => cuLaunchHostFunc_v2_ptsz as *const c_void,
        (id::CU_FUNC_SET_BLOCK_SHAPE, false) => cuFuncSetBlockShape as *const c_void,
        (id::CU_FUNC_SET_SHARED_SIZE, false) => cuFuncSetSharedSize as *const c_void,
        (id::CU_PARAM_SET_SIZE, false) => cuParamSetSize as *const c_void,
        (id::CU_PARAM_SETI, false) => cuParamSeti as *const c_void,
        (id::CU_PARAM_SETF, false) => cuParamSetf as *const c_void,
        (id::CU_PARAM_SETV, false) => cuParamSetv as *const c_void,
        (id::CU_LAUNCH, false) => cuLaunch as *const c_void,
        (id::CU_LAUNCH_GRID, false) => cuLaunchGrid as *const c_void,
        (id::CU_LAUNCH_GRID_ASYNC, false) => cuLaunchGridAsync as *const c_void,
        (id::CU_PARAM_SET_TEX_REF, false) => cuParamSetTexRef as *const c_void,
        (id::CU_GRAPH_CREATE, false) => cuGraphCreate as *const c_void,
        (id::CU_GRAPH_ADD_KERNEL_NODE, false) => cuGraphAddKernelNode as *const c_void,
        (id::CU_GRAPH_ADD_KERNEL_NODE_V2, false) => cuGraphAddKernelNode_v2 as *const c_void,
        (id::CU_GRAPH_KERNEL_NODE_GET_PARAMS, false) => cuGraphKernelNodeGetParams as *const c_void,
        (id::CU_GRAPH_KERNEL_NODE_GET_PARAMS_V2, false) => cuGraphKernelNodeGetParams_v2 as *const c_void,
        (id::CU_GRAPH_KERNEL_NODE_SET_PARAMS, false) => cuGraphKernelNodeSetParams as *const c_void,
        (id::CU_GRAPH_KERNEL_NODE_SET_PARAMS_V2, false) => cuGraphKernelNodeSetParams_v2 as *const c_void,
        (id::CU_GRAPH_ADD_MEMCPY_NODE, false) => cuGraphAddMemcpyNode as *const c_void,
        (id::CU_GRAPH_MEMCPY_NODE_GET_PARAMS, false) => cuGraphMemcpyNodeGetParams as *const c_void,
        (id::CU_GRAPH_MEMCPY_NODE_SET_PARAMS, false) => cuGraphMemcpyNodeSetParams as *const c_void,
        (id::CU_GRAPH_ADD_MEMSET_NODE, false) => cuGraphAddMemsetNode as *const c_void,
        (id::CU_GRAPH_MEMSET_NODE_GET_PARAMS, false) => cuGraphMemsetNodeGetParams as *const c_void,
        (id::CU_GRAPH_MEMSET_NODE_SET_PARAMS, false) => cuGraphMemsetNodeSetParams as *const c_void,
        (id::CU_GRAPH_ADD_HOST_NODE, false) => cuGraphAddHostNode as *const c_void,
        (id::CU_GRAPH_HOST_NODE_GET_PARAMS, false) => cuGraphHostNodeGetParams as *const c_void,
        (id::CU_GRAPH_HOST_NODE_SET_PARAMS, false) => cuGraphHostNodeSetParams as *const c_void,
        (id::CU_GRAPH_ADD_CHILD_GRAPH_NODE, false) => cuGraphAddChildGraphNode as *const c_void,
        (id::CU_GRAPH_CHILD_GRAPH_NODE_GET_GRAPH, false) => cuGraphChildGraphNodeGetGraph as *const c_void,
        (id::CU_GRAPH_ADD_EMPTY_NODE, false) => cuGraphAddEmptyNode as *const c_void,
        (id::CU_GRAPH_ADD_EVENT_RECORD_NODE, false) => cuGraphAddEventRecordNode as *const c_void,
        (id::CU_GRAPH_EVENT_RECORD_NODE_GET_EVENT, false) => cuGraphEventRecordNodeGetEvent as *const c_void,
        (id::CU_GRAPH_EVENT_RECORD_NODE_SET_EVENT, false) => cuGraphEventRecordNodeSetEvent as *const c_void,
        (id::CU_GRAPH_ADD_EVENT_WAIT_NODE, false) => cuGraphAddEventWaitNode as *const c_void,
        (id::CU_GRAPH_EVENT_WAIT_NODE_GET_EVENT, false) => cuGraphEventWaitNodeGetEvent as *const c_void,
        (id::CU_GRAPH_EVENT_WAIT_NODE_SET_EVENT, false) => cuGraphEventWaitNodeSetEvent as *const c_void,
        (id::CU_GRAPH_ADD_EXTERNAL_SEMAPHORES_SIGNAL_NODE, false) => cuGraphAddExternalSemaphoresSignalNode as *const c_void,
        (id::CU_GRAPH_EXTERNAL_SEMAPHORES_SIGNAL_NODE_GET_PARAMS, false) => cuGraphExternalSemaphoresSignalNodeGetParams as *const c_void,
        (id::CU_GRAPH_EXTERNAL_SEMAPHORES_SIGNAL_NODE_SET_PARAMS, false) => cuGraphExternalSemaphoresSignalNodeSetParams as *const c_void,
        (id::CU_GRAPH_ADD_EXTERNAL_SEMAPHORES_WAIT_NODE, false) => cuGraphAddExternalSemaphoresWaitNode as *const c_void,
        (id::CU_GRAPH_EXTERNAL_SEMAPHORES_WAIT_NODE_GET_PARAMS, false) => cuGraphExternalSemaphoresWaitNodeGetParams as *const c_void,
        (id::CU_GRAPH_EXTERNAL_SEMAPHORES_WAIT_NODE_SET_PARAMS, false) => cuGraphExternalSemaphoresWaitNodeSetParams as *const c_void,
        (id::CU_GRAPH_ADD_BATCH_MEM_OP_NODE, false) => cuGraphAddBatchMemOpNode as *const c_void,
        (id::CU_GRAPH_BATCH_MEM_OP_NODE_GET_PARAMS, false) => cuGraphBatchMemOpNodeGetParams as *const c_void,
        (id::CU_GRAPH_BATCH_MEM_OP_NODE_SET_PARAMS, false) => cuGraphBatchMemOpNodeSetParams as *const c_void,
        (id::CU_GRAPH_EXEC_BATCH_MEM_OP_NODE_SET_PARAMS, false) => cuGraphExecBatchMemOpNodeSetParams as *const c_void,
        (id::CU_GRAPH_CLONE, false) => cuGraphClone as *const c_void,
        (id::CU_GRAPH_NODE_FIND_IN_CLONE, false) => cuGraphNodeFindInClone as *const c_void,
        (id::CU_GRAPH_NODE_GET_TYPE, false) => cuGraphNodeGetType as *const c_void,
        (id::CU_GRAPH_NODE_GET_CONTAINING_GRAPH, false) => cuGraphNodeGetContainingGraph as *const c_void,
        (id::CU_GRAPH_NODE_GET_LOCAL_ID, false) => cuGraphNodeGetLocalId as *const c_void,
        (id::CU_GRAPH_NODE_GET_TOOLS_ID, false) => cuGraphNodeGetToolsId as *const c_void,
        (id::CU_GRAPH_GET_ID, false) => cuGraphGetId as *const c_void,
        (id::CU_GRAPH_EXEC_GET_ID, false) => cuGraphExecGetId as *const c_void,
        (id::CU_GRAPH_GET_NODES, false) => cuGraphGetNodes as *const c_void,
        (id::CU_GRAPH_GET_ROOT_NODES, false) => cuGraphGetRootNodes as *const c_void,
        (id::CU_GRAPH_GET_EDGES, false) => cuGraphGetEdges as *const c_void,
        (id::CU_GRAPH_GET_EDGES_V2, false) => cuGraphGetEdges_v2 as *const c_void,
        (id::CU_GRAPH_NODE_GET_DEPENDENCIES, false) => cuGraphNodeGetDependencies as *const c_void,
        (id::CU_GRAPH_NODE_GET_DEPENDENCIES_V2, false) => cuGraphNodeGetDependencies_v2 as *const c_void,
        (id::CU_GRAPH_NODE_GET_DEPENDENT_NODES, false) => cuGraphNodeGetDependentNodes as *const c_void,
        (id::CU_GRAPH_NODE_GET_DEPENDENT_NODES_V2, false) => cuGraphNodeGetDependentNodes_v2 as *const c_void,
        (id::CU_GRAPH_ADD_DEPENDENCIES, false) => cuGraphAddDependencies as *const c_void,
        (id::CU_GRAPH_ADD_DEPENDENCIES_V2, false) => cuGraphAddDependencies_v2 as *const c_void,
        (id::CU_GRAPH_REMOVE_DEPENDENCIES, false) => cuGraphRemoveDependencies as *const c_void,
        (id::CU_GRAPH_REMOVE_DEPENDENCIES_V2, false) => cuGraphRemoveDependencies_v2 as *const c_void,
        (id::CU_GRAPH_DESTROY_NODE, false) => cuGraphDestroyNode as *const c_void,
        (id::CU_GRAPH_INSTANTIATE_WITH_FLAGS, false) => cuGraphInstantiateWithFlags as *const c_void,
        (id::CU_GRAPH_INSTANTIATE_WITH_PARAMS, false) => cuGraphInstantiateWithParams as *const c_void,
        (id::CU_GRAPH_INSTANTIATE_WITH_PARAMS, true) => cuGraphInstantiateWithParams_ptsz as *const c_void,
        (id::CU_GRAPH_EXEC_GET_FLAGS, false) => cuGraphExecGetFlags as *const c_void,
        (id::CU_GRAPH_EXEC_KERNEL_NODE_SET_PARAMS, false) => cuGraphExecKernelNodeSetParams as *const c_void,
        (id::CU_GRAPH_EXEC_KERNEL_NODE_SET_PARAMS_V2, false) => cuGraphExecKernelNodeSetParams_v2 as *const c_void,
        (id::CU_GRAPH_EXEC_MEMCPY_NODE_SET_PARAMS, false) => cuGraphExecMemcpyNodeSetParams as *const c_void,
        (id::CU_GRAPH_EXEC_MEMSET_NODE_SET_PARAMS, false) => cuGraphExecMemsetNodeSetParams as *const c_void,
        (id::CU_GRAPH_EXEC_HOST_NODE_SET_PARAMS, false) => cuGraphExecHostNodeSetParams as *const c_void,
        (id::CU_GRAPH_EXEC_CHILD_GRAPH_NODE_SET_PARAMS, false) => cuGraphExecChildGraphNodeSetParams as *const c_void,
        (id::CU_GRAPH_EXEC_EVENT_RECORD_NODE_SET_EVENT, false) => cuGraphExecEventRecordNodeSetEvent as *const c_void,
        (id::CU_GRAPH_EXEC_EVENT_WAIT_NODE_SET_EVENT, false) => cuGraphExecEventWaitNodeSetEvent as *const c_void,
        (id::CU_GRAPH_EXEC_EXTERNAL_SEMAPHORES_SIGNAL_NODE_SET_PARAMS, false) => cuGraphExecExternalSemaphoresSignalNodeSetParams as *const c_void,
        (id::CU_GRAPH_EXEC_EXTERNAL_SEMAPHORES_WAIT_NODE_SET_PARAMS, false) => cuGraphExecExternalSemaphoresWaitNodeSetParams as *const c_void,
        (id::CU_GRAPH_UPLOAD, false) => cuGraphUpload as *const c_void,
        (id::CU_GRAPH_UPLOAD, true) => cuGraphUpload_ptsz as *const c_void,
        (id::CU_GRAPH_LAUNCH, false) => cuGraphLaunch as *const c_void,
        (id::CU_GRAPH_LAUNCH, true) => cuGraphLaunch_ptsz as *const c_void,
        (id::CU_GRAPH_EXEC_DESTROY, false) => cuGraphExecDestroy as *const c_void,
        (id::CU_GRAPH_DESTROY, false) => cuGraphDestroy as *const c_void,
        (id::CU_GRAPH_EXEC_UPDATE, false) => cuGraphExecUpdate as *const c_void,
        (id::CU_GRAPH_EXEC_UPDATE_V2, false) => cuGraphExecUpdate_v2 as *const c_void,
        (id::CU_GRAPH_KERNEL_NODE_COPY_ATTRIBUTES, false) => cuGraphKernelNodeCopyAttributes as *const c_void,
        (id::CU_GRAPH_KERNEL_NODE_GET_ATTRIBUTE, false) => cuGraphKernelNodeGetAttribute as *const c_void,
        (id::CU_GRAPH_KERNEL_NODE_SET_ATTRIBUTE, false) => cuGraphKernelNodeSetAttribute as *const c_void,
        (id::CU_GRAPH_DEBUG_DOT_PRINT, false) => cuGraphDebugDotPrint as *const c_void,
        (id::CU_GRAPH_ADD_MEM_ALLOC_NODE, false) => cuGraphAddMemAllocNode as *const c_void,
        (id::CU_GRAPH_MEM_ALLOC_NODE_GET_PARAMS, false) => cuGraphMemAllocNodeGetParams as *const c_void,
        (id::CU_GRAPH_ADD_MEM_FREE_NODE, false) => cuGraphAddMemFreeNode as *const c_void,
        (id::CU_GRAPH_MEM_FREE_NODE_GET_PARAMS, false) => cuGraphMemFreeNodeGetParams as *const c_void,
        (id::CU_GRAPH_NODE_SET_ENABLED, false) => cuGraphNodeSetEnabled as *const c_void,
        (id::CU_GRAPH_NODE_GET_ENABLED, false) => cuGraphNodeGetEnabled as *const c_void,
        (id::CU_GRAPH_ADD_NODE, false) => cuGraphAddNode as *const c_void,
        (id::CU_GRAPH_ADD_NODE_V2, false) => cuGraphAddNode_v2 as *const c_void,
        (id::CU_GRAPH_ADD_NODE_V3, false) => cuGraphAddNode_v3 as *const c_void,
        (id::CU_GRAPH_NODE_SET_PARAMS, false) => cuGraphNodeSetParams as *const c_void,
        (id::CU_GRAPH_NODE_SET_PARAMS_V2, false) => cuGraphNodeSetParams_v2 as *const c_void,
        (id::CU_GRAPH_NODE_GET_PARAMS, false) => cuGraphNodeGetParams as *const c_void,
        (id::CU_GRAPH_EXEC_NODE_SET_PARAMS, false) => cuGraphExecNodeSetParams as *const c_void,
        (id::CU_GRAPH_CONDITIONAL_HANDLE_CREATE, false) => cuGraphConditionalHandleCreate as *const c_void,
        (id::CU_DEVICE_GRAPH_MEM_TRIM, false) => cuDeviceGraphMemTrim as *const c_void,
        (id::CU_DEVICE_GET_GRAPH_MEM_ATTRIBUTE, false) => cuDeviceGetGraphMemAttribute as *const c_void,
        (id::CU_DEVICE_SET_GRAPH_MEM_ATTRIBUTE, false) => cuDeviceSetGraphMemAttribute as *const c_void,
        (id::CU_OCCUPANCY_MAX_ACTIVE_BLOCKS_PER_MULTIPROCESSOR, false) => cuOccupancyMaxActiveBlocksPerMultiprocessor as *const c_void,
        (id::CU_OCCUPANCY_MAX_ACTIVE_BLOCKS_PER_MULTIPROCESSOR_WITH_FLAGS, false) => cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags as *const c_void,
        (id::CU_OCCUPANCY_MAX_POTENTIAL_BLOCK_SIZE, false) => cuOccupancyMaxPotentialBlockSize as *const c_void,
        (id::CU_OCCUPANCY_MAX_POTENTIAL_BLOCK_SIZE_WITH_FLAGS, false) => cuOccupancyMaxPotentialBlockSizeWithFlags as *const c_void,
        (id::CU_OCCUPANCY_AVAILABLE_DYNAMIC_SMEM_PER_BLOCK, false) => cuOccupancyAvailableDynamicSMemPerBlock as *const c_void,
        (id::CU_OCCUPANCY_MAX_POTENTIAL_CLUSTER_SIZE, false) => cuOccupancyMaxPotentialClusterSize as *const c_void,
        (id::CU_OCCUPANCY_MAX_ACTIVE_CLUSTERS, false) => cuOccupancyMaxActiveClusters as *const c_void,
        (id::CU_TEX_REF_SET_ARRAY, false) => cuTexRefSetArray as *const c_void,
        (id::CU_TEX_REF_SET_MIPMAPPED_ARRAY, false) => cuTexRefSetMipmappedArray as *const c_void,
        (id::CU_TEX_REF_SET_ADDRESS, false) => cuTexRefSetAddress as *const c_void,
        (id::CU_TEX_REF_SET_ADDRESS_V2, false) => cuTexRefSetAddress_v2 as *const c_void,
        (id::CU_TEX_REF_SET_ADDRESS2D, false) => cuTexRefSetAddress2D as *const c_void,
        (id::CU_TEX_REF_SET_ADDRESS2D_V2, false) => cuTexRefSetAddress2D_v2 as *const c_void,
        (id::CU_TEX_REF_SET_ADDRESS2D_V3, false) => cuTexRefSetAddress2D_v3 as *const c_void,
        (id::CU_TEX_REF_SET_FORMAT, false) => cuTexRefSetFormat as *const c_void,
        (id::CU_TEX_REF_SET_ADDRESS_MODE, false) => cuTexRefSetAddressMode as *const c_void,
        (id::CU_TEX_REF_SET_FILTER_MODE, false) => cuTexRefSetFilterMode as *const c_void,
        (id::CU_TEX_REF_SET_MIPMAP_FILTER_MODE, false) => cuTexRefSetMipmapFilterMode as *const c_void,
        (id::CU_TEX_REF_SET_MIPMAP_LEVEL_BIAS, false) => cuTexRefSetMipmapLevelBias as *const c_void,
        (id::CU_TEX_REF_SET_MIPMAP_LEVEL_CLAMP, false) => cuTexRefSetMipmapLevelClamp as *const c_void,
        (id::CU_TEX_REF_SET_MAX_ANISOTROPY, false) => cuTexRefSetMaxAnisotropy as *const c_void,
        (id::CU_TEX_REF_SET_BORDER_COLOR, false) => cuTexRefSetBorderColor as *const c_void,
        (id::CU_TEX_REF_SET_FLAGS, false) => cuTexRefSetFlags as *const c_void,
        (id::CU_TEX_REF_GET_ADDRESS, false) => cuTexRefGetAddress as *const c_void,
        (id::CU_TEX_REF_GET_ADDRESS_V2, false) => cuTexRefGetAddress_v2 as *const c_void,
        (id::CU_TEX_REF_GET_ARRAY, false) => cuTexRefGetArray as *const c_void,
        (id::CU_TEX_REF_GET_MIPMAPPED_ARRAY, false) => cuTexRefGetMipmappedArray as *const c_void,
        (id::CU_TEX_REF_GET_ADDRESS_MODE, false) => cuTexRefGetAddressMode as *const c_void,
        (id::CU_TEX_REF_GET_FILTER_MODE, false) => cuTexRefGetFilterMode as *const c_void,
        (id::CU_TEX_REF_GET_FORMAT, false) => cuTexRefGetFormat as *const c_void,
        (id::CU_TEX_REF_GET_MIPMAP_FILTER_MODE, false) => cuTexRefGetMipmapFilterMode as *const c_void,
        (id::CU_TEX_REF_GET_MIPMAP_LEVEL_BIAS, false) => cuTexRefGetMipmapLevelBias as *const c_void,
        (id::CU_TEX_REF_GET_MIPMAP_LEVEL_CLAMP, false) => cuTexRefGetMipmapLevelClamp as *const c_void,
        (id::CU_TEX_REF_GET_MAX_ANISOTROPY, false) => cuTexRefGetMaxAnisotropy as *const c_void,
        (id::CU_TEX_REF_GET_BORDER_COLOR, false) => cuTexRefGetBorderColor as *const c_void,
        (id::CU_TEX_REF_GET_FLAGS, false) => cuTexRefGetFlags as *const c_void,
        (id::CU_TEX_REF_CREATE, false) => cuTexRefCreate as *const c_void,
        (id::CU_TEX_REF_DESTROY, false) => cuTexRefDestroy as *const c_void,
        (id::CU_SURF_REF_SET_ARRAY, false) => cuSurfRefSetArray as *const c_void,
        (id::CU_SURF_REF_GET_ARRAY, false) => cuSurfRefGetArray as *const c_void,
        (id::CU_TEX_OBJECT_CREATE, false) => cuTexObjectCreate as *const c_void,
        (id::CU_TEX_OBJECT_DESTROY, false) => cuTexObjectDestroy as *const c_void,
        (id::CU_TEX_OBJECT_GET_RESOURCE_DESC, false) => cuTexObjectGetResourceDesc as *const c_void,
        (id::CU_TEX_OBJECT_GET_TEXTURE_DESC, false) => cuTexObjectGetTextureDesc as *const c_void,
        (id::CU_TEX_OBJECT_GET_RESOURCE_VIEW_DESC, false) => cuTexObjectGetResourceViewDesc as *const c_void,
        (id::CU_SURF_OBJECT_CREATE, false) => cuSurfObjectCreate as *const c_void,
        (id::CU_SURF_OBJECT_DESTROY, false) => cuSurfObjectDestroy as *const c_void,
        (id::CU_SURF_OBJECT_GET_RESOURCE_DESC, false) => cuSurfObjectGetResourceDesc as *const c_void,
        (id::CU_TENSOR_MAP_ENCODE_TILED, false) => cuTensorMapEncodeTiled as *const c_void,
        (id::CU_TENSOR_MAP_ENCODE_IM2COL, false) => cuTensorMapEncodeIm2col as *const c_void,
        (id::CU_TENSOR_MAP_REPLACE_ADDRESS, false) => cuTensorMapReplaceAddress as *const c_void,
        (id::CU_TENSOR_MAP_SET_ALLOCATION_CLASS, false) => cuTensorMapSetAllocationClass as *const c_void,
        (id::CU_TENSOR_MAP_ENCODE_IM2COL_WIDE, false) => cuTensorMapEncodeIm2colWide as *const c_void,
        (id::CU_DEVICE_CAN_ACCESS_PEER, false) => cuDeviceCanAccessPeer as *const c_void,
        (id::CU_CTX_ENABLE_PEER_ACCESS, false) => cuCtxEnablePeerAccess as *const c_void,
        (id::CU_CTX_DISABLE_PEER_ACCESS, false) => cuCtxDisablePeerAccess as *const c_void,
        (id::CU_DEVICE_GET_P2P_ATTRIBUTE, false) => cuDeviceGetP2PAttribute as *const c_void,
        (id::CU_DEVICE_GET_P2P_ATOMIC_CAPABILITIES, false) => cuDeviceGetP2PAtomicCapabilities as *const c_void,
        (id::CU_GRAPHICS_UNREGISTER_RESOURCE, false) => cuGraphicsUnregisterResource as *const c_void,
        (id::CU_GRAPHICS_SUB_RESOURCE_GET_MAPPED_ARRAY, false) => cuGraphicsSubResourceGetMappedArray as *const c_void,
        (id::CU_GRAPHICS_RESOURCE_GET_MAPPED_MIPMAPPED_ARRAY, false) => cuGraphicsResourceGetMappedMipmappedArray as *const c_void,
        (id::CU_GRAPHICS_RESOURCE_GET_MAPPED_POINTER, false) => cuGraphicsResourceGetMappedPointer as *const c_void,
        (id::CU_GRAPHICS_RESOURCE_GET_MAPPED_POINTER_V2, false) => cuGraphicsResourceGetMappedPointer_v2 as *const c_void,
        (id::CU_GRAPHICS_RESOURCE_SET_MAP_FLAGS, false) => cuGraphicsResourceSetMapFlags as *const c_void,
        (id::CU_GRAPHICS_RESOURCE_SET_MAP_FLAGS_V2, false) => cuGraphicsResourceSetMapFlags_v2 as *const c_void,
        (id::CU_GRAPHICS_MAP_RESOURCES, false) => cuGraphicsMapResources as *const c_void,
        (id::CU_GRAPHICS_MAP_RESOURCES, true) => cuGraphicsMapResources_ptsz as *const c_void,
        (id::CU_GRAPHICS_UNMAP_RESOURCES, false) => cuGraphicsUnmapResources as *const c_void,
        (id::CU_GRAPHICS_UNMAP_RESOURCES, true) => cuGraphicsUnmapResources_ptsz as *const c_void,
        (id::CU_GET_EXPORT_TABLE, false) => cuGetExportTable as *const c_void,
        (id::CU_FUNC_GET_MODULE, false) => cuFuncGetModule as *const c_void,
        (id::CU_GET_PROC_ADDRESS, false) => cuGetProcAddress as *const c_void,
        (id::CU_GET_PROC_ADDRESS_V2, false) => cuGetProcAddress_v2 as *const c_void,
        (id::CU_STREAM_GET_DEVICE, false) => cuStreamGetDevice as *const c_void,
        (id::CU_STREAM_GET_DEVICE, true) => cuStreamGetDevice_ptsz as *const c_void,
        (id::CU_MEM_GET_LOCATION_INFO, false) => cuMemGetLocationInfo as *const c_void,
        (id::CU_FLUSH_GPU_DIRECT_RDMA_WRITES, false) => cuFlushGPUDirectRDMAWrites as *const c_void,
        (id::CU_USER_OBJECT_CREATE, false) => cuUserObjectCreate as *const c_void,
        (id::CU_USER_OBJECT_RETAIN, false) => cuUserObjectRetain as *const c_void,
        (id::CU_USER_OBJECT_RELEASE, false) => cuUserObjectRelease as *const c_void,
        (id::CU_GRAPH_RETAIN_USER_OBJECT, false) => cuGraphRetainUserObject as *const c_void,
        (id::CU_GRAPH_RELEASE_USER_OBJECT, false) => cuGraphReleaseUserObject as *const c_void,
        (id::CU_MODULE_GET_LOADING_MODE, false) => cuModuleGetLoadingMode as *const c_void,
        (id::CU_MEM_GET_HANDLE_FOR_ADDRESS_RANGE, false) => cuMemGetHandleForAddressRange as *const c_void,
        (id::CU_LIBRARY_LOAD_DATA, false) => cuLibraryLoadData as *const c_void,
        (id::CU_LIBRARY_LOAD_FROM_FILE, false) => cuLibraryLoadFromFile as *const c_void,
        (id::CU_LIBRARY_UNLOAD, false) => cuLibraryUnload as *const c_void,
        (id::CU_LIBRARY_GET_KERNEL, false) => cuLibraryGetKernel as *const c_void,
        (id::CU_LIBRARY_GET_MODULE, false) => cuLibraryGetModule as *const c_void,
        (id::CU_LIBRARY_GET_KERNEL_COUNT, false) => cuLibraryGetKernelCount as *const c_void,
        (id::CU_LIBRARY_ENUMERATE_KERNELS, false) => cuLibraryEnumerateKernels as *const c_void,
        (id::CU_KERNEL_GET_FUNCTION, false) => cuKernelGetFunction as *const c_void,
        (id::CU_KERNEL_GET_LIBRARY, false) => cuKernelGetLibrary as *const c_void,
        (id::CU_LIBRARY_GET_GLOBAL, false) => cuLibraryGetGlobal as *const c_void,
        (id::CU_LIBRARY_GET_MANAGED, false) => cuLibraryGetManaged as *const c_void,
        (id::CU_KERNEL_GET_ATTRIBUTE, false) => cuKernelGetAttribute as *const c_void,
        (id::CU_KERNEL_SET_ATTRIBUTE, false) => cuKernelSetAttribute as *const c_void,
        (id::CU_KERNEL_SET_CACHE_CONFIG, false) => cuKernelSetCacheConfig as *const c_void,
        (id::CU_KERNEL_GET_NAME, false) => cuKernelGetName as *const c_void,
        (id::CU_KERNEL_GET_PARAM_INFO, false) => cuKernelGetParamInfo as *const c_void,
        (id::CU_KERNEL_GET_PARAM_COUNT, false) => cuKernelGetParamCount as *const c_void,
        (id::CU_LIBRARY_GET_UNIFIED_FUNCTION, false) => cuLibraryGetUnifiedFunction as *const c_void,
        (id::CU_COREDUMP_GET_ATTRIBUTE, false) => cuCoredumpGetAttribute as *const c_void,
        (id::CU_COREDUMP_GET_ATTRIBUTE_GLOBAL, false) => cuCoredumpGetAttributeGlobal as *const c_void,
        (id::CU_COREDUMP_SET_ATTRIBUTE, false) => cuCoredumpSetAttribute as *const c_void,
        (id::CU_COREDUMP_SET_ATTRIBUTE_GLOBAL, false) => cuCoredumpSetAttributeGlobal as *const c_void,
        (id::CU_DEVICE_REGISTER_ASYNC_NOTIFICATION, false) => cuDeviceRegisterAsyncNotification as *const c_void,
        (id::CU_DEVICE_UNREGISTER_ASYNC_NOTIFICATION, false) => cuDeviceUnregisterAsyncNotification as *const c_void,
        (id::CU_GREEN_CTX_CREATE, false) => cuGreenCtxCreate as *const c_void,
        (id::CU_GREEN_CTX_DESTROY, false) => cuGreenCtxDestroy as *const c_void,
        (id::CU_DEVICE_GET_DEV_RESOURCE, false) => cuDeviceGetDevResource as *const c_void,
        (id::CU_CTX_GET_DEV_RESOURCE, false) => cuCtxGetDevResource as *const c_void,
        (id::CU_GREEN_CTX_GET_DEV_RESOURCE, false) => cuGreenCtxGetDevResource as *const c_void,
        (id::CU_STREAM_GET_DEV_RESOURCE, false) => cuStreamGetDevResource as *const c_void,
        (id::CU_STREAM_GET_DEV_RESOURCE, true) => cuStreamGetDevResource_ptsz as *const c_void,
        (id::CU_GREEN_CTX_RECORD_EVENT, false) => cuGreenCtxRecordEvent as *const c_void,
        (id::CU_GREEN_CTX_WAIT_EVENT, false) => cuGreenCtxWaitEvent as *const c_void,
        (id::CU_DEV_RESOURCE_GENERATE_DESC, false) => cuDevResourceGenerateDesc as *const c_void,
        (id::CU_DEV_SM_RESOURCE_SPLIT_BY_COUNT, false) => cuDevSmResourceSplitByCount as *const c_void,
        (id::CU_DEV_SM_RESOURCE_SPLIT, false) => cuDevSmResourceSplit as *const c_void,
        (id::CU_STREAM_GET_GREEN_CTX, false) => cuStreamGetGreenCtx as *const c_void,
        (id::CU_CTX_FROM_GREEN_CTX, false) => cuCtxFromGreenCtx as *const c_void,
        (id::CU_GREEN_CTX_GET_ID, false) => cuGreenCtxGetId as *const c_void,
        (id::CU_CTX_RECORD_EVENT, false) => cuCtxRecordEvent as *const c_void,
        (id::CU_CTX_WAIT_EVENT, false) => cuCtxWaitEvent as *const c_void,
        (id::CU_GREEN_CTX_STREAM_CREATE, false) => cuGreenCtxStreamCreate as *const c_void,
        (id::CU_MEM_BATCH_DECOMPRESS_ASYNC, false) => cuMemBatchDecompressAsync as *const c_void,
        (id::CU_MEM_BATCH_DECOMPRESS_ASYNC, true) => cuMemBatchDecompressAsync_ptsz as *const c_void,
        (id::CU_LOGS_REGISTER_CALLBACK, false) => cuLogsRegisterCallback as *const c_void,
        (id::CU_LOGS_UNREGISTER_CALLBACK, false) => cuLogsUnregisterCallback as *const c_void,
        (id::CU_LOGS_CURRENT, false) => cuLogsCurrent as *const c_void,
        (id::CU_LOGS_DUMP_TO_FILE, false) => cuLogsDumpToFile as *const c_void,
        (id::CU_LOGS_DUMP_TO_MEMORY, false) => cuLogsDumpToMemory as *const c_void,
        (id::CU_COREDUMP_REGISTER_START_CALLBACK, false) => cuCoredumpRegisterStartCallback as *const c_void,
        (id::CU_COREDUMP_REGISTER_COMPLETE_CALLBACK, false) => cuCoredumpRegisterCompleteCallback as *const c_void,
        (id::CU_COREDUMP_DEREGISTER_START_CALLBACK, false) => cuCoredumpDeregisterStartCallback as *const c_void,
        (id::CU_COREDUMP_DEREGISTER_COMPLETE_CALLBACK, false) => cuCoredumpDeregisterCompleteCallback as *const c_void,
        (id::CU_GRAPH_INSTANTIATE, false) => cuGraphInstantiate as *const c_void,
        (id::CU_GRAPH_INSTANTIATE_V2, false) => cuGraphInstantiate_v2 as *const c_void,
        (id::CU_CHECKPOINT_PROCESS_GET_RESTORE_THREAD_ID, false) => cuCheckpointProcessGetRestoreThreadId as *const c_void,
        (id::CU_CHECKPOINT_PROCESS_GET_STATE, false) => cuCheckpointProcessGetState as *const c_void,
        (id::CU_CHECKPOINT_PROCESS_LOCK, false) => cuCheckpointProcessLock as *const c_void,
        (id::CU_CHECKPOINT_PROCESS_CHECKPOINT, false) => cuCheckpointProcessCheckpoint as *const c_void,
        (id::CU_CHECKPOINT_PROCESS_RESTORE, false) => cuCheckpointProcessRestore as *const c_void,
        (id::CU_CHECKPOINT_PROCESS_UNLOCK, false) => cuCheckpointProcessUnlock as *const c_void,
        (id::CU_CHECKPOINT_OPERATION_COMPLETE, false) => cuCheckpointOperationComplete as *const c_void,
        (id::CU_PROFILER_INITIALIZE, false) => cuProfilerInitialize as *const c_void,
        (id::CU_PROFILER_START, false) => cuProfilerStart as *const c_void,
        (id::CU_PROFILER_STOP, false) => cuProfilerStop as *const c_void,
        _ => std::ptr::null(),
    }
}
