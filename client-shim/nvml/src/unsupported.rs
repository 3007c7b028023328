//! Functions that programs look up and can do without: sensors, links and settings of a device that is elsewhere.

use crate::cuda;
use crate::result::{Error, Return, answer};

/// Exports functions that answer NVML_ERROR_NOT_SUPPORTED. Their parameters are not looked at, which the C calling convention allows.
macro_rules! unsupported {
    ($($name:ident)*) => {
        $(
            /// Not supported.
            #[unsafe(no_mangle)]
            pub extern "C" fn $name() -> Return {
                answer(refuse)
            }
        )*
    };
}

fn refuse() -> Result<(), Error> {
    cuda::snapshot()?;
    Err(Error::NotSupported)
}

unsupported! {
    nvmlDeviceGetArchitecture nvmlDeviceGetBoardId nvmlDeviceGetBrand nvmlDeviceGetClockInfo
    nvmlDeviceGetComputeMode nvmlDeviceGetComputeRunningProcesses nvmlDeviceGetComputeRunningProcesses_v2
    nvmlDeviceGetComputeRunningProcesses_v3 nvmlDeviceGetCpuAffinity nvmlDeviceGetEccMode
    nvmlDeviceGetEnforcedPowerLimit nvmlDeviceGetFanSpeed nvmlDeviceGetFieldValues nvmlDeviceGetGpuFabricInfo
    nvmlDeviceGetGpuFabricInfoV nvmlDeviceGetGraphicsRunningProcesses nvmlDeviceGetGraphicsRunningProcesses_v3
    nvmlDeviceGetHandleBySerial nvmlDeviceGetMaxClockInfo nvmlDeviceGetMigMode nvmlDeviceGetNvLinkCapability
    nvmlDeviceGetNvLinkRemotePciInfo nvmlDeviceGetNvLinkRemotePciInfo_v2 nvmlDeviceGetNvLinkState
    nvmlDeviceGetP2PStatus nvmlDeviceGetPerformanceState nvmlDeviceGetPersistenceMode
    nvmlDeviceGetPowerManagementLimit nvmlDeviceGetPowerUsage nvmlDeviceGetSerial nvmlDeviceGetTemperature
    nvmlDeviceGetTopologyCommonAncestor nvmlDeviceGetTotalEnergyConsumption nvmlDeviceGetUtilizationRates
    nvmlDeviceGetVbiosVersion nvmlSystemGetConfComputeState nvmlSystemGetProcessName
}
