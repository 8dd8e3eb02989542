// What a trace of `tasuki wilson` calls its run and its tasks.
#pragma once

#include <cstdint>
#include <string>

#include "drivers/wilson/run.hpp"

namespace tasuki::drivers {

std::string trace_title(const WilsonOptions& options,
                        const WilsonResult& result);

/// "T+ T-", of the mask of a wilson::FaceList.
std::string name_faces(std::uint32_t mask);

}  // namespace tasuki::drivers
