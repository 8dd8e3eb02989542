// What a StarPU that Tasuki did not build says on stderr by itself.
#pragma once

#include <string>
#include <string_view>

namespace tasuki::test {

/// `text` without the line that a distribution's StarPU prints at each start,
/// because its own folder of models is not packaged (docs/starpu.md).
inline std::string without_packaging_lines(std::string text) {
    constexpr std::string_view kEnd =
        "as set by installation directory does not exist\n";
    for (auto end = text.find(kEnd); end != std::string::npos;
         end = text.find(kEnd)) {
        const auto before = end == 0 ? 0 : text.rfind('\n', end - 1) + 1;
        text.erase(before, end + kEnd.size() - before);
    }
    return text;
}

}  // namespace tasuki::test
