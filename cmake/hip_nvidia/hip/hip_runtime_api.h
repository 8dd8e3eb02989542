/* StarPU includes both. */
#pragma once

#include "hip_runtime.h"
