#include "runtime/handle.hpp"

namespace tasuki::runtime::detail {

namespace {

struct Fetch {
    starpu_data_handle_t handle;
    int node;
};

void release(void* fetch) {
    const auto* const done = static_cast<Fetch*>(fetch);
    starpu_data_release_on_node(done->handle, done->node);
    delete done;
}

}  // namespace

void submit_fetch(starpu_data_handle_t handle, unsigned node) {
    auto* const fetch = new Fetch{handle, static_cast<int>(node)};
    check(starpu_data_acquire_on_node_cb(handle, fetch->node, STARPU_R, release,
                                         fetch),
          "starpu_data_acquire_on_node_cb");
}

}  // namespace tasuki::runtime::detail
