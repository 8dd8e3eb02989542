#include "graphs/solver/lattice.hpp"

#include <numeric>

namespace tasuki::graphs::solver {

using runtime::Where;

Lattice::Lattice(runtime::Context& context, const wilson::Decomposition& d,
                 const EvenOddOptions& options, int columns)
    : context_{context},
      decomposition_{d},
      geometry_{wilson::block_geometry(d)},
      options_{options},
      columns_{columns},
      places_{context, d, options.placement},
      gpus_have_scalars_{
          options.placement.bulk() != Where::cpu &&
          context.ranks().largest(
              context.workers(runtime::Worker::Kind::gpu).empty() ? 1 : 0) ==
              0} {}

runtime::SubmitOptions Lattice::scalar_options() const {
    auto options = places_.options(local_blocks().front());
    if (context_.ranks().size() == 1) return options;
    options.where = gpus_have_scalars_ ? Where::gpu : Where::cpu;
    options.worker = gpus_have_scalars_ ? options.near : -1;
    return options;
}

double Lattice::total(std::vector<double> of_blocks) const {
    context_.ranks().sum(of_blocks);
    return std::accumulate(of_blocks.begin(), of_blocks.end(), 0.0);
}

}  // namespace tasuki::graphs::solver
