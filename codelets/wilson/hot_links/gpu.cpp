#include "codelets/lattice/hot_link-inl.hpp"
#include "codelets/wilson/hot_links/hot_links.hpp"
#include "codelets/wilson/link_record.hpp"

namespace tasuki::wilson::hot_links {

namespace {

template <class T, int kLinkReals>
struct Body {
    Args args;
    runtime::Write<T> u;
    TASUKI_HD void operator()(std::size_t k) const {
        put_rows<T, kLinkReals>(
            lattice::inl::hot_link(args.seed,
                                   number_of(args, link_at(args, k))),
            u + k / kTile * LinkRecord<T, kLinkReals>::kTileReals,
            static_cast<int>(k % kTile));
    }
};

}  // namespace

template <class T, int kLinkReals>
void run_gpu(const Args& args, runtime::Write<T> u, gpu::Stream stream) {
    gpu::for_each<128>(stream, u.size() / kLinkReals,
                       Body<T, kLinkReals>{args, u}, "hot_links");
}

#define TASUKI_INSTANTIATE(T, kLinkReals)                                \
    template void run_gpu<T, kLinkReals>(const Args&, runtime::Write<T>, \
                                         gpu::Stream);
TASUKI_FOR_HOT_LINKS(TASUKI_INSTANTIATE)
#undef TASUKI_INSTANTIATE

}  // namespace tasuki::wilson::hot_links
