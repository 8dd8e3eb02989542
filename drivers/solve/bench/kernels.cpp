#include "drivers/solve/bench/kernels.hpp"

#include <algorithm>
#include <cmath>

#include "codelets/linalg/bicgstab/bicgstab.hpp"
#include "codelets/linalg/cg/cg.hpp"
#include "codelets/linalg/dot/dot.hpp"
#include "codelets/wilson/clover/clover.hpp"
#include "codelets/wilson/hopping/hopping.hpp"
#include "codelets/wilson/tile_sums/tile_sums.hpp"
#include "codelets/wilson/transfer.hpp"
#include "runtime/core/array.hpp"
#include "runtime/core/median.hpp"
#include "simulation/timed.hpp"

namespace tasuki::drivers {

namespace {

using graphs::solver::EvenOddOptions, graphs::solver::Inner,
    graphs::solver::Method;
using runtime::Array;
using wilson::Fixed16;
namespace linalg = tasuki::linalg;
namespace cg = linalg::cg;
namespace bicgstab = linalg::bicgstab;
namespace clover = wilson::clover;

constexpr double kRepetition = 5e-3;  // [s], so that clocks do not count

template <class T, int kLinkReals>
class IterationKernels {
  public:
    IterationKernels(runtime::Context& context, const runtime::Worker& worker,
                     const lattice::GaugeField& u, int columns, int repetitions)
        : context_{context},
          worker_{worker},
          columns_{columns},
          repetitions_{repetitions},
          geometry_{
              wilson::make_geometry(u.extents(), {false, false, false, false})},
          spinor_bytes_{wilson::kBytesPerSpinor<T> * geometry_.half_volume},
          links_{context, wilson::link_reals(geometry_, kLinkReals)} {
        wilson::import_links<T, kLinkReals>(u, {0, 0, 0, 0}, geometry_,
                                            links_.write().span());
        const auto source = lattice::random_source(u.extents(), 1);
        std::vector<T> tiles(wilson::spinor_reals<T>(geometry_));
        wilson::import_spinor(source, {0, 0, 0, 0}, geometry_,
                              std::span<T>{tiles});
        // The even half of the source is that of every column.
        tiles.resize(tiles.size() / 2);
        const std::size_t half = tiles.size();
        for (int c = 1; c < columns; ++c)
            tiles.insert(tiles.end(), tiles.begin(), tiles.begin() + half);
        for (auto* field : {&a_, &b_, &c_, &d_, &e_}) field->assign(tiles);
        // Not zero, where scalars are made of them.
        std::vector<double> ones(sums_.size(), 1.0 / linalg::kPartials);
        sums_.assign(ones);
        norm_.assign(std::span<const double>{ones}.first(norm_.size()));
    }

    std::vector<IterationKernel> of(const EvenOddOptions& options,
                                    Method method) {
        const bool norms = method == Method::cg;
        hoppings(options, norms);
        if (options.has_clover_term()) clover_term(options.mu != 0, norms);
        if (method == Method::cg)
            of_cg();
        else
            of_bicgstab();
        return std::move(rows_);
    }

  private:
    /// @param norms  the last kernel of M_hat leaves sums for a norm
    void hoppings(const EvenOddOptions& options, bool norms) {
        using namespace wilson::hopping;
        const bool has_clover_term = options.has_clover_term();
        const double twist = has_clover_term ? 0 : options.twist();
        const Args plain{geometry_, 1, false, -1, 0, 1, columns_, 0, -twist};
        const Args with_x{geometry_, 0, false, -1, 1, -1e-2, columns_, twist};
        if (worker_.kind == runtime::Worker::Kind::gpu)
            runtime::submit<TuneKernel<T, kLinkReals>>(
                context_, plain, {.worker = worker_.id}, a_, b_, b_, links_);
        const auto bytes = [&](bool x) {
            return bytes_per_site<T>(kLinkReals, x, columns_) *
                   geometry_.half_volume;
        };
        add<Kernel<T, kLinkReals>>("hopping", has_clover_term ? 4 : 2,
                                   bytes(false), plain, a_, b_, b_, links_);
        if (has_clover_term) return;
        with_norm<Kernel<T, kLinkReals>, NormKernel<T, kLinkReals>>(
            norms, "hopping+x", bytes(true), with_x, a_, b_, c_, links_);
    }

    /// With C = 1, so that a product that is repeated neither grows nor
    /// vanishes.
    void clover_term(bool twisted, bool norms) {
        const auto sites = static_cast<std::size_t>(geometry_.half_volume);
        std::vector<T> ones(clover::block_reals<T>(sites));
        wilson::SiteReals<T, clover::kBlockReals> one{};
        for (int i = 0; i < 6; ++i) one.r[i] = 1;
        for (std::size_t k = 0; k < sites * clover::kBlocks; ++k)
            one.store(ones.data(), k);
        Array<T> blocks{context_, ones.size()};
        blocks.assign(ones);
        const double block_bytes =
            static_cast<double>(ones.size() * sizeof(T)) / columns_;
        add<clover::Multiply<T>>("clover_multiply", twisted ? 4 : 2,
                                 block_bytes + 2 * spinor_bytes_, {}, a_,
                                 blocks);
        with_norm<clover::Add<T>, clover::AddNorm<T>>(
            norms, "clover_add", block_bytes + 3 * spinor_bytes_, {}, a_, b_,
            blocks);
    }

