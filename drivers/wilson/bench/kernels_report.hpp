// The tables of `bench wilson`, for readers and for machines.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "drivers/common/bandwidth.hpp"
#include "drivers/wilson/bench/kernels.hpp"

namespace tasuki::drivers {

/// @param device  and its bandwidth, measured in the same run
void print_kernels(const WorkerBandwidth& device, const std::string& lattice,
                   const std::vector<KernelRow>& rows);
nlohmann::ordered_json kernels_json(const WorkerBandwidth& device,
                                    const std::string& lattice,
                                    const std::vector<KernelRow>& rows);

}  // namespace tasuki::drivers
