// The links of local blocks and of their faces, as arrays that StarPU moves.
#pragma once

#include <optional>

#include "graphs/wilson/block_field.hpp"
#include "graphs/wilson/block_places.hpp"

namespace tasuki::graphs::wilson {

/// Cuts blocks out of a gauge field on the host and starts to copy them to
/// their GPUs.  Of a field whose links are computed (GaugeField::computed())
/// tasks make them where they are needed, and nothing comes to the host; links
/// of 8 reals are always cut out.
/// @tparam kLinkReals  18, 12 or 8; of Fixed16 12
template <class T, int kLinkReals>
class BlockLinks {
  public:
    /// @param u, places  outlive it
    BlockLinks(runtime::Context& context, const Decomposition& decomposition,
               const BlockPlaces& places, const lattice::GaugeField& u);

    /// Those of a local block.
    runtime::Array<T> of_block(int b) const;
    /// Links U_mu of its last layer, in face order.
    /// @param places  in the array, at least the sites
    /// @param half    0 or 1, see half_of_face(); nothing: both
    runtime::Array<T> of_face(int b, int mu, std::size_t places,
                              std::optional<int> half) const;

  private:
    /// Fills the array by a task, or by import(span).
    template <class Import>
    void fill(int b, int face, std::optional<int> half,
              runtime::Array<T>& links, const Import& import) const;

    runtime::Context& context_;
    const Decomposition& decomposition_;
    tasuki::wilson::Geometry geometry_;
    const BlockPlaces& places_;
    const lattice::GaugeField& u_;
};

}  // namespace tasuki::graphs::wilson
