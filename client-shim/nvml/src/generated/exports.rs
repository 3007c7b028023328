// Written by `cargo xtask table` from crates/cuda-abi/table/nvml.tsv; do not edit.
#![cfg_attr(rustfmt, rustfmt_skip)]
//! The exported symbols of the client's libnvidia-ml. nvmlErrorString, which returns a text, is written by hand.

use std::ffi::{c_char, c_int, c_uint, c_ulonglong, c_void};

use cuda_abi::nvml::*;

use crate::{api, entry};

/// `nvmlInit_v2`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlInit_v2() -> nvmlReturn_t {
    entry::enter("nvmlInit_v2", || unsafe { api::nvml_init_v2() })
}

/// `nvmlInitWithFlags`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlInitWithFlags(flags: c_uint) -> nvmlReturn_t {
    entry::enter("nvmlInitWithFlags", || unsafe { api::nvml_init_with_flags(flags) })
}

/// `nvmlShutdown`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlShutdown() -> nvmlReturn_t {
    entry::enter("nvmlShutdown", || unsafe { api::nvml_shutdown() })
}

/// `nvmlSystemGetDriverVersion`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlSystemGetDriverVersion(version: *mut c_char, length: c_uint) -> nvmlReturn_t {
    entry::enter("nvmlSystemGetDriverVersion", || unsafe { api::nvml_system_get_driver_version(version, length) })
}

/// `nvmlSystemGetNVMLVersion`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlSystemGetNVMLVersion(version: *mut c_char, length: c_uint) -> nvmlReturn_t {
    entry::enter("nvmlSystemGetNVMLVersion", || unsafe { api::nvml_system_get_nvml_version(version, length) })
}

/// `nvmlSystemGetCudaDriverVersion`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlSystemGetCudaDriverVersion(cudaDriverVersion: *mut c_int) -> nvmlReturn_t {
    entry::enter("nvmlSystemGetCudaDriverVersion", || unsafe { api::nvml_system_get_cuda_driver_version(cudaDriverVersion) })
}

/// `nvmlSystemGetCudaDriverVersion_v2`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlSystemGetCudaDriverVersion_v2(cudaDriverVersion: *mut c_int) -> nvmlReturn_t {
    entry::enter("nvmlSystemGetCudaDriverVersion_v2", || unsafe { api::nvml_system_get_cuda_driver_version_v2(cudaDriverVersion) })
}

/// `nvmlSystemGetProcessName`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlSystemGetProcessName(_: c_uint, _: *mut c_char, _: c_uint) -> nvmlReturn_t {
    entry::not_supported("nvmlSystemGetProcessName")
}

/// `nvmlSystemGetHicVersion`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlSystemGetHicVersion(_: *mut c_uint, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlSystemGetHicVersion")
}

/// `nvmlSystemGetTopologyGpuSet`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlSystemGetTopologyGpuSet(_: c_uint, _: *mut c_uint, _: *mut nvmlDevice_t) -> nvmlReturn_t {
    entry::not_supported("nvmlSystemGetTopologyGpuSet")
}

/// `nvmlSystemGetDriverBranch`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlSystemGetDriverBranch(_: *mut c_void, _: c_uint) -> nvmlReturn_t {
    entry::not_supported("nvmlSystemGetDriverBranch")
}

/// `nvmlSystemGetCPER_v1`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlSystemGetCPER_v1(_: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlSystemGetCPER_v1")
}

/// `nvmlUnitGetCount`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlUnitGetCount(_: *mut c_uint) -> nvmlReturn_t {
    entry::not_supported("nvmlUnitGetCount")
}

/// `nvmlUnitGetHandleByIndex`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlUnitGetHandleByIndex(_: c_uint, _: *mut nvmlUnit_t) -> nvmlReturn_t {
    entry::not_supported("nvmlUnitGetHandleByIndex")
}

/// `nvmlUnitGetUnitInfo`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlUnitGetUnitInfo(_: nvmlUnit_t, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlUnitGetUnitInfo")
}

/// `nvmlUnitGetLedState`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlUnitGetLedState(_: nvmlUnit_t, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlUnitGetLedState")
}

/// `nvmlUnitGetPsuInfo`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlUnitGetPsuInfo(_: nvmlUnit_t, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlUnitGetPsuInfo")
}

/// `nvmlUnitGetTemperature`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlUnitGetTemperature(_: nvmlUnit_t, _: c_uint, _: *mut c_uint) -> nvmlReturn_t {
    entry::not_supported("nvmlUnitGetTemperature")
}

/// `nvmlUnitGetFanSpeedInfo`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlUnitGetFanSpeedInfo(_: nvmlUnit_t, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlUnitGetFanSpeedInfo")
}

/// `nvmlUnitGetDevices`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlUnitGetDevices(_: nvmlUnit_t, _: *mut c_uint, _: *mut nvmlDevice_t) -> nvmlReturn_t {
    entry::not_supported("nvmlUnitGetDevices")
}

/// `nvmlDeviceGetCount_v2`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetCount_v2(deviceCount: *mut c_uint) -> nvmlReturn_t {
    entry::enter("nvmlDeviceGetCount_v2", || unsafe { api::nvml_device_get_count_v2(deviceCount) })
}

/// `nvmlDeviceGetAttributes_v2`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetAttributes_v2(_: nvmlDevice_t, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetAttributes_v2")
}

/// `nvmlDeviceGetHandleByIndex_v2`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetHandleByIndex_v2(index: c_uint, device: *mut nvmlDevice_t) -> nvmlReturn_t {
    entry::enter("nvmlDeviceGetHandleByIndex_v2", || unsafe { api::nvml_device_get_handle_by_index_v2(index, device) })
}

/// `nvmlDeviceGetHandleBySerial`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetHandleBySerial(_: *const c_char, _: *mut nvmlDevice_t) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetHandleBySerial")
}

/// `nvmlDeviceGetHandleByUUID`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetHandleByUUID(uuid: *const c_char, device: *mut nvmlDevice_t) -> nvmlReturn_t {
    entry::enter("nvmlDeviceGetHandleByUUID", || unsafe { api::nvml_device_get_handle_by_uuid(uuid, device) })
}

/// `nvmlDeviceGetHandleByUUIDV`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetHandleByUUIDV(_: *const c_void, _: *mut nvmlDevice_t) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetHandleByUUIDV")
}

/// `nvmlDeviceGetHandleByPciBusId_v2`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetHandleByPciBusId_v2(pciBusId: *const c_char, device: *mut nvmlDevice_t) -> nvmlReturn_t {
    entry::enter("nvmlDeviceGetHandleByPciBusId_v2", || unsafe { api::nvml_device_get_handle_by_pci_bus_id_v2(pciBusId, device) })
}

/// `nvmlDeviceGetName`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetName(device: nvmlDevice_t, name: *mut c_char, length: c_uint) -> nvmlReturn_t {
    entry::enter("nvmlDeviceGetName", || unsafe { api::nvml_device_get_name(device, name, length) })
}

/// `nvmlDeviceGetBrand`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetBrand(_: nvmlDevice_t, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetBrand")
}

/// `nvmlDeviceGetIndex`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetIndex(device: nvmlDevice_t, index: *mut c_uint) -> nvmlReturn_t {
    entry::enter("nvmlDeviceGetIndex", || unsafe { api::nvml_device_get_index(device, index) })
}

/// `nvmlDeviceGetSerial`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetSerial(_: nvmlDevice_t, _: *mut c_char, _: c_uint) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetSerial")
}

/// `nvmlDeviceGetModuleId`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetModuleId(_: nvmlDevice_t, _: *mut c_uint) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetModuleId")
}

/// `nvmlDeviceGetC2cModeInfoV`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetC2cModeInfoV(_: nvmlDevice_t, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetC2cModeInfoV")
}

/// `nvmlDeviceGetMemoryAffinity`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetMemoryAffinity(_: nvmlDevice_t, _: c_uint, _: *mut c_void, _: c_uint) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetMemoryAffinity")
}

/// `nvmlDeviceGetCpuAffinityWithinScope`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetCpuAffinityWithinScope(_: nvmlDevice_t, _: c_uint, _: *mut c_void, _: c_uint) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetCpuAffinityWithinScope")
}

/// `nvmlDeviceGetCpuAffinity`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetCpuAffinity(_: nvmlDevice_t, _: c_uint, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetCpuAffinity")
}

/// `nvmlDeviceSetCpuAffinity`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceSetCpuAffinity(_: nvmlDevice_t) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceSetCpuAffinity")
}

/// `nvmlDeviceClearCpuAffinity`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceClearCpuAffinity(_: nvmlDevice_t) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceClearCpuAffinity")
}

/// `nvmlDeviceGetNumaNodeId`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetNumaNodeId(_: nvmlDevice_t, _: *mut c_uint) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetNumaNodeId")
}

/// `nvmlDeviceGetAddressingMode`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetAddressingMode(_: nvmlDevice_t, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetAddressingMode")
}

/// `nvmlDeviceGetRepairStatus`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetRepairStatus(_: nvmlDevice_t, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetRepairStatus")
}

/// `nvmlDeviceGetUnrepairableMemoryFlag_v1`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetUnrepairableMemoryFlag_v1(_: nvmlDevice_t, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetUnrepairableMemoryFlag_v1")
}

/// `nvmlDeviceGetTopologyCommonAncestor`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetTopologyCommonAncestor(_: nvmlDevice_t, _: nvmlDevice_t, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetTopologyCommonAncestor")
}

/// `nvmlDeviceGetTopologyNearestGpus`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetTopologyNearestGpus(_: nvmlDevice_t, _: c_uint, _: *mut c_uint, _: *mut nvmlDevice_t) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetTopologyNearestGpus")
}

/// `nvmlDeviceGetP2PStatus`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetP2PStatus(_: nvmlDevice_t, _: nvmlDevice_t, _: c_uint, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetP2PStatus")
}

/// `nvmlDeviceGetUUID`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetUUID(device: nvmlDevice_t, uuid: *mut c_char, length: c_uint) -> nvmlReturn_t {
    entry::enter("nvmlDeviceGetUUID", || unsafe { api::nvml_device_get_uuid(device, uuid, length) })
}

/// `nvmlDeviceGetMinorNumber`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetMinorNumber(_: nvmlDevice_t, _: *mut c_uint) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetMinorNumber")
}

/// `nvmlDeviceGetBoardPartNumber`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetBoardPartNumber(_: nvmlDevice_t, _: *mut c_char, _: c_uint) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetBoardPartNumber")
}

/// `nvmlDeviceGetInforomVersion`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetInforomVersion(_: nvmlDevice_t, _: c_uint, _: *mut c_char, _: c_uint) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetInforomVersion")
}

/// `nvmlDeviceGetInforomImageVersion`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetInforomImageVersion(_: nvmlDevice_t, _: *mut c_char, _: c_uint) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetInforomImageVersion")
}

/// `nvmlDeviceGetInforomConfigurationChecksum`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetInforomConfigurationChecksum(_: nvmlDevice_t, _: *mut c_uint) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetInforomConfigurationChecksum")
}

