// `tasuki trace view`: a trace in ViTE, in its window or as a picture.
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "drivers/common/child_process.hpp"
#include "drivers/common/options.hpp"
#include "drivers/drivers.hpp"
#include "io/atomic_file.hpp"
#include "runtime/core/error.hpp"
#include "runtime/core/home.hpp"
#include "views/traces/timeline/folder.hpp"

namespace tasuki::drivers {

namespace {

namespace fs = std::filesystem;
using runtime::UnavailableError;

struct ViewOptions {
    std::string folder, png;
    int width = 1600;  ///< [px]
};

/// A program in PATH.
bool is_here(const std::string& program) {
    const char* path = std::getenv("PATH");
    std::string folders = path == nullptr ? "" : path;
    folders += ':';
    for (std::size_t at = 0; at < folders.size();) {
        const auto end = folders.find(':', at);
        const auto file = fs::path{folders.substr(at, end - at)} / program;
        if (::access(file.c_str(), X_OK) == 0) return true;
        at = end + 1;
    }
    return false;
}

void need(const std::string& program, const char* package) {
    if (!is_here(program))
        throw UnavailableError(fmt::format(
            "{} is not here: install it (Debian, Ubuntu: apt-get install {})",
            program, package));
}

/// @throws UnavailableError  it failed, with what it said last
void run_program(const char* name, const std::vector<std::string>& words,
                 const std::string& made) {
    constexpr int most_seconds = 600;
    const auto end = run_child(words, most_seconds);
    if (end.exit_code == 0 && fs::exists(made)) return;
    throw UnavailableError(fmt::format(
        "{} made no picture{}{}", name, end.said.empty() ? "" : ": ",
        end.said.substr(0, end.said.find('\n'))));
}

void make_png(const ViewOptions& o, const std::string& paje) {
    need("rsvg-convert", "librsvg2-bin");
    const auto& folder = runtime::private_folder();
    const auto svg = (folder / "trace.svg").string();
    const auto png = (folder / "trace.png").string();
    // Qt, which ViTE is made with, wants a display even to write a file.
    ::setenv("QT_QPA_PLATFORM", "offscreen", 0);
    // It leaves a log.txt where it is started.
    run_program("vite",
                {"sh", "-c", "cd \"$0\" && exec vite \"$1\" -e \"$2\"",
                 folder.string(), paje, svg},
                svg);
    // What ViTE draws has many elements.
    run_program("rsvg-convert",
                {"rsvg-convert", "--unlimited", "-w",
                 fmt::format("{}", o.width), svg, "-o", png},
                png);
    std::ifstream stream{png, std::ios::binary};
    const std::string bytes{std::istreambuf_iterator<char>{stream}, {}};
    io::AtomicFile file{o.png};
    file.write(bytes);
    file.commit();
}

void open_window(const std::string& paje) {
    if (std::getenv("DISPLAY") == nullptr &&
        std::getenv("WAYLAND_DISPLAY") == nullptr)
        throw UnavailableError(
            "no display for ViTE's window (DISPLAY is not set): --png FILE "
            "makes a picture without one");
    // It leaves a log.txt where it is started.
    fs::current_path(runtime::private_folder());
    ::execlp("vite", "vite", paje.c_str(), nullptr);
    throw UnavailableError(
        fmt::format("cannot start vite: {}", std::strerror(errno)));
}

void view(const ViewOptions& o) {
    trace::read_folder(o.folder);  // is it one, and whole?
    const auto paje = fs::absolute(fs::path{o.folder} / "paje.trace").string();
    need("vite", "vite");
    if (o.png.empty()) open_window(paje);
    make_png(o, paje);
}

}  // namespace

void add_trace_view(CLI::App& trace) {
    auto [command, o] = add_command(trace, "view", view);
    add_option(command, "DIR", o.folder, "folder of a trace")
        .required()
        .reads();
    add_option(command, "--png", o.png,
               "file for a picture of the timeline; needs no display")
        .writes();
    add_option(command, "--width", o.width, Range{100, 20000},
               "width of the picture [pixels]")
        .needs("--png");
}

}  // namespace tasuki::drivers
