// What a program of task graphs needs; installed as <tasuki/runtime.hpp>.
#pragma once

#include "runtime/core/array.hpp"
#include "runtime/core/background.hpp"
#include "runtime/core/context.hpp"
#include "runtime/core/elements.hpp"
#include "runtime/core/error.hpp"
#include "runtime/core/kernel.hpp"
#include "runtime/core/lambda.hpp"
#include "runtime/core/matrix.hpp"
#include "runtime/core/reductions.hpp"
#include "runtime/core/submit.hpp"
#include "runtime/core/task.hpp"
#include "runtime/core/team.hpp"
#include "runtime/core/version.hpp"
#include "runtime/core/view.hpp"
#include "runtime/graph/graph.hpp"
