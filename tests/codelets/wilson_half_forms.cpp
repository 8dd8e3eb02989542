// Half precision with whole links, which only a benchmark uses.
#include "codelets/wilson/half_forms/half_forms.hpp"

namespace {

const bool has_half_forms = [] {
    tasuki::wilson::add_half_forms();
    return true;
}();

}  // namespace
