#include "codelets/linalg/sums_gpu.hpp"
#include "codelets/wilson/clover/clover.hpp"
#include "codelets/wilson/clover/product-inl.hpp"
#include "codelets/wilson/tile_sums/tile_sums.hpp"

namespace tasuki::wilson::clover {

namespace {

/// The order in which the sites of all columns are done: those that have the
/// same blocks after one another, tile by tile, while these are in the cache.
class ColumnSites {
  public:
    /// @param reals  of the field of all columns
    template <class T>
    static ColumnSites of(std::size_t reals, runtime::Read<T> blocks) {
        const auto all = static_cast<unsigned>(sites_in<T>(reals));
        const auto sites = static_cast<unsigned>(sites_of_blocks(blocks));
        return {sites, all / sites};
    }
    /// Sites of all columns.
    std::size_t size() const { return std::size_t{sites_} * columns_; }

    struct At {
        std::size_t site;   ///< in the blocks
        std::size_t place;  ///< in the field
    };
    TASUKI_DEVICE At operator[](std::size_t i) const {
        const auto tile = static_cast<unsigned>(i) / kTile;
        const auto lane = static_cast<unsigned>(i) % kTile;
        const unsigned site = tile / columns_ * kTile + lane;
        return {site, std::size_t{tile % columns_} * sites_ + site};
    }

  private:
    ColumnSites(unsigned sites, unsigned columns)
        : sites_{sites}, columns_{columns} {}

    unsigned sites_, columns_;
};

/// C x on a site.
template <class T>
TASUKI_DEVICE void multiply_site(double twist, const T* blocks,
                                 std::size_t site, SiteReals<T>& x) {
    using N = Compute<T>;
    const auto load = [&](int chirality, N(&b)[kBlockReals]) {
        SiteOf<T, kBlockReals>{const_cast<T*>(blocks),
                               block_place(site, chirality)}
            .load(b);
    };
    on_gpu::multiply_by_clover(load, static_cast<N>(twist), x.r);
}

template <class T>
struct AddBody {
    double twist;
    AddFields<T> f;
    ColumnSites sites;
    double* of_tiles;  // null: no sums
    TASUKI_DEVICE void operator()(std::size_t i) const {
        const auto [site, place] = sites[i];
        SiteReals<T> out{f.out, place}, more{f.in, place};
        multiply_site<T>(twist, f.blocks, site, more);
        TASUKI_UNROLL(24)
        for (int k = 0; k < kSpinorReals; ++k) out.r[k] += more.r[k];
        out.store(f.out, place);
        if (of_tiles != nullptr)
            on_gpu::store_tile_sum(of_tiles, place, on_gpu::norm2_of(out.r));
    }
};
template <class T>
struct MultiplyBody {
    double twist;
    MultiplyFields<T> f;
    ColumnSites sites;
    TASUKI_DEVICE void operator()(std::size_t i) const {
        const auto [site, place] = sites[i];
        SiteReals<T> x{f.x, place};
        multiply_site<T>(twist, f.blocks, site, x);
        x.store(f.x, place);
    }
};

/// Blocks of threads on a multiprocessor.  Left alone, the compiler takes so
/// many registers that in double there is only one.
template <class T>
constexpr int kTogether = std::is_same_v<T, double> ? 2 : 4;

template <class T>
void add(const Args& args, const AddFields<T>& f, double* of_tiles,
         gpu::Stream stream) {
    const auto sites = ColumnSites::of<T>(f.out.size(), f.blocks);
    linalg::change_on_gpu<kTogether<T>>(
        sites.size(), AddBody<T>{args.twist, f, sites, of_tiles}, stream,
        Add<T>::name);
}

}  // namespace

template <class T>
void add_gpu(const Args& args, const AddFields<T>& f, gpu::Stream stream) {
    add<T>(args, f, nullptr, stream);
}

template <class T>
void add_norm_gpu(const Args& args, const AddFields<T>& f,
                  runtime::Write<double> of_tiles, gpu::Stream stream) {
    add<T>(args, f, of_tiles, stream);
}

template <class T>
void multiply_gpu(const Args& args, const MultiplyFields<T>& f,
                  gpu::Stream stream) {
    const auto sites = ColumnSites::of<T>(f.x.size(), f.blocks);
    linalg::change_on_gpu<kTogether<T>>(sites.size(),
                                        MultiplyBody<T>{args.twist, f, sites},
                                        stream, Multiply<T>::name);
}

#define TASUKI_INSTANTIATE(T)                                             \
    template void add_gpu(const Args&, const AddFields<T>&, gpu::Stream); \
    template void add_norm_gpu(const Args&, const AddFields<T>&,          \
                               runtime::Write<double>, gpu::Stream);      \
    template void multiply_gpu(const Args&, const MultiplyFields<T>&,     \
                               gpu::Stream);
TASUKI_INSTANTIATE(double)
TASUKI_INSTANTIATE(float)
TASUKI_INSTANTIATE(Fixed16)
#undef TASUKI_INSTANTIATE

}  // namespace tasuki::wilson::clover
