// The Wilson-Dirac operator over blocks, inserted by StarPU's C calls.
//
// The tasks and messages of graphs::wilson::WilsonOperator on handles,
// codelets, models and priorities of its own: their difference in time is what
// our layer over StarPU costs.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <vector>

#include "graphs/wilson/operator.hpp"
#include "peers/bare/block_field.hpp"
#include "peers/bare/codelets.hpp"
#include "peers/bare/starpu_mpi.hpp"

namespace tasuki::peers::bare {

/// @tparam T           double or float
/// @tparam kLinkReals  18, 12 or 8
template <class T, int kLinkReals>
class WilsonOperator {
  public:
    /// Cuts and stores the links of the local blocks.
    /// @throws UnavailableError  the placement needs a worker that is not here
    WilsonOperator(const runtime::Context& context,
                   const graphs::wilson::Decomposition& decomposition,
                   const lattice::GaugeField& u,
                   const graphs::wilson::OperatorOptions& options);

    /// Inserts this rank's part of out = D in; returns at once.  Any number of
    /// applications may be in flight; `in` and `out` are different fields.
    void submit_apply(const BlockField<T>& in, const BlockField<T>& out);

  private:
    /// As in graphs::wilson::WilsonOperator.
    struct Face {
        Vector<T> half, product, arrived;
    };
    /// Two sets, so that one application packs while the last still merges.
    static constexpr int kSets = 2;

    Face& face(int set, int b, int mu, tasuki::wilson::Hop hop);
    starpu_data_handle_t half(int set, int b, int mu, tasuki::wilson::Hop hop);
    starpu_data_handle_t product(int set, int b, int mu,
                                 tasuki::wilson::Hop hop);
    void exchange(int set, tasuki::wilson::Hop hop);
    runtime::Where bulk_where(int b) const;
    int bulk_worker(int b) const;
    template <class Args>
    void insert(starpu_codelet& codelet, const Args& args, int priority,
                runtime::Where where, int worker, double flops,
                std::vector<starpu_data_descr> buffers) const;
    void tune(const BlockField<T>& in, const BlockField<T>& out) const;
    void pack(int set, int b, const BlockField<T>& in);
    void matvec(int set, int b, const graphs::wilson::MatvecTask& task);
    void interior(int b, const BlockField<T>& in, const BlockField<T>& out);
    void merge(int set, int b, const BlockField<T>& out);

    std::shared_ptr<StarpuMpi> mpi_ = StarpuMpi::shared();
    graphs::wilson::Decomposition decomposition_;
    tasuki::wilson::Geometry geometry_;
    graphs::wilson::OperatorOptions options_;
    Codelets<T, kLinkReals>& codelets_;
    int priorities_[2];       ///< least and greatest of the policy
    std::vector<int> homes_;  // (local blocks) see home_worker()
    int applications_ = 0;
    std::vector<Vector<T>> links_;  // (local blocks)
    std::vector<std::array<std::optional<Vector<T>>, 4>>
        edges_;                           // (local blocks)(mu)
    std::vector<Face> faces_;             // (sets)(local blocks)(cut mu)(hop)
    tasuki::wilson::FaceList cut_faces_;  // of every block
    std::vector<std::vector<graphs::wilson::MatvecTask>>
        matvec_tasks_;  // (local blocks)
};

}  // namespace tasuki::peers::bare
