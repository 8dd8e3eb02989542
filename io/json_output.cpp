#include "io/json_output.hpp"

#include <nlohmann/json.hpp>

#include "io/atomic_file.hpp"

namespace tasuki::io {

void write_json(const std::string& target,
                const nlohmann::ordered_json& value) {
    // File names need not be UTF-8, JSON must: replace, do not throw.
    const auto text =
        value.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) +
        '\n';
    write_file(target, text);
}

}  // namespace tasuki::io
