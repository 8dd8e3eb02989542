// expansion on the CPU.
#include "codelets/sphere/expansion/expansion.hpp"
#include "runtime/core/team.hpp"

namespace tasuki::sphere::expansion {

namespace {

void expand_order(const Args& args, const Fields& f, std::size_t field,
                  const Order& order) {
    const Conversion* const conversion = f.conversion + order.series;
    const Complex* const s =
        f.spectrum + field * args.coefficients + order.coefficient;
    Term* const series = f.series + field * args.terms + order.series;
    const int count = args.degrees - order.m + 1;
    Complex odd{};
    for (int l = order.terms - 1; l >= 0; --l) {
        const Conversion& c = conversion[l];
        const Complex even = 2 * l < count ? c.alpha * s[2 * l] : Complex{};
        odd = 2 * l + 1 < count ? c.g * s[2 * l + 1] - c.h * odd : Complex{};
        series[l] = {even.real(), even.imag(), odd.real(), odd.imag()};
    }
}

}  // namespace

void run_cpu(const Args& args, const Fields& fields) noexcept {
    runtime::parallel_items(args.orders, [&](std::size_t r) {
        for (std::size_t field = 0; field < args.fields; ++field)
            expand_order(args, fields, field, fields.order[r]);
    });
}

}  // namespace tasuki::sphere::expansion