/// `nvmlDeviceValidateInforom`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceValidateInforom(_: nvmlDevice_t) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceValidateInforom")
}

/// `nvmlDeviceGetLastBBXFlushTime`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetLastBBXFlushTime(_: nvmlDevice_t, _: *mut c_ulonglong, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetLastBBXFlushTime")
}

/// `nvmlDeviceGetBBXTimeData_v1`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetBBXTimeData_v1(_: nvmlDevice_t, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetBBXTimeData_v1")
}

/// `nvmlDeviceGetGpuUptime_v1`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetGpuUptime_v1(_: nvmlDevice_t, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetGpuUptime_v1")
}

/// `nvmlDeviceGetDisplayMode`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetDisplayMode(_: nvmlDevice_t, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetDisplayMode")
}

/// `nvmlDeviceGetDisplayActive`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetDisplayActive(_: nvmlDevice_t, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetDisplayActive")
}

/// `nvmlDeviceGetPersistenceMode`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetPersistenceMode(_: nvmlDevice_t, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetPersistenceMode")
}

/// `nvmlDeviceGetPciInfoExt`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetPciInfoExt(_: nvmlDevice_t, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetPciInfoExt")
}

/// `nvmlDeviceGetPciInfo_v3`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetPciInfo_v3(device: nvmlDevice_t, pci: *mut nvmlPciInfo_t) -> nvmlReturn_t {
    entry::enter("nvmlDeviceGetPciInfo_v3", || unsafe { api::nvml_device_get_pci_info_v3(device, pci) })
}

/// `nvmlDeviceGetMaxPcieLinkGeneration`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetMaxPcieLinkGeneration(_: nvmlDevice_t, _: *mut c_uint) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetMaxPcieLinkGeneration")
}

/// `nvmlDeviceGetGpuMaxPcieLinkGeneration`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetGpuMaxPcieLinkGeneration(_: nvmlDevice_t, _: *mut c_uint) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetGpuMaxPcieLinkGeneration")
}

/// `nvmlDeviceGetMaxPcieLinkWidth`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetMaxPcieLinkWidth(_: nvmlDevice_t, _: *mut c_uint) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetMaxPcieLinkWidth")
}

/// `nvmlDeviceGetCurrPcieLinkGeneration`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetCurrPcieLinkGeneration(_: nvmlDevice_t, _: *mut c_uint) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetCurrPcieLinkGeneration")
}

/// `nvmlDeviceGetCurrPcieLinkWidth`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetCurrPcieLinkWidth(_: nvmlDevice_t, _: *mut c_uint) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetCurrPcieLinkWidth")
}

/// `nvmlDeviceGetPcieThroughput`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetPcieThroughput(_: nvmlDevice_t, _: c_uint, _: *mut c_uint) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetPcieThroughput")
}

/// `nvmlDeviceGetPcieReplayCounter`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetPcieReplayCounter(_: nvmlDevice_t, _: *mut c_uint) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetPcieReplayCounter")
}

/// `nvmlDeviceGetClockInfo`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetClockInfo(_: nvmlDevice_t, _: c_uint, _: *mut c_uint) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetClockInfo")
}

/// `nvmlDeviceGetMaxClockInfo`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetMaxClockInfo(_: nvmlDevice_t, _: c_uint, _: *mut c_uint) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetMaxClockInfo")
}

/// `nvmlDeviceGetGpcClkVfOffset`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetGpcClkVfOffset(_: nvmlDevice_t, _: *mut c_int) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetGpcClkVfOffset")
}

/// `nvmlDeviceGetApplicationsClock`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetApplicationsClock(_: nvmlDevice_t, _: c_uint, _: *mut c_uint) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetApplicationsClock")
}

/// `nvmlDeviceGetDefaultApplicationsClock`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetDefaultApplicationsClock(_: nvmlDevice_t, _: c_uint, _: *mut c_uint) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetDefaultApplicationsClock")
}

/// `nvmlDeviceGetClock`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetClock(_: nvmlDevice_t, _: c_uint, _: c_uint, _: *mut c_uint) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetClock")
}

/// `nvmlDeviceGetMaxCustomerBoostClock`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetMaxCustomerBoostClock(_: nvmlDevice_t, _: c_uint, _: *mut c_uint) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetMaxCustomerBoostClock")
}

/// `nvmlDeviceGetSupportedMemoryClocks`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetSupportedMemoryClocks(_: nvmlDevice_t, _: *mut c_uint, _: *mut c_uint) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetSupportedMemoryClocks")
}

/// `nvmlDeviceGetSupportedGraphicsClocks`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetSupportedGraphicsClocks(_: nvmlDevice_t, _: c_uint, _: *mut c_uint, _: *mut c_uint) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetSupportedGraphicsClocks")
}

/// `nvmlDeviceGetAutoBoostedClocksEnabled`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetAutoBoostedClocksEnabled(_: nvmlDevice_t, _: *mut c_void, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetAutoBoostedClocksEnabled")
}

/// `nvmlDeviceGetFanSpeed`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetFanSpeed(_: nvmlDevice_t, _: *mut c_uint) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetFanSpeed")
}

/// `nvmlDeviceGetFanSpeed_v2`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetFanSpeed_v2(_: nvmlDevice_t, _: c_uint, _: *mut c_uint) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetFanSpeed_v2")
}

/// `nvmlDeviceGetFanSpeedRPM`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetFanSpeedRPM(_: nvmlDevice_t, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetFanSpeedRPM")
}

/// `nvmlDeviceGetTargetFanSpeed`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetTargetFanSpeed(_: nvmlDevice_t, _: c_uint, _: *mut c_uint) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetTargetFanSpeed")
}

/// `nvmlDeviceGetMinMaxFanSpeed`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetMinMaxFanSpeed(_: nvmlDevice_t, _: *mut c_uint, _: *mut c_uint) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetMinMaxFanSpeed")
}

/// `nvmlDeviceGetFanControlPolicy_v2`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetFanControlPolicy_v2(_: nvmlDevice_t, _: c_uint, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetFanControlPolicy_v2")
}

/// `nvmlDeviceGetNumFans`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetNumFans(_: nvmlDevice_t, _: *mut c_uint) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetNumFans")
}

/// `nvmlDeviceGetTemperature`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetTemperature(_: nvmlDevice_t, _: c_uint, _: *mut c_uint) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetTemperature")
}

/// `nvmlDeviceGetCoolerInfo`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetCoolerInfo(_: nvmlDevice_t, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetCoolerInfo")
}

/// `nvmlDeviceGetTemperatureV`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetTemperatureV(_: nvmlDevice_t, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetTemperatureV")
}

/// `nvmlDeviceGetTemperatureThreshold`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetTemperatureThreshold(_: nvmlDevice_t, _: c_uint, _: *mut c_uint) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetTemperatureThreshold")
}

/// `nvmlDeviceGetMarginTemperature`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetMarginTemperature(_: nvmlDevice_t, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetMarginTemperature")
}

/// `nvmlDeviceGetThermalSettings`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetThermalSettings(_: nvmlDevice_t, _: c_uint, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetThermalSettings")
}

/// `nvmlDeviceGetPerformanceState`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetPerformanceState(_: nvmlDevice_t, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetPerformanceState")
}

/// `nvmlDeviceGetCurrentClocksEventReasons`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetCurrentClocksEventReasons(_: nvmlDevice_t, _: *mut c_ulonglong) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetCurrentClocksEventReasons")
}

/// `nvmlDeviceGetCurrentClocksThrottleReasons`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetCurrentClocksThrottleReasons(_: nvmlDevice_t, _: *mut c_ulonglong) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetCurrentClocksThrottleReasons")
}

/// `nvmlDeviceGetSupportedClocksEventReasons`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetSupportedClocksEventReasons(_: nvmlDevice_t, _: *mut c_ulonglong) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetSupportedClocksEventReasons")
}

/// `nvmlDeviceGetSupportedClocksThrottleReasons`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetSupportedClocksThrottleReasons(_: nvmlDevice_t, _: *mut c_ulonglong) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetSupportedClocksThrottleReasons")
}

/// `nvmlDeviceGetPowerState`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetPowerState(_: nvmlDevice_t, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetPowerState")
}

/// `nvmlDeviceGetDynamicPstatesInfo`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetDynamicPstatesInfo(_: nvmlDevice_t, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetDynamicPstatesInfo")
}

/// `nvmlDeviceGetMemClkVfOffset`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetMemClkVfOffset(_: nvmlDevice_t, _: *mut c_int) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetMemClkVfOffset")
}

/// `nvmlDeviceGetMinMaxClockOfPState`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetMinMaxClockOfPState(_: nvmlDevice_t, _: c_uint, _: c_uint, _: *mut c_uint, _: *mut c_uint) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetMinMaxClockOfPState")
}

/// `nvmlDeviceGetSupportedPerformanceStates`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetSupportedPerformanceStates(_: nvmlDevice_t, _: *mut c_void, _: c_uint) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetSupportedPerformanceStates")
}

/// `nvmlDeviceGetGpcClkMinMaxVfOffset`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetGpcClkMinMaxVfOffset(_: nvmlDevice_t, _: *mut c_int, _: *mut c_int) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetGpcClkMinMaxVfOffset")
}

/// `nvmlDeviceGetMemClkMinMaxVfOffset`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetMemClkMinMaxVfOffset(_: nvmlDevice_t, _: *mut c_int, _: *mut c_int) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetMemClkMinMaxVfOffset")
}

/// `nvmlDeviceGetClockOffsets`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetClockOffsets(_: nvmlDevice_t, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetClockOffsets")
}

/// `nvmlDeviceSetClockOffsets`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceSetClockOffsets(_: nvmlDevice_t, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceSetClockOffsets")
}

/// `nvmlDeviceGetPerformanceModes`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetPerformanceModes(_: nvmlDevice_t, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetPerformanceModes")
}

/// `nvmlDeviceGetCurrentClockFreqs`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetCurrentClockFreqs(_: nvmlDevice_t, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetCurrentClockFreqs")
}

/// `nvmlDeviceGetPowerManagementMode`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetPowerManagementMode(_: nvmlDevice_t, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetPowerManagementMode")
}

/// `nvmlDeviceGetPowerManagementLimit`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetPowerManagementLimit(_: nvmlDevice_t, _: *mut c_uint) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetPowerManagementLimit")
}

/// `nvmlDeviceGetPowerManagementLimitConstraints`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetPowerManagementLimitConstraints(_: nvmlDevice_t, _: *mut c_uint, _: *mut c_uint) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetPowerManagementLimitConstraints")
}

/// `nvmlDeviceGetPowerManagementDefaultLimit`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetPowerManagementDefaultLimit(_: nvmlDevice_t, _: *mut c_uint) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetPowerManagementDefaultLimit")
}

/// `nvmlDeviceGetPowerUsage`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetPowerUsage(_: nvmlDevice_t, _: *mut c_uint) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetPowerUsage")
}

