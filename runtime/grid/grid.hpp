// Fields on grids, cut into blocks; needed beside tasuki/runtime.hpp.
#pragma once

#include "runtime/grid/blocks.hpp"
#include "runtime/grid/stencil.hpp"
#include "runtime/grid/sweep.hpp"
#include "runtime/grid/view.hpp"
