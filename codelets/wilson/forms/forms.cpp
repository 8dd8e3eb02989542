#include "codelets/wilson/forms/forms.hpp"

#include "codelets/wilson/hopping/forms.hpp"

namespace tasuki::wilson {

namespace {

template <class T, int kLinkReals>
void add() {
    forms::functions<T, kLinkReals>() = forms::linked<T, kLinkReals>();
}

}  // namespace

void add_forms() {
    static const bool added = [] {
        add<double, 12>();
        add<double, 8>();
        add<float, 18>();
        add<float, 12>();
        add<float, 8>();
        add<Fixed16, 12>();
        return true;
    }();
    (void)added;
}

}  // namespace tasuki::wilson
