#include "views/traces/views.hpp"

#include <filesystem>

#include "io/atomic_file.hpp"

namespace tasuki::trace {

void write_views(const std::string& folder, const Timeline& timeline) {
    const auto write = [&](const char* name, const std::string& text) {
        io::write_file((std::filesystem::path{folder} / name).string(), text);
    };
    const auto summary = summarize(timeline);
    write("paje.trace", to_paje(timeline));
    write("trace.json", to_chrome(timeline));
    write("dag.svg", to_dag(timeline, summary.path_iteration));
    write("report.html", to_html(timeline, summary));
}

}  // namespace tasuki::trace
