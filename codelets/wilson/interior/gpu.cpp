// The interior on the GPU: one thread per site.
#include "codelets/wilson/gpu_access.hpp"
#include "codelets/wilson/interior/hop-inl.hpp"
#include "codelets/wilson/interior/interior.hpp"

namespace tasuki::wilson::on_gpu {

/// Access of hop-inl.hpp for one site.
template <class T, int kLinkReals>
class SiteAccess {
  public:
    TASUKI_HD SiteAccess(const interior::Args& args,
                         const interior::Fields<T>& fields, const Cell& cell,
                         int lane)
        : args_{args},
          fields_{fields},
          cell_{cell},
          lane_{lane},
          here_{cell.parity,
                cell_index(args.geometry, cell.xh, cell.y, cell.z, cell.t) *
                        args.geometry.lanes +
                    lane} {}

    template <int kMu, int kSign, class Body>
    TASUKI_HD void visit(const Body& body) const {
        const Geometry& g = args_.geometry;
        const Step s = neighbour<kMu, kSign>(g, cell_);
        const bool leaves = s.crosses && leaves_block<kMu, kSign>(g, lane_);
        if (leaves && g.cut[kMu] != 0) return;
        const int lane = s.crosses ? lane_ ^ g.lane_bit[kMu] : lane_;
        const SiteIndex site{1 - cell_.parity, s.cell * g.lanes + lane};
        body(Near<kMu, kSign>{*this, tile_of(g, site), lane_of(site), leaves});
    }
    template <int kMu>
    TASUKI_HD Link<T> link_here() const {
        return link<kMu>(tile_of(args_.geometry, here_), lane_of(here_));
    }
    template <int kMu, int kSign>
    TASUKI_HD void ahead() const {}

    TASUKI_HD void own_spinor(T (&r)[24]) const {
        load_reals<24, 0>(fields_.psi + tile_of(args_.geometry, here_) *
                                            SpinorRecord<T>::kTileReals,
                          lane_of(here_), r);
    }
    TASUKI_HD void store(const T (&r)[24]) const {
        store_reals(fields_.out + tile_of(args_.geometry, here_) *
                                      SpinorRecord<T>::kTileReals,
                    lane_of(here_), r);
    }

  private:
    template <int kMu, int kSign>
    struct Near {
        const SiteAccess& at;
        std::size_t tile;
        int lane;
        bool wraps;

        TASUKI_HD Spinor<T> spins() const {
            // In T the neighbour ahead gives its lower two spins.
            constexpr int first_spin = kMu == kT && kSign > 0 ? 2 : 0;
            constexpr int spins = kMu == kT ? 2 : 4;
            T r[6 * spins];
            load_reals<24, 6 * first_spin>(
                at.fields_.psi + tile * SpinorRecord<T>::kTileReals, lane, r);
            Spinor<T> p;
            spins_from<first_spin, spins>(p, r);
            return p;
        }
        TASUKI_HD Link<T> link() const {
            return at.template link<kMu>(tile, lane);
        }
        TASUKI_HD void weigh(HalfSpinor<T>&) const {}
        TASUKI_HD T t_factor() const {
            return kMu == kT && wraps ? T(2 * at.args_.t_sign) : T(2);
        }
    };

    template <int kMu>
    TASUKI_HD Link<T> link(std::size_t tile, int lane) const {
        T r[kLinkReals];
        load_reals<kLinkReals, 0>(
            fields_.u +
                (tile * 4 + kMu) * LinkRecord<T, kLinkReals>::kTileReals,
            lane, r);
        return link_from(r);
    }

    const interior::Args& args_;
    const interior::Fields<T>& fields_;
    Cell cell_;
    int lane_;
    SiteIndex here_;
};

constexpr int kThreads = 128;

template <class T, int kLinkReals>
struct InteriorBody {
    interior::Args args;
    interior::Fields<T> fields;

    /// Half of a thread block takes even sites, half the odd sites beside
    /// them: each link is used by both of its sites while in the cache.
    TASUKI_HD void operator()(int i) const {
        constexpr int half = kThreads / 2;
        const Geometry& g = args.geometry;
        const int visit = i / kThreads * half + i % half;
        if (visit >= g.half_volume) return;
        const int parity = i % kThreads / half;
        const SiteAccess<T, kLinkReals> access{
            args, fields, visited_cell(g, visit / g.lanes, parity),
            visit % g.lanes};
        Spinor<T> sum{};
        add_hopping(access, sum);
        T psi[24], out[24];
        access.own_spinor(psi);
        wilson_combine(psi, static_cast<T>(-args.kappa), sum, out);
        access.store(out);
    }
};

}  // namespace tasuki::wilson::on_gpu

namespace tasuki::wilson::interior {

template <class T, int kLinkReals>
void run_gpu(const Args& args, const Fields<T>& fields,
             gpu::Stream stream) noexcept {
    constexpr int threads = on_gpu::kThreads;
    const int blocks = (2 * args.geometry.half_volume + threads - 1) / threads;
    gpu::for_each<threads>(stream, blocks * threads,
                           on_gpu::InteriorBody<T, kLinkReals>{args, fields},
                           "interior");
}

template void run_gpu<double, 18>(const Args&, const Fields<double>&,
                                  gpu::Stream) noexcept;
template void run_gpu<double, 12>(const Args&, const Fields<double>&,
                                  gpu::Stream) noexcept;
template void run_gpu<float, 18>(const Args&, const Fields<float>&,
                                 gpu::Stream) noexcept;
template void run_gpu<float, 12>(const Args&, const Fields<float>&,
                                 gpu::Stream) noexcept;

}  // namespace tasuki::wilson::interior
