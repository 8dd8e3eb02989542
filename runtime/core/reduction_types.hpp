// The reductions that the library has, for the two sources that define their
// functions.
#include <complex>

#include "runtime/core/reduction_kernels.hpp"

namespace tasuki::runtime::detail {

template struct Partials<Sum<float>, Read<float>>;
template struct Partials<Sum<double>, Read<double>>;
template struct Partials<Sum<std::int32_t>, Read<std::int32_t>>;
template struct Partials<Sum<std::int64_t>, Read<std::int64_t>>;
template struct Partials<Sum<std::complex<float>>, Read<std::complex<float>>>;
template struct Partials<Sum<std::complex<double>>, Read<std::complex<double>>>;
template struct Partials<Dot<float>, Read<float>, Read<float>>;
template struct Partials<Dot<double>, Read<double>, Read<double>>;
template struct Partials<Dot<std::int32_t>, Read<std::int32_t>,
                         Read<std::int32_t>>;
template struct Partials<Dot<std::int64_t>, Read<std::int64_t>,
                         Read<std::int64_t>>;
template struct Partials<Dot<std::complex<float>>, Read<std::complex<float>>,
                         Read<std::complex<float>>>;
template struct Partials<Dot<std::complex<double>>, Read<std::complex<double>>,
                         Read<std::complex<double>>>;
template struct Partials<Max<float>, Read<float>>;
template struct Partials<Max<double>, Read<double>>;
template struct Partials<Max<std::int32_t>, Read<std::int32_t>>;
template struct Partials<Max<std::int64_t>, Read<std::int64_t>>;
template struct Partials<Min<float>, Read<float>>;
template struct Partials<Min<double>, Read<double>>;
template struct Partials<Min<std::int32_t>, Read<std::int32_t>>;
template struct Partials<Min<std::int64_t>, Read<std::int64_t>>;

}  // namespace tasuki::runtime::detail