    /// Two calls of K, or of one that leaves sums for a norm.
    template <class K, class WithNorm, class... Arrays>
    void with_norm(bool norms, const char* name, double bytes,
                   const typename K::Args& args, Arrays&... arrays) {
        if (norms)
            add<WithNorm>(name, 2, bytes, args, arrays..., tile_sums_);
        else
            add<K>(name, 2, bytes, args, arrays...);
    }

    void of_cg() {
        cg::Scalars values{};
        values.gamma = values.alpha = values.beta = 1e-3;
        Array<cg::Scalars> scalars{context_, columns(), values};
        add<wilson::tile_sums::Kernel<T>>("norm2", 2, 0, {geometry_, false},
                                          norm_, tile_sums_, a_);
        add<cg::Alpha>("cg_scalars alpha", 1, 0, {}, scalars, sums());
        scalars.fill(values);
        add<cg::Update<T>>("cg_update", 1, 6 * spinor_bytes_, {}, a_, b_, norm_,
                           c_, d_, scalars);
        add<cg::Direction<T>>("cg_direction", 1, 3 * spinor_bytes_, {}, a_, b_,
                              scalars);
        add<cg::Beta>("cg_scalars beta", 1, 0, {}, scalars, sums(), sums());
    }

    void of_bicgstab() {
        bicgstab::Scalars values{};
        values.rho = values.alpha = values.omega = values.beta = {1e-3, 0};
        Array<bicgstab::Scalars> scalars{context_, columns(), values};
        add<linalg::dot::Kernel<T>>("dot", 2, 2 * spinor_bytes_, {}, sums_, a_,
                                    b_);
        sums_.fill(1.0 / linalg::kPartials);
        add<bicgstab::Alpha>("bicgstab_scalars alpha", 1, 0, {}, scalars,
                             sums_);
        add<bicgstab::Omega>("bicgstab_scalars omega", 1, 0, {}, scalars,
                             sums_);
        scalars.fill(values);
        add<bicgstab::HalfUpdate<T>>("bicgstab_half_update", 1,
                                     3 * spinor_bytes_, {}, a_, b_, scalars);
        add<bicgstab::Update<T>>("bicgstab_update", 1, 7 * spinor_bytes_, {},
                                 a_, b_, sums_, c_, d_, e_, scalars);
        add<bicgstab::Direction<T>>("bicgstab_direction", 1, 4 * spinor_bytes_,
                                    {}, a_, b_, c_, scalars);
        sums_.fill(1.0 / linalg::kPartials);
        add<bicgstab::Beta>("bicgstab_scalars beta", 1, 0, {}, scalars, sums_);
    }

    /// One sum of each column, for scalars.
    Array<double>& sums() {
        norm_.fill(1.0 / linalg::kPartials);
        return norm_;
    }

    template <class K, class... Arrays>
    void add(const char* name, int calls, double bytes,
             const typename K::Args& args, Arrays&... arrays) {
        const auto timed = [&](int repetitions, int of_each) {
            std::vector<double> seconds(static_cast<std::size_t>(repetitions));
            runtime::submit_timed<K>(context_, args, {.worker = worker_.id},
                                     {repetitions, of_each, seconds.data()},
                                     arrays...);
            context_.wait();
            return runtime::median(seconds);
        };
        const double first = timed(1, 1);
        const int of_each = static_cast<int>(
            std::clamp(std::ceil(kRepetition / first), 1.0, 500.0));
        rows_.push_back(
            {name, calls, bytes, timed(repetitions_, of_each) / columns_});
    }

    std::size_t columns() const { return static_cast<std::size_t>(columns_); }
    Array<T> half() {
        return {context_, columns() * wilson::spinor_reals<T>(geometry_) / 2};
    }

    runtime::Context& context_;
    runtime::Worker worker_;
    int columns_, repetitions_;
    wilson::Geometry geometry_;
    double spinor_bytes_;  // of half of a field, of a column
    Array<T> links_;
    Array<T> a_ = half(), b_ = half(), c_ = half(), d_ = half(), e_ = half();
    Array<double> norm_{context_, columns() * linalg::kPartials},
        sums_{context_, columns() * linalg::dot::kDotSums*linalg::kPartials},
        tile_sums_{context_, columns() * geometry_.half_volume / wilson::kTile};
    std::vector<IterationKernel> rows_;
};

}  // namespace

std::vector<IterationKernel> time_iteration_kernels(
    runtime::Context& context, const runtime::Worker& worker,
    const lattice::GaugeField& u, const EvenOddOptions& options, Method method,
    Inner inner, int columns, int repetitions) {
    const auto time = [&]<class T, int kLinkReals>() {
        return IterationKernels<T, kLinkReals>{context, worker, u, columns,
                                               repetitions}
            .of(options, method);
    };
    switch (inner) {
        case Inner::half:
            return time.template operator()<Fixed16, 12>();
        case Inner::single:
            return time.template operator()<float, 12>();
        case Inner::none:
            break;
    }
    return time.template operator()<double, 18>();
}

}  // namespace tasuki::drivers
