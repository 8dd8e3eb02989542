// Where a body of a model is.
#pragma once

#include "codelets/nbody/bodies.hpp"

namespace tasuki::drivers {

struct Place {
    nbody::Vector position, velocity;
};

}  // namespace tasuki::drivers