/// `nvmlDeviceGetPowerMizerMode_v1`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetPowerMizerMode_v1(_: nvmlDevice_t, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetPowerMizerMode_v1")
}

/// `nvmlDeviceSetPowerMizerMode_v1`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceSetPowerMizerMode_v1(_: nvmlDevice_t, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceSetPowerMizerMode_v1")
}

/// `nvmlDeviceGetTotalEnergyConsumption`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetTotalEnergyConsumption(_: nvmlDevice_t, _: *mut c_ulonglong) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetTotalEnergyConsumption")
}

/// `nvmlDeviceGetEnforcedPowerLimit`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetEnforcedPowerLimit(_: nvmlDevice_t, _: *mut c_uint) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetEnforcedPowerLimit")
}

/// `nvmlDeviceSetAdaptiveTgpMode_v1`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceSetAdaptiveTgpMode_v1(_: nvmlDevice_t, _: c_uint) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceSetAdaptiveTgpMode_v1")
}

/// `nvmlDeviceGetAdaptiveTgpModeInfo_v1`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetAdaptiveTgpModeInfo_v1(_: nvmlDevice_t, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetAdaptiveTgpModeInfo_v1")
}

/// `nvmlDeviceGetGpuOperationMode`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetGpuOperationMode(_: nvmlDevice_t, _: *mut c_void, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetGpuOperationMode")
}

/// `nvmlDeviceGetMemoryInfo`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetMemoryInfo(device: nvmlDevice_t, memory: *mut nvmlMemory_t) -> nvmlReturn_t {
    entry::enter("nvmlDeviceGetMemoryInfo", || unsafe { api::nvml_device_get_memory_info(device, memory) })
}

/// `nvmlDeviceGetMemoryInfo_v2`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetMemoryInfo_v2(device: nvmlDevice_t, memory: *mut nvmlMemory_v2_t) -> nvmlReturn_t {
    entry::enter("nvmlDeviceGetMemoryInfo_v2", || unsafe { api::nvml_device_get_memory_info_v2(device, memory) })
}

/// `nvmlDeviceSetMemoryLimits_v1`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceSetMemoryLimits_v1(_: nvmlDevice_t, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceSetMemoryLimits_v1")
}

/// `nvmlDeviceGetMemoryLimits_v1`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetMemoryLimits_v1(_: nvmlDevice_t, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetMemoryLimits_v1")
}

/// `nvmlDeviceGetComputeMode`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetComputeMode(_: nvmlDevice_t, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetComputeMode")
}

/// `nvmlDeviceGetCudaComputeCapability`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetCudaComputeCapability(device: nvmlDevice_t, major: *mut c_int, minor: *mut c_int) -> nvmlReturn_t {
    entry::enter("nvmlDeviceGetCudaComputeCapability", || unsafe { api::nvml_device_get_cuda_compute_capability(device, major, minor) })
}

/// `nvmlDeviceGetDramEncryptionMode`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetDramEncryptionMode(_: nvmlDevice_t, _: *mut c_void, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetDramEncryptionMode")
}

/// `nvmlDeviceSetDramEncryptionMode`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceSetDramEncryptionMode(_: nvmlDevice_t, _: *const c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceSetDramEncryptionMode")
}

/// `nvmlDeviceGetEccMode`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetEccMode(_: nvmlDevice_t, _: *mut c_void, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetEccMode")
}

/// `nvmlDeviceGetDefaultEccMode`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetDefaultEccMode(_: nvmlDevice_t, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetDefaultEccMode")
}

/// `nvmlDeviceGetBoardId`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetBoardId(_: nvmlDevice_t, _: *mut c_uint) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetBoardId")
}

/// `nvmlDeviceGetMultiGpuBoard`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetMultiGpuBoard(_: nvmlDevice_t, _: *mut c_uint) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetMultiGpuBoard")
}

/// `nvmlDeviceGetTotalEccErrors`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetTotalEccErrors(_: nvmlDevice_t, _: c_uint, _: c_uint, _: *mut c_ulonglong) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetTotalEccErrors")
}

/// `nvmlDeviceGetDetailedEccErrors`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetDetailedEccErrors(_: nvmlDevice_t, _: c_uint, _: c_uint, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetDetailedEccErrors")
}

/// `nvmlDeviceGetMemoryErrorCounter`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetMemoryErrorCounter(_: nvmlDevice_t, _: c_uint, _: c_uint, _: c_uint, _: *mut c_ulonglong) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetMemoryErrorCounter")
}

/// `nvmlDeviceGetUtilizationRates`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetUtilizationRates(_: nvmlDevice_t, _: *mut nvmlUtilization_t) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetUtilizationRates")
}

/// `nvmlDeviceGetEncoderUtilization`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetEncoderUtilization(_: nvmlDevice_t, _: *mut c_uint, _: *mut c_uint) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetEncoderUtilization")
}

/// `nvmlDeviceGetEncoderCapacity`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetEncoderCapacity(_: nvmlDevice_t, _: c_uint, _: *mut c_uint) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetEncoderCapacity")
}

/// `nvmlDeviceGetEncoderStats`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetEncoderStats(_: nvmlDevice_t, _: *mut c_uint, _: *mut c_uint, _: *mut c_uint) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetEncoderStats")
}

/// `nvmlDeviceGetEncoderSessions`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetEncoderSessions(_: nvmlDevice_t, _: *mut c_uint, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetEncoderSessions")
}

/// `nvmlDeviceGetDecoderUtilization`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetDecoderUtilization(_: nvmlDevice_t, _: *mut c_uint, _: *mut c_uint) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetDecoderUtilization")
}

/// `nvmlDeviceGetJpgUtilization`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetJpgUtilization(_: nvmlDevice_t, _: *mut c_uint, _: *mut c_uint) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetJpgUtilization")
}

/// `nvmlDeviceGetOfaUtilization`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetOfaUtilization(_: nvmlDevice_t, _: *mut c_uint, _: *mut c_uint) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetOfaUtilization")
}

/// `nvmlDeviceGetFBCStats`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetFBCStats(_: nvmlDevice_t, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetFBCStats")
}

/// `nvmlDeviceGetFBCSessions`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetFBCSessions(_: nvmlDevice_t, _: *mut c_uint, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetFBCSessions")
}

/// `nvmlDeviceGetDriverModel_v2`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetDriverModel_v2(_: nvmlDevice_t, _: *mut c_void, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetDriverModel_v2")
}

/// `nvmlDeviceGetVbiosVersion`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetVbiosVersion(_: nvmlDevice_t, _: *mut c_char, _: c_uint) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetVbiosVersion")
}

/// `nvmlDeviceGetBridgeChipInfo`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetBridgeChipInfo(_: nvmlDevice_t, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetBridgeChipInfo")
}

/// `nvmlDeviceGetComputeRunningProcesses_v3`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetComputeRunningProcesses_v3(_: nvmlDevice_t, _: *mut c_uint, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetComputeRunningProcesses_v3")
}

/// `nvmlDeviceGetGraphicsRunningProcesses_v3`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetGraphicsRunningProcesses_v3(_: nvmlDevice_t, _: *mut c_uint, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetGraphicsRunningProcesses_v3")
}

/// `nvmlDeviceGetMPSComputeRunningProcesses_v3`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetMPSComputeRunningProcesses_v3(_: nvmlDevice_t, _: *mut c_uint, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetMPSComputeRunningProcesses_v3")
}

/// `nvmlDeviceGetRunningProcessDetailList`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetRunningProcessDetailList(_: nvmlDevice_t, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetRunningProcessDetailList")
}

/// `nvmlDeviceOnSameBoard`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceOnSameBoard(_: nvmlDevice_t, _: nvmlDevice_t, _: *mut c_int) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceOnSameBoard")
}

/// `nvmlDeviceGetAPIRestriction`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetAPIRestriction(_: nvmlDevice_t, _: c_uint, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetAPIRestriction")
}

/// `nvmlDeviceGetSamples`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetSamples(_: nvmlDevice_t, _: c_uint, _: c_ulonglong, _: *mut c_void, _: *mut c_uint, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetSamples")
}

/// `nvmlDeviceGetBAR1MemoryInfo`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetBAR1MemoryInfo(_: nvmlDevice_t, _: *mut nvmlBAR1Memory_t) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetBAR1MemoryInfo")
}

/// `nvmlDeviceGetViolationStatus`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetViolationStatus(_: nvmlDevice_t, _: c_uint, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetViolationStatus")
}

/// `nvmlDeviceGetIrqNum`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetIrqNum(_: nvmlDevice_t, _: *mut c_uint) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetIrqNum")
}

/// `nvmlDeviceGetNumGpuCores`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetNumGpuCores(_: nvmlDevice_t, _: *mut c_uint) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetNumGpuCores")
}

/// `nvmlDeviceGetPowerSource`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetPowerSource(_: nvmlDevice_t, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetPowerSource")
}

/// `nvmlDeviceGetMemoryBusWidth`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetMemoryBusWidth(_: nvmlDevice_t, _: *mut c_uint) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetMemoryBusWidth")
}

/// `nvmlDeviceGetPcieLinkMaxSpeed`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetPcieLinkMaxSpeed(_: nvmlDevice_t, _: *mut c_uint) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetPcieLinkMaxSpeed")
}

/// `nvmlDeviceGetPcieSpeed`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetPcieSpeed(_: nvmlDevice_t, _: *mut c_uint) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetPcieSpeed")
}

/// `nvmlDeviceGetAdaptiveClockInfoStatus`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetAdaptiveClockInfoStatus(_: nvmlDevice_t, _: *mut c_uint) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetAdaptiveClockInfoStatus")
}

/// `nvmlDeviceGetBusType`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetBusType(_: nvmlDevice_t, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetBusType")
}

/// `nvmlDeviceGetGpuFabricInfo`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetGpuFabricInfo(_: nvmlDevice_t, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetGpuFabricInfo")
}

/// `nvmlDeviceGetGpuFabricInfoV`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetGpuFabricInfoV(_: nvmlDevice_t, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetGpuFabricInfoV")
}

/// `nvmlDeviceGetGpuFabricInfo_v4`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetGpuFabricInfo_v4(_: nvmlDevice_t, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetGpuFabricInfo_v4")
}

/// `nvmlSystemGetConfComputeCapabilities`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlSystemGetConfComputeCapabilities(_: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlSystemGetConfComputeCapabilities")
}

/// `nvmlSystemGetConfComputeState`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlSystemGetConfComputeState(_: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlSystemGetConfComputeState")
}

/// `nvmlDeviceGetConfComputeMemSizeInfo`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetConfComputeMemSizeInfo(_: nvmlDevice_t, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetConfComputeMemSizeInfo")
}

/// `nvmlSystemGetConfComputeGpusReadyState`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlSystemGetConfComputeGpusReadyState(_: *mut c_uint) -> nvmlReturn_t {
    entry::not_supported("nvmlSystemGetConfComputeGpusReadyState")
}

/// `nvmlDeviceGetConfComputeProtectedMemoryUsage`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetConfComputeProtectedMemoryUsage(_: nvmlDevice_t, _: *mut nvmlMemory_t) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetConfComputeProtectedMemoryUsage")
}

