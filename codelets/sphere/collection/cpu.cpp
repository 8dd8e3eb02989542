// collection on the CPU.
#include "codelets/sphere/collection/collection.hpp"
#include "runtime/core/team.hpp"

namespace tasuki::sphere::collection {

namespace {

void collect_order(const Args& args, const Fields& f, std::size_t field,
                   const Order& order) {
    const Conversion* const conversion = f.conversion + order.series;
    Complex* const s =
        f.spectrum + field * args.coefficients + order.coefficient;
    const int count = args.degrees - order.m + 1;
    Complex y{};
    for (int l = 0; 2 * l < count; ++l) {
        Complex even{}, odd{};
        for (int k = 0; k < kMostSums && f.sums[k] != nullptr; ++k) {
            if (order.series >= args.terms[k]) continue;
            const Term& t = f.sums[k][field * args.terms[k] + order.series +
                                      static_cast<std::size_t>(l)];
            even += Complex{t.even_re, t.even_im};
            odd += Complex{t.odd_re, t.odd_im};
        }
        y = odd - (l > 0 ? conversion[l - 1].h : 0) * y;
        s[2 * l] = conversion[l].alpha * even;
        if (2 * l + 1 < count) s[2 * l + 1] = conversion[l].g * y;
    }
}

}  // namespace

void run_cpu(const Args& args, const Fields& fields) noexcept {
    runtime::parallel_items(args.orders, [&](std::size_t r) {
        for (std::size_t field = 0; field < args.fields; ++field)
            collect_order(args, fields, field, fields.order[r]);
    });
}

}  // namespace tasuki::sphere::collection
