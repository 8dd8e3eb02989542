#include "io/sphere/flow_origin.hpp"

#include <fmt/format.h>

namespace tasuki::io {

std::string FlowOrigin::name() const {
    switch (kind) {
        case Kind::rossby_haurwitz:
            return fmt::format("rossby-haurwitz:{},{}", degree, order);
        case Kind::random:
            return fmt::format("random:{},{}", peak, width);
        default:
            return file;
    }
}

}  // namespace tasuki::io