/// `nvmlDeviceGetConfComputeGpuCertificate`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetConfComputeGpuCertificate(_: nvmlDevice_t, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetConfComputeGpuCertificate")
}

/// `nvmlDeviceGetConfComputeGpuAttestationReport`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetConfComputeGpuAttestationReport(_: nvmlDevice_t, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetConfComputeGpuAttestationReport")
}

/// `nvmlSystemGetConfComputeKeyRotationThresholdInfo`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlSystemGetConfComputeKeyRotationThresholdInfo(_: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlSystemGetConfComputeKeyRotationThresholdInfo")
}

/// `nvmlDeviceSetConfComputeUnprotectedMemSize`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceSetConfComputeUnprotectedMemSize(_: nvmlDevice_t, _: c_ulonglong) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceSetConfComputeUnprotectedMemSize")
}

/// `nvmlSystemSetConfComputeGpusReadyState`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlSystemSetConfComputeGpusReadyState(_: c_uint) -> nvmlReturn_t {
    entry::not_supported("nvmlSystemSetConfComputeGpusReadyState")
}

/// `nvmlSystemSetConfComputeKeyRotationThresholdInfo`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlSystemSetConfComputeKeyRotationThresholdInfo(_: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlSystemSetConfComputeKeyRotationThresholdInfo")
}

/// `nvmlSystemGetConfComputeSettings`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlSystemGetConfComputeSettings(_: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlSystemGetConfComputeSettings")
}

/// `nvmlSystemGetConfComputeSettings_v2`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlSystemGetConfComputeSettings_v2(_: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlSystemGetConfComputeSettings_v2")
}

/// `nvmlDeviceGetGspFirmwareVersion`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetGspFirmwareVersion(_: nvmlDevice_t, _: *mut c_char) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetGspFirmwareVersion")
}

/// `nvmlDeviceGetGspFirmwareMode`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetGspFirmwareMode(_: nvmlDevice_t, _: *mut c_uint, _: *mut c_uint) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetGspFirmwareMode")
}

/// `nvmlDeviceGetSramEccErrorStatus`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetSramEccErrorStatus(_: nvmlDevice_t, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetSramEccErrorStatus")
}

/// `nvmlDeviceSetPowerManagementLimit_v2`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceSetPowerManagementLimit_v2(_: nvmlDevice_t, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceSetPowerManagementLimit_v2")
}

/// `nvmlDeviceGetAccountingMode`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetAccountingMode(_: nvmlDevice_t, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetAccountingMode")
}

/// `nvmlDeviceGetAccountingStats`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetAccountingStats(_: nvmlDevice_t, _: c_uint, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetAccountingStats")
}

/// `nvmlDeviceGetAccountingPids`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetAccountingPids(_: nvmlDevice_t, _: *mut c_uint, _: *mut c_uint) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetAccountingPids")
}

/// `nvmlDeviceGetAccountingBufferSize`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetAccountingBufferSize(_: nvmlDevice_t, _: *mut c_uint) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetAccountingBufferSize")
}

/// `nvmlDeviceGetAccountingStats_v2`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetAccountingStats_v2(_: nvmlDevice_t, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetAccountingStats_v2")
}

/// `nvmlDeviceGetRetiredPages`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetRetiredPages(_: nvmlDevice_t, _: c_uint, _: *mut c_uint, _: *mut c_ulonglong) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetRetiredPages")
}

/// `nvmlDeviceGetRetiredPages_v2`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetRetiredPages_v2(_: nvmlDevice_t, _: c_uint, _: *mut c_uint, _: *mut c_ulonglong, _: *mut c_ulonglong) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetRetiredPages_v2")
}

/// `nvmlDeviceGetRetiredPagesPendingStatus`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetRetiredPagesPendingStatus(_: nvmlDevice_t, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetRetiredPagesPendingStatus")
}

/// `nvmlDeviceGetRemappedRows`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetRemappedRows(_: nvmlDevice_t, _: *mut c_uint, _: *mut c_uint, _: *mut c_uint, _: *mut c_uint) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetRemappedRows")
}

/// `nvmlDeviceGetRowRemapperHistogram`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetRowRemapperHistogram(_: nvmlDevice_t, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetRowRemapperHistogram")
}

/// `nvmlDeviceGetArchitecture`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetArchitecture(_: nvmlDevice_t, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetArchitecture")
}

/// `nvmlDeviceGetClkMonStatus`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetClkMonStatus(_: nvmlDevice_t, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetClkMonStatus")
}

/// `nvmlDeviceGetProcessUtilization`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetProcessUtilization(_: nvmlDevice_t, _: *mut c_void, _: *mut c_uint, _: c_ulonglong) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetProcessUtilization")
}

/// `nvmlDeviceGetProcessesUtilizationInfo`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetProcessesUtilizationInfo(_: nvmlDevice_t, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetProcessesUtilizationInfo")
}

/// `nvmlDeviceGetPlatformInfo`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetPlatformInfo(_: nvmlDevice_t, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetPlatformInfo")
}

/// `nvmlDeviceGetPdi`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetPdi(_: nvmlDevice_t, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetPdi")
}

/// `nvmlDeviceSetHostname_v1`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceSetHostname_v1(_: nvmlDevice_t, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceSetHostname_v1")
}

/// `nvmlDeviceGetHostname_v1`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetHostname_v1(_: nvmlDevice_t, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetHostname_v1")
}

/// `nvmlDevicePerfMetricsGetSamples_v1`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDevicePerfMetricsGetSamples_v1(_: nvmlDevice_t, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlDevicePerfMetricsGetSamples_v1")
}

/// `nvmlUnitSetLedState`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlUnitSetLedState(_: nvmlUnit_t, _: c_uint) -> nvmlReturn_t {
    entry::not_supported("nvmlUnitSetLedState")
}

/// `nvmlDeviceSetPersistenceMode`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceSetPersistenceMode(_: nvmlDevice_t, _: c_uint) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceSetPersistenceMode")
}

/// `nvmlDeviceSetComputeMode`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceSetComputeMode(_: nvmlDevice_t, _: c_uint) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceSetComputeMode")
}

/// `nvmlDeviceSetEccMode`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceSetEccMode(_: nvmlDevice_t, _: c_uint) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceSetEccMode")
}

/// `nvmlDeviceClearEccErrorCounts`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceClearEccErrorCounts(_: nvmlDevice_t, _: c_uint) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceClearEccErrorCounts")
}

/// `nvmlDeviceSetDriverModel`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceSetDriverModel(_: nvmlDevice_t, _: c_uint, _: c_uint) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceSetDriverModel")
}

/// `nvmlDeviceSetGpuLockedClocks`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceSetGpuLockedClocks(_: nvmlDevice_t, _: c_uint, _: c_uint) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceSetGpuLockedClocks")
}

/// `nvmlDeviceResetGpuLockedClocks`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceResetGpuLockedClocks(_: nvmlDevice_t) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceResetGpuLockedClocks")
}

/// `nvmlDeviceSetMemoryLockedClocks`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceSetMemoryLockedClocks(_: nvmlDevice_t, _: c_uint, _: c_uint) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceSetMemoryLockedClocks")
}

/// `nvmlDeviceResetMemoryLockedClocks`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceResetMemoryLockedClocks(_: nvmlDevice_t) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceResetMemoryLockedClocks")
}

/// `nvmlDeviceSetApplicationsClocks`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceSetApplicationsClocks(_: nvmlDevice_t, _: c_uint, _: c_uint) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceSetApplicationsClocks")
}

/// `nvmlDeviceResetApplicationsClocks`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceResetApplicationsClocks(_: nvmlDevice_t) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceResetApplicationsClocks")
}

/// `nvmlDeviceSetAutoBoostedClocksEnabled`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceSetAutoBoostedClocksEnabled(_: nvmlDevice_t, _: c_uint) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceSetAutoBoostedClocksEnabled")
}

/// `nvmlDeviceSetDefaultAutoBoostedClocksEnabled`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceSetDefaultAutoBoostedClocksEnabled(_: nvmlDevice_t, _: c_uint, _: c_uint) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceSetDefaultAutoBoostedClocksEnabled")
}

/// `nvmlDeviceSetDefaultFanSpeed_v2`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceSetDefaultFanSpeed_v2(_: nvmlDevice_t, _: c_uint) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceSetDefaultFanSpeed_v2")
}

/// `nvmlDeviceSetFanControlPolicy`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceSetFanControlPolicy(_: nvmlDevice_t, _: c_uint, _: c_uint) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceSetFanControlPolicy")
}

/// `nvmlDeviceSetTemperatureThreshold`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceSetTemperatureThreshold(_: nvmlDevice_t, _: c_uint, _: *mut c_int) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceSetTemperatureThreshold")
}

/// `nvmlDeviceSetPowerManagementLimit`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceSetPowerManagementLimit(_: nvmlDevice_t, _: c_uint) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceSetPowerManagementLimit")
}

/// `nvmlDeviceSetGpuOperationMode`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceSetGpuOperationMode(_: nvmlDevice_t, _: c_uint) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceSetGpuOperationMode")
}

/// `nvmlDeviceSetAPIRestriction`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceSetAPIRestriction(_: nvmlDevice_t, _: c_uint, _: c_uint) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceSetAPIRestriction")
}

/// `nvmlDeviceSetFanSpeed_v2`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceSetFanSpeed_v2(_: nvmlDevice_t, _: c_uint, _: c_uint) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceSetFanSpeed_v2")
}

/// `nvmlDeviceSetGpcClkVfOffset`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceSetGpcClkVfOffset(_: nvmlDevice_t, _: c_int) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceSetGpcClkVfOffset")
}

/// `nvmlDeviceSetMemClkVfOffset`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceSetMemClkVfOffset(_: nvmlDevice_t, _: c_int) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceSetMemClkVfOffset")
}

/// `nvmlDeviceSetAccountingMode`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceSetAccountingMode(_: nvmlDevice_t, _: c_uint) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceSetAccountingMode")
}

/// `nvmlDeviceClearAccountingPids`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceClearAccountingPids(_: nvmlDevice_t) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceClearAccountingPids")
}

/// `nvmlDeviceGetNvLinkState`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetNvLinkState(_: nvmlDevice_t, _: c_uint, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetNvLinkState")
}

/// `nvmlDeviceGetNvLinkVersion`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetNvLinkVersion(_: nvmlDevice_t, _: c_uint, _: *mut c_uint) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetNvLinkVersion")
}

/// `nvmlDeviceGetNvLinkCapability`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetNvLinkCapability(_: nvmlDevice_t, _: c_uint, _: c_uint, _: *mut c_uint) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetNvLinkCapability")
}

/// `nvmlDeviceGetNvLinkRemotePciInfo_v2`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetNvLinkRemotePciInfo_v2(_: nvmlDevice_t, _: c_uint, _: *mut nvmlPciInfo_t) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetNvLinkRemotePciInfo_v2")
}

