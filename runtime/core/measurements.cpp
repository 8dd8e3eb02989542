#include "runtime/core/measurements.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "runtime/core/devices.hpp"
#include "runtime/core/log.hpp"

namespace tasuki::runtime {

namespace fs = std::filesystem;

namespace {

using Words = std::vector<std::string_view>;

/// The lines that are no comments, as words.
std::vector<Words> lines_of(std::string_view text) {
    std::vector<Words> lines;
    while (!text.empty()) {
        const auto end = std::min(text.find('\n'), text.size());
        std::string_view line = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        if (line.starts_with('#')) continue;
        Words words;
        for (std::size_t at = 0;;) {
            at = line.find_first_not_of(" \t", at);
            if (at == line.npos) break;
            const auto stop =
                std::min(line.find_first_of(" \t", at), line.size());
            words.push_back(line.substr(at, stop - at));
            at = stop;
        }
        if (!words.empty()) lines.push_back(std::move(words));
    }
    return lines;
}

/// StarPU knows one spelling of a number, and of what was not measured.
template <class Number>
std::optional<Number> parse(std::string_view word, auto... base) {
    const bool digits =
        word.find_first_not_of("0123456789abcdef+-.") == word.npos;
    if (!digits && word != "nan" && word != "-nan") return std::nullopt;
    Number number{};
    const char* const stop = word.data() + word.size();
    const auto [end, error] =
        std::from_chars(word.data(), stop, number, base...);
    if (error != std::errc{} || end != stop) return std::nullopt;
    return number;
}

/// Takes numbers off a text that should have them.
class Reader {
  public:
    explicit Reader(const std::vector<Words>& lines) {
        for (const Words& line : lines)
            words_.insert(words_.end(), line.begin(), line.end());
    }
    /// The next number; 0 if there is none, or something else.
    template <class Number = std::size_t>
    Number next(auto... base) {
        std::optional<Number> number;
        if (!missing_ && at_ < words_.size())
            number = parse<Number>(words_[at_++], base...);
        missing_ |= !number;
        return number.value_or(0);
    }
    void skip_reals(std::size_t count) {
        while (count-- > 0 && !missing_) (void)next<double>();
    }
    bool missing() const { return missing_; }
    /// Nothing is left, nothing was missing.
    bool is_done() const { return !missing_ && at_ == words_.size(); }

