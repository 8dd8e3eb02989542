// A process that fails on a worker: what the failure tests of CPU and GPU
// share.
#pragma once

#include <spdlog/spdlog.h>

#include <cstdlib>

#include "program/crashes.hpp"
#include "runtime/core/failure.hpp"
#include "tests/child.hpp"
#include "tests/runtime/support.hpp"

namespace tasuki::test {

/// Stands for a half-written output, which no failure may leave behind.
class HalfWritten {
  public:
    explicit HalfWritten(const Folder& folder) {
        path() = folder / "half-written";
        write_file(path(), "half");
        runtime::set_clean_up([]() noexcept { ::unlink(path().c_str()); });
    }

  private:
    static std::string& path() {
        static std::string instance;
        return instance;
    }
};

/// Runs `body` in a child with a half-written file, and a watchdog of
/// `watchdog` microseconds ("" for none of its own); it may take `seconds`.
template <class Body>
Ended fails(const Folder& folder, const Body& body, const char* watchdog = "",
            unsigned seconds = 60) {
    return in_child(
        folder,
        [&] {
            // What the environment sets is no failure: its line is alone.
            spdlog::set_level(spdlog::level::off);
            if (*watchdog != '\0') {
                ::setenv("STARPU_WATCHDOG_TIMEOUT", watchdog, 1);
                ::setenv("STARPU_WATCHDOG_CRASH", "1", 1);
            }
            const HalfWritten file{folder};
            program::catch_failures();  // as a driver does
            body();
        },
        seconds);
}

/// How often `part` is in `text`.
inline int count_of(const std::string& text, const std::string& part) {
    int count = 0;
    for (auto at = text.find(part); at != std::string::npos;
         at = text.find(part, at + 1))
        ++count;
    return count;
}

/// One line of ours, at the end, which contains `part`; StarPU's own words may
/// stand before it.
inline bool one_line_last(const std::string& said, const std::string& part) {
    const auto begin = said.rfind("tasuki: error: ");
    return count_of(said, "tasuki: error: ") == 1 &&
           (begin == 0 || said[begin - 1] == '\n') &&
           said.find('\n', begin) == said.size() - 1 &&
           said.find(part, begin) != std::string::npos;
}

/// Nothing of the process is left but its stderr.
inline bool cleaned_up(const Folder& folder) {
    return folder.names() == std::vector<std::string>{"stderr"};
}

}  // namespace tasuki::test