/// `nvmlDeviceGetNvLinkErrorCounter`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetNvLinkErrorCounter(_: nvmlDevice_t, _: c_uint, _: c_uint, _: *mut c_ulonglong) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetNvLinkErrorCounter")
}

/// `nvmlDeviceResetNvLinkErrorCounters`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceResetNvLinkErrorCounters(_: nvmlDevice_t, _: c_uint) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceResetNvLinkErrorCounters")
}

/// `nvmlDeviceSetNvLinkUtilizationControl`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceSetNvLinkUtilizationControl(_: nvmlDevice_t, _: c_uint, _: c_uint, _: *mut c_void, _: c_uint) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceSetNvLinkUtilizationControl")
}

/// `nvmlDeviceGetNvLinkUtilizationControl`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetNvLinkUtilizationControl(_: nvmlDevice_t, _: c_uint, _: c_uint, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetNvLinkUtilizationControl")
}

/// `nvmlDeviceGetNvLinkUtilizationCounter`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetNvLinkUtilizationCounter(_: nvmlDevice_t, _: c_uint, _: c_uint, _: *mut c_ulonglong, _: *mut c_ulonglong) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetNvLinkUtilizationCounter")
}

/// `nvmlDeviceFreezeNvLinkUtilizationCounter`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceFreezeNvLinkUtilizationCounter(_: nvmlDevice_t, _: c_uint, _: c_uint, _: c_uint) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceFreezeNvLinkUtilizationCounter")
}

/// `nvmlDeviceResetNvLinkUtilizationCounter`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceResetNvLinkUtilizationCounter(_: nvmlDevice_t, _: c_uint, _: c_uint) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceResetNvLinkUtilizationCounter")
}

/// `nvmlDeviceGetNvLinkRemoteDeviceType`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetNvLinkRemoteDeviceType(_: nvmlDevice_t, _: c_uint, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetNvLinkRemoteDeviceType")
}

/// `nvmlDeviceSetNvLinkDeviceLowPowerThreshold`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceSetNvLinkDeviceLowPowerThreshold(_: nvmlDevice_t, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceSetNvLinkDeviceLowPowerThreshold")
}

/// `nvmlSystemSetNvlinkBwMode`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlSystemSetNvlinkBwMode(_: c_uint) -> nvmlReturn_t {
    entry::not_supported("nvmlSystemSetNvlinkBwMode")
}

/// `nvmlSystemGetNvlinkBwMode`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlSystemGetNvlinkBwMode(_: *mut c_uint) -> nvmlReturn_t {
    entry::not_supported("nvmlSystemGetNvlinkBwMode")
}

/// `nvmlDeviceGetNvlinkSupportedBwModes`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetNvlinkSupportedBwModes(_: nvmlDevice_t, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetNvlinkSupportedBwModes")
}

/// `nvmlDeviceGetNvlinkBwMode`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetNvlinkBwMode(_: nvmlDevice_t, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetNvlinkBwMode")
}

/// `nvmlDeviceSetNvlinkBwMode`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceSetNvlinkBwMode(_: nvmlDevice_t, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceSetNvlinkBwMode")
}

/// `nvmlDeviceSetNvlinkBwModeAsync_v1`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceSetNvlinkBwModeAsync_v1(_: nvmlDevice_t, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceSetNvlinkBwModeAsync_v1")
}

/// `nvmlDeviceGetNvLinkInfo`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetNvLinkInfo(_: nvmlDevice_t, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetNvLinkInfo")
}

/// `nvmlDeviceGetNvLinkInfo_v3`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetNvLinkInfo_v3(_: nvmlDevice_t, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetNvLinkInfo_v3")
}

/// `nvmlDeviceGetNvLinkTelemetrySamples_v1`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetNvLinkTelemetrySamples_v1(_: nvmlDevice_t, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetNvLinkTelemetrySamples_v1")
}

/// `nvmlDeviceGetNvlinkRemapTableInfo_v1`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetNvlinkRemapTableInfo_v1(_: nvmlDevice_t, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetNvlinkRemapTableInfo_v1")
}

/// `nvmlDeviceSetNvlinkNvleReady_v1`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceSetNvlinkNvleReady_v1(_: nvmlDevice_t, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceSetNvlinkNvleReady_v1")
}

/// `nvmlDeviceLockNvlinkRemapTable_v1`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceLockNvlinkRemapTable_v1(_: nvmlDevice_t, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceLockNvlinkRemapTable_v1")
}

/// `nvmlDeviceSetupNvlinkNvleEncryptionKey_v1`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceSetupNvlinkNvleEncryptionKey_v1(_: nvmlDevice_t, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceSetupNvlinkNvleEncryptionKey_v1")
}

/// `nvmlDeviceGetNvlinkNvlePrivateInfo_v1`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetNvlinkNvlePrivateInfo_v1(_: nvmlDevice_t, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetNvlinkNvlePrivateInfo_v1")
}

/// `nvmlEventSetCreate`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlEventSetCreate(_: *mut nvmlEventSet_t) -> nvmlReturn_t {
    entry::not_supported("nvmlEventSetCreate")
}

/// `nvmlDeviceRegisterEvents`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceRegisterEvents(_: nvmlDevice_t, _: c_ulonglong, _: nvmlEventSet_t) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceRegisterEvents")
}

/// `nvmlDeviceGetSupportedEventTypes`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetSupportedEventTypes(_: nvmlDevice_t, _: *mut c_ulonglong) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetSupportedEventTypes")
}

/// `nvmlEventSetWait_v2`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlEventSetWait_v2(_: nvmlEventSet_t, _: *mut c_void, _: c_uint) -> nvmlReturn_t {
    entry::not_supported("nvmlEventSetWait_v2")
}

/// `nvmlEventSetRegisterGpuOperationalEvents_v1`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlEventSetRegisterGpuOperationalEvents_v1(_: nvmlEventSet_t, _: *const c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlEventSetRegisterGpuOperationalEvents_v1")
}

/// `nvmlEventSetWait_v3`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlEventSetWait_v3(_: nvmlEventSet_t, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlEventSetWait_v3")
}

/// `nvmlEventSetGetContextCount_v1`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlEventSetGetContextCount_v1(_: nvmlEventSet_t, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlEventSetGetContextCount_v1")
}

/// `nvmlEventSetGetContextInfo_v1`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlEventSetGetContextInfo_v1(_: nvmlEventSet_t, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlEventSetGetContextInfo_v1")
}

/// `nvmlEventSetGetContextData_v1`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlEventSetGetContextData_v1(_: nvmlEventSet_t, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlEventSetGetContextData_v1")
}

/// `nvmlEventSetGetGpuOperationalEventContextLegacyXid_v1`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlEventSetGetGpuOperationalEventContextLegacyXid_v1(_: nvmlEventSet_t, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlEventSetGetGpuOperationalEventContextLegacyXid_v1")
}

/// `nvmlEventSetFree`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlEventSetFree(_: nvmlEventSet_t) -> nvmlReturn_t {
    entry::not_supported("nvmlEventSetFree")
}

/// `nvmlSystemEventSetCreate`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlSystemEventSetCreate(_: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlSystemEventSetCreate")
}

/// `nvmlSystemEventSetFree`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlSystemEventSetFree(_: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlSystemEventSetFree")
}

/// `nvmlSystemRegisterEvents`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlSystemRegisterEvents(_: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlSystemRegisterEvents")
}

/// `nvmlSystemEventSetWait`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlSystemEventSetWait(_: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlSystemEventSetWait")
}

/// `nvmlDeviceModifyDrainState`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceModifyDrainState(_: *mut nvmlPciInfo_t, _: c_uint) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceModifyDrainState")
}

/// `nvmlDeviceQueryDrainState`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceQueryDrainState(_: *mut nvmlPciInfo_t, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceQueryDrainState")
}

/// `nvmlDeviceRemoveGpu_v2`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceRemoveGpu_v2(_: *mut nvmlPciInfo_t, _: c_uint, _: c_uint) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceRemoveGpu_v2")
}

/// `nvmlDeviceDiscoverGpus`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceDiscoverGpus(_: *mut nvmlPciInfo_t) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceDiscoverGpus")
}

/// `nvmlDeviceGetFieldValues`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetFieldValues(_: nvmlDevice_t, _: c_int, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetFieldValues")
}

/// `nvmlDeviceClearFieldValues`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceClearFieldValues(_: nvmlDevice_t, _: c_int, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceClearFieldValues")
}

/// `nvmlDeviceGetVirtualizationMode`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetVirtualizationMode(_: nvmlDevice_t, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetVirtualizationMode")
}

/// `nvmlDeviceGetHostVgpuMode`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetHostVgpuMode(_: nvmlDevice_t, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetHostVgpuMode")
}

/// `nvmlDeviceSetVirtualizationMode`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceSetVirtualizationMode(_: nvmlDevice_t, _: c_uint) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceSetVirtualizationMode")
}

/// `nvmlDeviceGetVgpuHeterogeneousMode`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetVgpuHeterogeneousMode(_: nvmlDevice_t, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetVgpuHeterogeneousMode")
}

/// `nvmlDeviceSetVgpuHeterogeneousMode`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceSetVgpuHeterogeneousMode(_: nvmlDevice_t, _: *const c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceSetVgpuHeterogeneousMode")
}

/// `nvmlVgpuInstanceGetPlacementId`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlVgpuInstanceGetPlacementId(_: c_uint, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlVgpuInstanceGetPlacementId")
}

/// `nvmlDeviceGetVgpuTypeSupportedPlacements`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetVgpuTypeSupportedPlacements(_: nvmlDevice_t, _: c_uint, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetVgpuTypeSupportedPlacements")
}

/// `nvmlDeviceGetVgpuTypeCreatablePlacements`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetVgpuTypeCreatablePlacements(_: nvmlDevice_t, _: c_uint, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetVgpuTypeCreatablePlacements")
}

/// `nvmlVgpuTypeGetGspHeapSize`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlVgpuTypeGetGspHeapSize(_: c_uint, _: *mut c_ulonglong) -> nvmlReturn_t {
    entry::not_supported("nvmlVgpuTypeGetGspHeapSize")
}

/// `nvmlVgpuTypeGetFbReservation`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlVgpuTypeGetFbReservation(_: c_uint, _: *mut c_ulonglong) -> nvmlReturn_t {
    entry::not_supported("nvmlVgpuTypeGetFbReservation")
}

/// `nvmlVgpuInstanceGetRuntimeStateSize`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlVgpuInstanceGetRuntimeStateSize(_: c_uint, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlVgpuInstanceGetRuntimeStateSize")
}

/// `nvmlDeviceSetVgpuCapabilities`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceSetVgpuCapabilities(_: nvmlDevice_t, _: c_uint, _: c_uint) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceSetVgpuCapabilities")
}

