// The memory of arrays on the host.
#pragma once

#include <cstddef>
#include <span>

namespace tasuki::runtime {

class Context;

