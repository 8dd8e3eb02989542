#include "runtime/trace/events_folder.hpp"

namespace tasuki::runtime::detail {

std::string events_folder(const std::string& own) {
    return own;
}

}  // namespace tasuki::runtime::detail