/// `nvmlDeviceVgpuForceGspUnload`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceVgpuForceGspUnload(_: nvmlDevice_t) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceVgpuForceGspUnload")
}

/// `nvmlDeviceGetGridLicensableFeatures_v4`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetGridLicensableFeatures_v4(_: nvmlDevice_t, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetGridLicensableFeatures_v4")
}

/// `nvmlGetVgpuDriverCapabilities`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlGetVgpuDriverCapabilities(_: c_uint, _: *mut c_uint) -> nvmlReturn_t {
    entry::not_supported("nvmlGetVgpuDriverCapabilities")
}

/// `nvmlDeviceGetVgpuCapabilities`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetVgpuCapabilities(_: nvmlDevice_t, _: c_uint, _: *mut c_uint) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetVgpuCapabilities")
}

/// `nvmlDeviceGetSupportedVgpus`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetSupportedVgpus(_: nvmlDevice_t, _: *mut c_uint, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetSupportedVgpus")
}

/// `nvmlDeviceGetCreatableVgpus`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetCreatableVgpus(_: nvmlDevice_t, _: *mut c_uint, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetCreatableVgpus")
}

/// `nvmlVgpuTypeGetClass`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlVgpuTypeGetClass(_: c_uint, _: *mut c_char, _: *mut c_uint) -> nvmlReturn_t {
    entry::not_supported("nvmlVgpuTypeGetClass")
}

/// `nvmlVgpuTypeGetName`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlVgpuTypeGetName(_: c_uint, _: *mut c_char, _: *mut c_uint) -> nvmlReturn_t {
    entry::not_supported("nvmlVgpuTypeGetName")
}

/// `nvmlVgpuTypeGetGpuInstanceProfileId`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlVgpuTypeGetGpuInstanceProfileId(_: c_uint, _: *mut c_uint) -> nvmlReturn_t {
    entry::not_supported("nvmlVgpuTypeGetGpuInstanceProfileId")
}

/// `nvmlVgpuTypeGetDeviceID`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlVgpuTypeGetDeviceID(_: c_uint, _: *mut c_ulonglong, _: *mut c_ulonglong) -> nvmlReturn_t {
    entry::not_supported("nvmlVgpuTypeGetDeviceID")
}

/// `nvmlVgpuTypeGetFramebufferSize`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlVgpuTypeGetFramebufferSize(_: c_uint, _: *mut c_ulonglong) -> nvmlReturn_t {
    entry::not_supported("nvmlVgpuTypeGetFramebufferSize")
}

/// `nvmlVgpuTypeGetNumDisplayHeads`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlVgpuTypeGetNumDisplayHeads(_: c_uint, _: *mut c_uint) -> nvmlReturn_t {
    entry::not_supported("nvmlVgpuTypeGetNumDisplayHeads")
}

/// `nvmlVgpuTypeGetResolution`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlVgpuTypeGetResolution(_: c_uint, _: c_uint, _: *mut c_uint, _: *mut c_uint) -> nvmlReturn_t {
    entry::not_supported("nvmlVgpuTypeGetResolution")
}

/// `nvmlVgpuTypeGetLicense`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlVgpuTypeGetLicense(_: c_uint, _: *mut c_char, _: c_uint) -> nvmlReturn_t {
    entry::not_supported("nvmlVgpuTypeGetLicense")
}

/// `nvmlVgpuTypeGetFrameRateLimit`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlVgpuTypeGetFrameRateLimit(_: c_uint, _: *mut c_uint) -> nvmlReturn_t {
    entry::not_supported("nvmlVgpuTypeGetFrameRateLimit")
}

/// `nvmlVgpuTypeGetMaxInstances`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlVgpuTypeGetMaxInstances(_: nvmlDevice_t, _: c_uint, _: *mut c_uint) -> nvmlReturn_t {
    entry::not_supported("nvmlVgpuTypeGetMaxInstances")
}

/// `nvmlVgpuTypeGetMaxInstancesPerVm`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlVgpuTypeGetMaxInstancesPerVm(_: c_uint, _: *mut c_uint) -> nvmlReturn_t {
    entry::not_supported("nvmlVgpuTypeGetMaxInstancesPerVm")
}

/// `nvmlVgpuTypeGetBAR1Info`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlVgpuTypeGetBAR1Info(_: c_uint, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlVgpuTypeGetBAR1Info")
}

/// `nvmlDeviceGetActiveVgpus`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetActiveVgpus(_: nvmlDevice_t, _: *mut c_uint, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetActiveVgpus")
}

/// `nvmlVgpuInstanceGetVmID`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlVgpuInstanceGetVmID(_: c_uint, _: *mut c_char, _: c_uint, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlVgpuInstanceGetVmID")
}

/// `nvmlVgpuInstanceGetUUID`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlVgpuInstanceGetUUID(_: c_uint, _: *mut c_char, _: c_uint) -> nvmlReturn_t {
    entry::not_supported("nvmlVgpuInstanceGetUUID")
}

/// `nvmlVgpuInstanceGetVmDriverVersion`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlVgpuInstanceGetVmDriverVersion(_: c_uint, _: *mut c_char, _: c_uint) -> nvmlReturn_t {
    entry::not_supported("nvmlVgpuInstanceGetVmDriverVersion")
}

/// `nvmlVgpuInstanceGetFbUsage`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlVgpuInstanceGetFbUsage(_: c_uint, _: *mut c_ulonglong) -> nvmlReturn_t {
    entry::not_supported("nvmlVgpuInstanceGetFbUsage")
}

/// `nvmlVgpuInstanceGetLicenseStatus`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlVgpuInstanceGetLicenseStatus(_: c_uint, _: *mut c_uint) -> nvmlReturn_t {
    entry::not_supported("nvmlVgpuInstanceGetLicenseStatus")
}

/// `nvmlVgpuInstanceGetType`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlVgpuInstanceGetType(_: c_uint, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlVgpuInstanceGetType")
}

/// `nvmlVgpuInstanceGetFrameRateLimit`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlVgpuInstanceGetFrameRateLimit(_: c_uint, _: *mut c_uint) -> nvmlReturn_t {
    entry::not_supported("nvmlVgpuInstanceGetFrameRateLimit")
}

/// `nvmlVgpuInstanceGetEccMode`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlVgpuInstanceGetEccMode(_: c_uint, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlVgpuInstanceGetEccMode")
}

/// `nvmlVgpuInstanceGetEncoderCapacity`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlVgpuInstanceGetEncoderCapacity(_: c_uint, _: *mut c_uint) -> nvmlReturn_t {
    entry::not_supported("nvmlVgpuInstanceGetEncoderCapacity")
}

/// `nvmlVgpuInstanceSetEncoderCapacity`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlVgpuInstanceSetEncoderCapacity(_: c_uint, _: c_uint) -> nvmlReturn_t {
    entry::not_supported("nvmlVgpuInstanceSetEncoderCapacity")
}

/// `nvmlVgpuInstanceGetEncoderStats`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlVgpuInstanceGetEncoderStats(_: c_uint, _: *mut c_uint, _: *mut c_uint, _: *mut c_uint) -> nvmlReturn_t {
    entry::not_supported("nvmlVgpuInstanceGetEncoderStats")
}

/// `nvmlVgpuInstanceGetEncoderSessions`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlVgpuInstanceGetEncoderSessions(_: c_uint, _: *mut c_uint, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlVgpuInstanceGetEncoderSessions")
}

/// `nvmlVgpuInstanceGetFBCStats`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlVgpuInstanceGetFBCStats(_: c_uint, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlVgpuInstanceGetFBCStats")
}

/// `nvmlVgpuInstanceGetFBCSessions`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlVgpuInstanceGetFBCSessions(_: c_uint, _: *mut c_uint, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlVgpuInstanceGetFBCSessions")
}

/// `nvmlVgpuInstanceGetGpuInstanceId`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlVgpuInstanceGetGpuInstanceId(_: c_uint, _: *mut c_uint) -> nvmlReturn_t {
    entry::not_supported("nvmlVgpuInstanceGetGpuInstanceId")
}

/// `nvmlVgpuInstanceGetGpuPciId`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlVgpuInstanceGetGpuPciId(_: c_uint, _: *mut c_char, _: *mut c_uint) -> nvmlReturn_t {
    entry::not_supported("nvmlVgpuInstanceGetGpuPciId")
}

/// `nvmlVgpuTypeGetCapabilities`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlVgpuTypeGetCapabilities(_: c_uint, _: c_uint, _: *mut c_uint) -> nvmlReturn_t {
    entry::not_supported("nvmlVgpuTypeGetCapabilities")
}

/// `nvmlVgpuInstanceGetMdevUUID`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlVgpuInstanceGetMdevUUID(_: c_uint, _: *mut c_char, _: c_uint) -> nvmlReturn_t {
    entry::not_supported("nvmlVgpuInstanceGetMdevUUID")
}

/// `nvmlGpuInstanceGetCreatableVgpus`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlGpuInstanceGetCreatableVgpus(_: nvmlGpuInstance_t, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlGpuInstanceGetCreatableVgpus")
}

/// `nvmlVgpuTypeGetMaxInstancesPerGpuInstance`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlVgpuTypeGetMaxInstancesPerGpuInstance(_: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlVgpuTypeGetMaxInstancesPerGpuInstance")
}

/// `nvmlGpuInstanceGetActiveVgpus`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlGpuInstanceGetActiveVgpus(_: nvmlGpuInstance_t, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlGpuInstanceGetActiveVgpus")
}

/// `nvmlGpuInstanceSetVgpuSchedulerState`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlGpuInstanceSetVgpuSchedulerState(_: nvmlGpuInstance_t, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlGpuInstanceSetVgpuSchedulerState")
}

/// `nvmlGpuInstanceGetVgpuSchedulerState`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlGpuInstanceGetVgpuSchedulerState(_: nvmlGpuInstance_t, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlGpuInstanceGetVgpuSchedulerState")
}

/// `nvmlGpuInstanceGetVgpuSchedulerLog`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlGpuInstanceGetVgpuSchedulerLog(_: nvmlGpuInstance_t, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlGpuInstanceGetVgpuSchedulerLog")
}

/// `nvmlGpuInstanceGetVgpuTypeCreatablePlacements`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlGpuInstanceGetVgpuTypeCreatablePlacements(_: nvmlGpuInstance_t, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlGpuInstanceGetVgpuTypeCreatablePlacements")
}

/// `nvmlGpuInstanceGetVgpuHeterogeneousMode`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlGpuInstanceGetVgpuHeterogeneousMode(_: nvmlGpuInstance_t, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlGpuInstanceGetVgpuHeterogeneousMode")
}

/// `nvmlGpuInstanceSetVgpuHeterogeneousMode`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlGpuInstanceSetVgpuHeterogeneousMode(_: nvmlGpuInstance_t, _: *const c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlGpuInstanceSetVgpuHeterogeneousMode")
}

/// `nvmlDeviceGetVgpuSchedulerState_v2`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetVgpuSchedulerState_v2(_: nvmlDevice_t, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetVgpuSchedulerState_v2")
}

