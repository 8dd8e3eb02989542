// Lets a test program run the Wilson-Dirac operator in every precision.
#pragma once

#include "codelets/wilson/forms/forms.hpp"

namespace tasuki::test {

inline const bool has_all_forms = [] {
    wilson::add_forms();
    return true;
}();

}  // namespace tasuki::test