  private:
    Words words_;
    std::size_t at_ = 0;
    bool missing_ = false;
};

std::string read(const fs::path& path) {
    std::ifstream file{path, std::ios::binary};
    return {std::istreambuf_iterator<char>{file}, {}};
}

bool is_whole(const fs::path& path, bool model) {
    const std::string text = read(path);
    if (model) return is_whole_model(text);
    const auto kind = path.extension();
    if (kind == ".bandwidth" || kind == ".latency") return is_whole_table(text);
    if (kind == ".config") return is_whole_config(text);
    return text.ends_with('\n');
}

/// Every file of `folder` whose name `is_ours`; nothing where there is no
/// folder.
template <class IsOurs>
std::vector<fs::path> files_of(const fs::path& folder, const IsOurs& is_ours) {
    std::vector<fs::path> files;
    std::error_code error;
    for (fs::directory_iterator at{folder, error}, end; !error && at != end;
         at.increment(error))
        if (at->is_regular_file(error) && is_ours(at->path()))
            files.push_back(at->path());
    return files;
}

void set_aside(const std::vector<fs::path>& files, const fs::path& home) {
    if (files.empty()) return;
    logger().warn(
        "{}: {} of StarPU's measurements {} not whole (a full disk or a "
        "kill "
        "leaves such): set aside as .damaged, measured anew",
        home.string(), files.size(), files.size() == 1 ? "is" : "are");
    for (const auto& file : files) {
        std::error_code error;
        fs::rename(file, file.string() + ".damaged", error);
        if (error) fs::remove(file, error);
    }
}

}  // namespace

fs::path starpu_folder(const fs::path& home) {
    return home / ".starpu";
}

std::string starpu_host() {
    if (const char* given = std::getenv("STARPU_HOSTNAME")) return given;
    const std::string host = host_name();
    return host.substr(0, host.find('.'));
}

bool has_measured_links(const fs::path& home) {
    for (const char* name : {"STARPU_PERF_MODEL_DIR", "STARPU_PERF_MODEL_PATH"})
        if (std::getenv(name) != nullptr) return true;
    std::error_code error;
    return fs::exists(
        starpu_folder(home) / "sampling" / "bus" / (starpu_host() + ".config"),
        error);
}

bool is_whole_model(std::string_view text) {
    if (!text.ends_with('\n')) return false;
    Reader reader{lines_of(text)};
    constexpr std::size_t known_format = 45;
    if (reader.next() != known_format) return false;
    // Words of a device, of the sums of a regression, of its parameters, and of
    // a row of the history.
    constexpr std::size_t device = 3, sums = 9, parameters = 3, row = 6;
    for (auto combinations = reader.next(); combinations > 0; --combinations) {
        for (auto devices = reader.next(); devices > 0; --devices)
            reader.skip_reals(device);
        for (auto models = reader.next(); models > 0; --models) {
            const auto rows = reader.next();
            reader.skip_reals(sums + parameters);
            // A multiple regression has as many more words as it has variables;
            // Tasuki's codelets have none.
            if (reader.next() != 0) return !reader.missing();
            for (auto k = rows; k > 0 && !reader.missing(); --k) {
                (void)reader.next<std::uint32_t>(16);
                reader.skip_reals(row);
                (void)reader.next();
            }
            if (reader.missing()) return false;
        }
        if (reader.missing()) return false;
    }
    return reader.is_done();
}

bool is_whole_config(std::string_view text) {
    const auto lines = lines_of(text);
    return text.ends_with('\n') && !lines.empty() &&
           std::ranges::count(lines.back(), "HIP") > 0 &&
           std::ranges::all_of(lines, [](const Words& line) {
               return parse<std::size_t>(line.front()).has_value();
           });
}

bool is_whole_table(std::string_view text) {
    const auto lines = lines_of(text);
    if (lines.empty() || !text.ends_with('\n')) return false;
    return std::ranges::all_of(lines, [&](const Words& line) {
        return line.size() == lines.size() &&
               std::ranges::all_of(line, [](std::string_view word) {
                   const auto number = parse<double>(word);
                   // NaN: not measured.
                   return number && !(*number < 0);
               });
    });
}

void set_aside_damaged_measurements(const fs::path& home) {
    const fs::path sampling = starpu_folder(home) / "sampling";
    const std::string host = "." + starpu_host();
    auto machine = files_of(sampling / "bus", [&](const fs::path& path) {
        return path.filename().string().starts_with(host.substr(1) + ".") &&
               path.extension() != ".damaged";
    });
    // They belong together: StarPU measures all if one is missing.
    const bool whole =
        std::all_of(machine.begin(), machine.end(),
                    [](const fs::path& path) { return is_whole(path, false); });
    if (whole) machine.clear();
    const auto models =
        files_of(sampling / "codelets" / "45", [&](const fs::path& path) {
            return path.extension() == host && !is_whole(path, true);
        });
    machine.insert(machine.end(), models.begin(), models.end());
    set_aside(machine, home);
}

FirstStart::FirstStart(const std::filesystem::path& home) {
    const auto file =
        starpu_folder(home) / (".tasuki-" + starpu_host() + ".lock");
    lock_ = ::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (lock_ >= 0 && ::flock(lock_, LOCK_EX | LOCK_NB) != 0 &&
        errno == EWOULDBLOCK) {
        logger().info(
            "waiting for another process that starts, and may measure the "
            "links of this machine");
        // Interrupted by a signal: it goes on without.
        static_cast<void>(::flock(lock_, LOCK_EX));
    }
    set_aside_damaged_measurements(home);
    if (has_measured_links(home)) end();
}

void FirstStart::end() {
    if (const int file = std::exchange(lock_, -1); file >= 0) ::close(file);
}

}  // namespace tasuki::runtime