/// `nvmlGpuInstanceGetVgpuSchedulerState_v2`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlGpuInstanceGetVgpuSchedulerState_v2(_: nvmlGpuInstance_t, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlGpuInstanceGetVgpuSchedulerState_v2")
}

/// `nvmlDeviceGetVgpuSchedulerLog_v2`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetVgpuSchedulerLog_v2(_: nvmlDevice_t, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetVgpuSchedulerLog_v2")
}

/// `nvmlGpuInstanceGetVgpuSchedulerLog_v2`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlGpuInstanceGetVgpuSchedulerLog_v2(_: nvmlGpuInstance_t, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlGpuInstanceGetVgpuSchedulerLog_v2")
}

/// `nvmlDeviceSetVgpuSchedulerState_v2`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceSetVgpuSchedulerState_v2(_: nvmlDevice_t, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceSetVgpuSchedulerState_v2")
}

/// `nvmlGpuInstanceSetVgpuSchedulerState_v2`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlGpuInstanceSetVgpuSchedulerState_v2(_: nvmlGpuInstance_t, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlGpuInstanceSetVgpuSchedulerState_v2")
}

/// `nvmlVgpuInstanceGetMetadata`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlVgpuInstanceGetMetadata(_: c_uint, _: *mut c_void, _: *mut c_uint) -> nvmlReturn_t {
    entry::not_supported("nvmlVgpuInstanceGetMetadata")
}

/// `nvmlDeviceGetVgpuMetadata`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetVgpuMetadata(_: nvmlDevice_t, _: *mut c_void, _: *mut c_uint) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetVgpuMetadata")
}

/// `nvmlGetVgpuCompatibility`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlGetVgpuCompatibility(_: *mut c_void, _: *mut c_void, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlGetVgpuCompatibility")
}

/// `nvmlDeviceGetPgpuMetadataString`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetPgpuMetadataString(_: nvmlDevice_t, _: *mut c_char, _: *mut c_uint) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetPgpuMetadataString")
}

/// `nvmlDeviceGetVgpuSchedulerLog`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetVgpuSchedulerLog(_: nvmlDevice_t, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetVgpuSchedulerLog")
}

/// `nvmlDeviceGetVgpuSchedulerState`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetVgpuSchedulerState(_: nvmlDevice_t, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetVgpuSchedulerState")
}

/// `nvmlDeviceSetVgpuSchedulerState`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceSetVgpuSchedulerState(_: nvmlDevice_t, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceSetVgpuSchedulerState")
}

/// `nvmlDeviceGetVgpuSchedulerCapabilities`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetVgpuSchedulerCapabilities(_: nvmlDevice_t, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetVgpuSchedulerCapabilities")
}

/// `nvmlGetVgpuVersion`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlGetVgpuVersion(_: *mut c_void, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlGetVgpuVersion")
}

/// `nvmlSetVgpuVersion`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlSetVgpuVersion(_: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlSetVgpuVersion")
}

/// `nvmlDeviceGetVgpuUtilization`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetVgpuUtilization(_: nvmlDevice_t, _: c_ulonglong, _: *mut c_void, _: *mut c_uint, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetVgpuUtilization")
}

/// `nvmlDeviceGetVgpuInstancesUtilizationInfo`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetVgpuInstancesUtilizationInfo(_: nvmlDevice_t, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetVgpuInstancesUtilizationInfo")
}

/// `nvmlDeviceGetVgpuProcessUtilization`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetVgpuProcessUtilization(_: nvmlDevice_t, _: c_ulonglong, _: *mut c_uint, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetVgpuProcessUtilization")
}

/// `nvmlDeviceGetVgpuProcessesUtilizationInfo`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetVgpuProcessesUtilizationInfo(_: nvmlDevice_t, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetVgpuProcessesUtilizationInfo")
}

/// `nvmlVgpuInstanceGetAccountingMode`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlVgpuInstanceGetAccountingMode(_: c_uint, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlVgpuInstanceGetAccountingMode")
}

/// `nvmlVgpuInstanceGetAccountingPids`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlVgpuInstanceGetAccountingPids(_: c_uint, _: *mut c_uint, _: *mut c_uint) -> nvmlReturn_t {
    entry::not_supported("nvmlVgpuInstanceGetAccountingPids")
}

/// `nvmlVgpuInstanceGetAccountingStats`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlVgpuInstanceGetAccountingStats(_: c_uint, _: c_uint, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlVgpuInstanceGetAccountingStats")
}

/// `nvmlVgpuInstanceClearAccountingPids`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlVgpuInstanceClearAccountingPids(_: c_uint) -> nvmlReturn_t {
    entry::not_supported("nvmlVgpuInstanceClearAccountingPids")
}

/// `nvmlVgpuInstanceGetLicenseInfo_v2`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlVgpuInstanceGetLicenseInfo_v2(_: c_uint, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlVgpuInstanceGetLicenseInfo_v2")
}

/// `nvmlGetExcludedDeviceCount`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlGetExcludedDeviceCount(_: *mut c_uint) -> nvmlReturn_t {
    entry::not_supported("nvmlGetExcludedDeviceCount")
}

/// `nvmlGetExcludedDeviceInfoByIndex`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlGetExcludedDeviceInfoByIndex(_: c_uint, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlGetExcludedDeviceInfoByIndex")
}

/// `nvmlDeviceReadWritePRM_v1`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceReadWritePRM_v1(_: nvmlDevice_t, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceReadWritePRM_v1")
}

/// `nvmlDeviceReadPRMCounters_v1`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceReadPRMCounters_v1(_: nvmlDevice_t, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceReadPRMCounters_v1")
}

/// `nvmlDeviceSetMigMode`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceSetMigMode(_: nvmlDevice_t, _: c_uint, _: *mut nvmlReturn_t) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceSetMigMode")
}

/// `nvmlDeviceGetMigMode`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetMigMode(_: nvmlDevice_t, _: *mut c_uint, _: *mut c_uint) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetMigMode")
}

/// `nvmlDeviceGetGpuInstanceProfileInfo`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetGpuInstanceProfileInfo(_: nvmlDevice_t, _: c_uint, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetGpuInstanceProfileInfo")
}

/// `nvmlDeviceGetGpuInstanceProfileInfoV`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetGpuInstanceProfileInfoV(_: nvmlDevice_t, _: c_uint, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetGpuInstanceProfileInfoV")
}

/// `nvmlDeviceGetGpuInstanceProfileInfoByIdV`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetGpuInstanceProfileInfoByIdV(_: nvmlDevice_t, _: c_uint, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetGpuInstanceProfileInfoByIdV")
}

/// `nvmlDeviceGetGpuInstancePossiblePlacements_v2`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetGpuInstancePossiblePlacements_v2(_: nvmlDevice_t, _: c_uint, _: *mut c_void, _: *mut c_uint) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetGpuInstancePossiblePlacements_v2")
}

/// `nvmlDeviceGetGpuInstanceRemainingCapacity`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetGpuInstanceRemainingCapacity(_: nvmlDevice_t, _: c_uint, _: *mut c_uint) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetGpuInstanceRemainingCapacity")
}

/// `nvmlDeviceCreateGpuInstance`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceCreateGpuInstance(_: nvmlDevice_t, _: c_uint, _: *mut nvmlGpuInstance_t) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceCreateGpuInstance")
}

/// `nvmlDeviceCreateGpuInstanceWithPlacement`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceCreateGpuInstanceWithPlacement(_: nvmlDevice_t, _: c_uint, _: *const c_void, _: *mut nvmlGpuInstance_t) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceCreateGpuInstanceWithPlacement")
}

/// `nvmlGpuInstanceDestroy`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlGpuInstanceDestroy(_: nvmlGpuInstance_t) -> nvmlReturn_t {
    entry::not_supported("nvmlGpuInstanceDestroy")
}

/// `nvmlDeviceGetGpuInstances`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetGpuInstances(_: nvmlDevice_t, _: c_uint, _: *mut nvmlGpuInstance_t, _: *mut c_uint) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetGpuInstances")
}

/// `nvmlDeviceGetGpuInstanceById`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetGpuInstanceById(_: nvmlDevice_t, _: c_uint, _: *mut nvmlGpuInstance_t) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetGpuInstanceById")
}

/// `nvmlGpuInstanceGetInfo`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlGpuInstanceGetInfo(_: nvmlGpuInstance_t, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlGpuInstanceGetInfo")
}

/// `nvmlGpuInstanceGetComputeInstanceProfileInfo`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlGpuInstanceGetComputeInstanceProfileInfo(_: nvmlGpuInstance_t, _: c_uint, _: c_uint, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlGpuInstanceGetComputeInstanceProfileInfo")
}

/// `nvmlGpuInstanceGetComputeInstanceProfileInfoV`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlGpuInstanceGetComputeInstanceProfileInfoV(_: nvmlGpuInstance_t, _: c_uint, _: c_uint, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlGpuInstanceGetComputeInstanceProfileInfoV")
}

/// `nvmlGpuInstanceGetComputeInstanceRemainingCapacity`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlGpuInstanceGetComputeInstanceRemainingCapacity(_: nvmlGpuInstance_t, _: c_uint, _: *mut c_uint) -> nvmlReturn_t {
    entry::not_supported("nvmlGpuInstanceGetComputeInstanceRemainingCapacity")
}

/// `nvmlGpuInstanceGetComputeInstancePossiblePlacements`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlGpuInstanceGetComputeInstancePossiblePlacements(_: nvmlGpuInstance_t, _: c_uint, _: *mut c_void, _: *mut c_uint) -> nvmlReturn_t {
    entry::not_supported("nvmlGpuInstanceGetComputeInstancePossiblePlacements")
}

/// `nvmlGpuInstanceCreateComputeInstance`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlGpuInstanceCreateComputeInstance(_: nvmlGpuInstance_t, _: c_uint, _: *mut nvmlComputeInstance_t) -> nvmlReturn_t {
    entry::not_supported("nvmlGpuInstanceCreateComputeInstance")
}

/// `nvmlGpuInstanceCreateComputeInstanceWithPlacement`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlGpuInstanceCreateComputeInstanceWithPlacement(_: nvmlGpuInstance_t, _: c_uint, _: *const c_void, _: *mut nvmlComputeInstance_t) -> nvmlReturn_t {
    entry::not_supported("nvmlGpuInstanceCreateComputeInstanceWithPlacement")
}

/// `nvmlComputeInstanceDestroy`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlComputeInstanceDestroy(_: nvmlComputeInstance_t) -> nvmlReturn_t {
    entry::not_supported("nvmlComputeInstanceDestroy")
}

/// `nvmlGpuInstanceGetComputeInstances`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlGpuInstanceGetComputeInstances(_: nvmlGpuInstance_t, _: c_uint, _: *mut nvmlComputeInstance_t, _: *mut c_uint) -> nvmlReturn_t {
    entry::not_supported("nvmlGpuInstanceGetComputeInstances")
}

