#include "codelets/wilson/half_forms/half_forms.hpp"

#include "codelets/wilson/hopping/forms.hpp"

namespace tasuki::wilson {

void add_half_forms() {
    forms::functions<Fixed16, 18>() = forms::linked<Fixed16, 18>();
}

}  // namespace tasuki::wilson