/// `nvmlGpuInstanceGetComputeInstanceById`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlGpuInstanceGetComputeInstanceById(_: nvmlGpuInstance_t, _: c_uint, _: *mut nvmlComputeInstance_t) -> nvmlReturn_t {
    entry::not_supported("nvmlGpuInstanceGetComputeInstanceById")
}

/// `nvmlComputeInstanceGetInfo_v2`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlComputeInstanceGetInfo_v2(_: nvmlComputeInstance_t, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlComputeInstanceGetInfo_v2")
}

/// `nvmlDeviceIsMigDeviceHandle`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceIsMigDeviceHandle(_: nvmlDevice_t, _: *mut c_uint) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceIsMigDeviceHandle")
}

/// `nvmlDeviceGetGpuInstanceId`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetGpuInstanceId(_: nvmlDevice_t, _: *mut c_uint) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetGpuInstanceId")
}

/// `nvmlDeviceGetComputeInstanceId`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetComputeInstanceId(_: nvmlDevice_t, _: *mut c_uint) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetComputeInstanceId")
}

/// `nvmlDeviceGetMaxMigDeviceCount`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetMaxMigDeviceCount(_: nvmlDevice_t, _: *mut c_uint) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetMaxMigDeviceCount")
}

/// `nvmlDeviceGetMigDeviceHandleByIndex`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetMigDeviceHandleByIndex(_: nvmlDevice_t, _: c_uint, _: *mut nvmlDevice_t) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetMigDeviceHandleByIndex")
}

/// `nvmlDeviceGetDeviceHandleFromMigDeviceHandle`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetDeviceHandleFromMigDeviceHandle(_: nvmlDevice_t, _: *mut nvmlDevice_t) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetDeviceHandleFromMigDeviceHandle")
}

/// `nvmlGpmMetricsGet`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlGpmMetricsGet(_: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlGpmMetricsGet")
}

/// `nvmlGpmSampleFree`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlGpmSampleFree(_: nvmlGpmSample_t) -> nvmlReturn_t {
    entry::not_supported("nvmlGpmSampleFree")
}

/// `nvmlGpmSampleAlloc`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlGpmSampleAlloc(_: *mut nvmlGpmSample_t) -> nvmlReturn_t {
    entry::not_supported("nvmlGpmSampleAlloc")
}

/// `nvmlGpmSampleGet`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlGpmSampleGet(_: nvmlDevice_t, _: nvmlGpmSample_t) -> nvmlReturn_t {
    entry::not_supported("nvmlGpmSampleGet")
}

/// `nvmlGpmMigSampleGet`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlGpmMigSampleGet(_: nvmlDevice_t, _: c_uint, _: nvmlGpmSample_t) -> nvmlReturn_t {
    entry::not_supported("nvmlGpmMigSampleGet")
}

/// `nvmlGpmQueryDeviceSupport`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlGpmQueryDeviceSupport(_: nvmlDevice_t, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlGpmQueryDeviceSupport")
}

/// `nvmlGpmQueryIfStreamingEnabled`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlGpmQueryIfStreamingEnabled(_: nvmlDevice_t, _: *mut c_uint) -> nvmlReturn_t {
    entry::not_supported("nvmlGpmQueryIfStreamingEnabled")
}

/// `nvmlGpmSetStreamingEnabled`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlGpmSetStreamingEnabled(_: nvmlDevice_t, _: c_uint) -> nvmlReturn_t {
    entry::not_supported("nvmlGpmSetStreamingEnabled")
}

/// `nvmlDeviceGetCapabilities`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetCapabilities(_: nvmlDevice_t, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetCapabilities")
}

/// `nvmlDeviceWorkloadPowerProfileGetProfilesInfo`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceWorkloadPowerProfileGetProfilesInfo(_: nvmlDevice_t, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceWorkloadPowerProfileGetProfilesInfo")
}

/// `nvmlDeviceWorkloadPowerProfileGetCurrentProfiles`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceWorkloadPowerProfileGetCurrentProfiles(_: nvmlDevice_t, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceWorkloadPowerProfileGetCurrentProfiles")
}

/// `nvmlDeviceWorkloadPowerProfileSetRequestedProfiles`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceWorkloadPowerProfileSetRequestedProfiles(_: nvmlDevice_t, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceWorkloadPowerProfileSetRequestedProfiles")
}

/// `nvmlDeviceWorkloadPowerProfileClearRequestedProfiles`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceWorkloadPowerProfileClearRequestedProfiles(_: nvmlDevice_t, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceWorkloadPowerProfileClearRequestedProfiles")
}

/// `nvmlDeviceWorkloadPowerProfileUpdateProfiles_v1`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceWorkloadPowerProfileUpdateProfiles_v1(_: nvmlDevice_t, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceWorkloadPowerProfileUpdateProfiles_v1")
}

/// `nvmlDevicePowerSmoothingActivatePresetProfile`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDevicePowerSmoothingActivatePresetProfile(_: nvmlDevice_t, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlDevicePowerSmoothingActivatePresetProfile")
}

/// `nvmlDevicePowerSmoothingUpdatePresetProfileParam`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDevicePowerSmoothingUpdatePresetProfileParam(_: nvmlDevice_t, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlDevicePowerSmoothingUpdatePresetProfileParam")
}

/// `nvmlDevicePowerSmoothingSetState`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDevicePowerSmoothingSetState(_: nvmlDevice_t, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlDevicePowerSmoothingSetState")
}

/// `nvmlDeviceGetSramUniqueUncorrectedEccErrorCounts`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetSramUniqueUncorrectedEccErrorCounts(_: nvmlDevice_t, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetSramUniqueUncorrectedEccErrorCounts")
}

/// `nvmlDeviceGetRemappedRows_v2`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetRemappedRows_v2(_: nvmlDevice_t, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetRemappedRows_v2")
}

/// `nvmlDeviceSetRusdSettings_v1`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceSetRusdSettings_v1(_: nvmlDevice_t, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceSetRusdSettings_v1")
}

/// `nvmlDeviceGetBankRemapperStatus_v1`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetBankRemapperStatus_v1(_: nvmlDevice_t, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetBankRemapperStatus_v1")
}

/// `nvmlInit`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlInit() -> nvmlReturn_t {
    entry::enter("nvmlInit", || unsafe { api::nvml_init() })
}

/// `nvmlDeviceGetCount`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetCount(deviceCount: *mut c_uint) -> nvmlReturn_t {
    entry::enter("nvmlDeviceGetCount", || unsafe { api::nvml_device_get_count(deviceCount) })
}

/// `nvmlDeviceGetHandleByIndex`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetHandleByIndex(index: c_uint, device: *mut nvmlDevice_t) -> nvmlReturn_t {
    entry::enter("nvmlDeviceGetHandleByIndex", || unsafe { api::nvml_device_get_handle_by_index(index, device) })
}

/// `nvmlDeviceGetHandleByPciBusId`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetHandleByPciBusId(pciBusId: *const c_char, device: *mut nvmlDevice_t) -> nvmlReturn_t {
    entry::enter("nvmlDeviceGetHandleByPciBusId", || unsafe { api::nvml_device_get_handle_by_pci_bus_id(pciBusId, device) })
}

/// `nvmlDeviceGetPciInfo`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetPciInfo(device: nvmlDevice_t, pci: *mut nvmlPciInfo_t) -> nvmlReturn_t {
    entry::enter("nvmlDeviceGetPciInfo", || unsafe { api::nvml_device_get_pci_info(device, pci) })
}

/// `nvmlDeviceGetPciInfo_v2`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetPciInfo_v2(device: nvmlDevice_t, pci: *mut nvmlPciInfo_t) -> nvmlReturn_t {
    entry::enter("nvmlDeviceGetPciInfo_v2", || unsafe { api::nvml_device_get_pci_info_v2(device, pci) })
}

/// `nvmlDeviceGetNvLinkRemotePciInfo`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetNvLinkRemotePciInfo(_: nvmlDevice_t, _: c_uint, _: *mut nvmlPciInfo_t) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetNvLinkRemotePciInfo")
}

/// `nvmlDeviceGetGridLicensableFeatures`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetGridLicensableFeatures(_: nvmlDevice_t, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetGridLicensableFeatures")
}

/// `nvmlDeviceGetGridLicensableFeatures_v2`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetGridLicensableFeatures_v2(_: nvmlDevice_t, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetGridLicensableFeatures_v2")
}

/// `nvmlDeviceGetGridLicensableFeatures_v3`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetGridLicensableFeatures_v3(_: nvmlDevice_t, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetGridLicensableFeatures_v3")
}

/// `nvmlDeviceRemoveGpu`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceRemoveGpu(_: *mut nvmlPciInfo_t) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceRemoveGpu")
}

/// `nvmlEventSetWait`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlEventSetWait(_: nvmlEventSet_t, _: *mut c_void, _: c_uint) -> nvmlReturn_t {
    entry::not_supported("nvmlEventSetWait")
}

/// `nvmlDeviceGetAttributes`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetAttributes(_: nvmlDevice_t, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetAttributes")
}

/// `nvmlComputeInstanceGetInfo`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlComputeInstanceGetInfo(_: nvmlComputeInstance_t, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlComputeInstanceGetInfo")
}

/// `nvmlDeviceGetComputeRunningProcesses`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetComputeRunningProcesses(_: nvmlDevice_t, _: *mut c_uint, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetComputeRunningProcesses")
}

/// `nvmlDeviceGetComputeRunningProcesses_v2`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetComputeRunningProcesses_v2(_: nvmlDevice_t, _: *mut c_uint, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetComputeRunningProcesses_v2")
}

/// `nvmlDeviceGetGraphicsRunningProcesses`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetGraphicsRunningProcesses(_: nvmlDevice_t, _: *mut c_uint, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetGraphicsRunningProcesses")
}

/// `nvmlDeviceGetGraphicsRunningProcesses_v2`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetGraphicsRunningProcesses_v2(_: nvmlDevice_t, _: *mut c_uint, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetGraphicsRunningProcesses_v2")
}

/// `nvmlDeviceGetMPSComputeRunningProcesses`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetMPSComputeRunningProcesses(_: nvmlDevice_t, _: *mut c_uint, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetMPSComputeRunningProcesses")
}

/// `nvmlDeviceGetMPSComputeRunningProcesses_v2`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetMPSComputeRunningProcesses_v2(_: nvmlDevice_t, _: *mut c_uint, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetMPSComputeRunningProcesses_v2")
}

/// `nvmlDeviceGetGpuInstancePossiblePlacements`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetGpuInstancePossiblePlacements(_: nvmlDevice_t, _: c_uint, _: *mut c_void, _: *mut c_uint) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetGpuInstancePossiblePlacements")
}

/// `nvmlVgpuInstanceGetLicenseInfo`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlVgpuInstanceGetLicenseInfo(_: c_uint, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlVgpuInstanceGetLicenseInfo")
}

/// `nvmlDeviceGetDriverModel`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetDriverModel(_: nvmlDevice_t, _: *mut c_void, _: *mut c_void) -> nvmlReturn_t {
    entry::not_supported("nvmlDeviceGetDriverModel")
}
