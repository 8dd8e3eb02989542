#include "drivers/compare/experiment.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <filesystem>
#include <fstream>

#include "drivers/common/install_prefix.hpp"
#include "drivers/common/own_program.hpp"
#include "drivers/compare/program_subject.hpp"
#include "drivers/compare/simulated_subject.hpp"
#include "io/crc32.hpp"
#include "json/json.hpp"
#include "runtime/core/error.hpp"
#include "runtime/core/home.hpp"
#include "runtime/core/version.hpp"

namespace tasuki::drivers::compare {

namespace {

/// Of experiment.json and the cells. Format 1 was of wilson only.
constexpr int kFormat = 2;

/// The first use on a GPU machine measures every link.
constexpr int kDevicesSeconds = 300;

Machine find_machine() {
    const auto file = runtime::private_folder() / "devices.json";
    const auto [end, json] =
        ask_tasuki({}, {"devices"}, file.string(), kDevicesSeconds);
    if (end.exit_code != 0) {
        // Who kills it is somebody else, or the machine for want of memory.
        if (end.signal == SIGKILL)
            throw runtime::UnavailableError(
                "tasuki devices: signal 9 (Killed)");
        const auto why = fmt::format(
            "tasuki devices: {}",
            end.over_time ? "it did not end" : last_words(end.said));
        throw_as(end.exit_code, why);
    }
    const auto& cpu = json.at("cpu");
    Machine machine{cpu.at("name").get<std::string>(),
                    cpu.at("logical_cpus").get<int>(),
                    1e-9 * cpu.at("memory_bytes").get<double>(),
                    {}};
    for (const auto& gpu : json.at("gpus"))
        machine.gpus.push_back(gpu.at("name").get<std::string>());
    return machine;
}

std::vector<std::string> find_environment() {
    constexpr std::array kPrefixes{"STARPU_", "OMP_", "OMPI_"};
    constexpr std::array kPlaces{"STARPU_HOME=", "STARPU_HOSTNAME="};
    std::vector<std::string> found;
    for (char** entry = ::environ; *entry != nullptr; ++entry) {
        const std::string_view text{*entry};
        const auto starts = [&](const char* with) {
            return text.starts_with(with);
        };
        if (std::ranges::any_of(kPrefixes, starts) &&
            std::ranges::none_of(kPlaces, starts))
            found.emplace_back(text);
    }
    std::ranges::sort(found);
    return found;
}

std::string name_of(const Machine& machine) {
    return fmt::format("{} ({} logical CPUs; GPUs: {})", machine.cpu,
                       machine.logical_cpus,
                       machine.gpus.empty()
                           ? "none"
                           : fmt::format("{}", fmt::join(machine.gpus, ", ")));
}

std::string simulation_of(const Subject& subject) {
    if (!subject.simulated) return "none";
    const Simulated& s = *subject.simulated;
    return fmt::format("{} ({}), ranks per node {}", s.file, s.checksum,
                       s.ranks_per_node);
}

/// What must be the same in both, and its name where it is not.
std::vector<std::pair<std::string, std::string>> settings_of(
    const Experiment& e) {
    return {
        {"another simulated machine (CRC-32 of its file) or number of ranks "
         "per node",
         simulation_of(*e.subject)},
        {"another command", e.subject->command},
        {"another program, or other options to vary",
         e.subject->is_program() ? program_identity(*e.subject) : "none"},
        {"another version", e.version},
        {"another build of the program (CRC-32)", e.program},
        {"another machine", name_of(e.machine)},
        {"other STARPU_*, OMP_* and OMPI_* variables",
         e.environment.empty()
             ? "none"
             : fmt::format("{}", fmt::join(e.environment, " "))},
        {"other --repetitions", e.repetitions > 0
                                    ? std::to_string(e.repetitions)
                                    : "the program's own"}};
}

/// The executable of every cell.
std::string program_of(const Subject& subject) {
    if (subject.is_program()) return find_program(subject.program.front());
    const auto name = (subject.simulated ? "simulate-" : "") + subject.command;
    return program_path(name.c_str()).string();
}

}  // namespace

std::string checksum_of(const std::string& path) {
    std::ifstream file{path, std::ios::binary};
    if (!file)
        throw runtime::UnavailableError(
            fmt::format("{}: cannot be read: `ninja {}` builds it", path,
                        std::filesystem::path{path}.filename().string()));
    std::vector<char> block(1 << 20);
    std::uint32_t sum = 0;
    while (file.read(block.data(), std::ssize(block)), file.gcount() > 0)
        sum = io::crc32_of_text(
            std::span{block}.first(static_cast<std::size_t>(file.gcount())),
            sum);
    return fmt::format("{:08x}", sum);
}

Experiment find_experiment(const Subject& subject, int repetitions,
                           const std::string& command) {
    return {&subject,
            runtime::version(),
            checksum_of(program_of(subject)),
            subject.simulated ? simulated_machine(subject) : find_machine(),
            find_environment(),
            repetitions,
            {command},
            {}};
}

std::string difference(const Experiment& kept, const Experiment& here) {
    const auto before = settings_of(kept), now = settings_of(here);
    for (std::size_t k = 0; k < now.size(); ++k)
        if (before[k] != now[k])
            return fmt::format("{}: kept {}, here {}", now[k].first,
                               before[k].second, now[k].second);
    return {};
}

Json to_json(const Experiment& e) {
    auto planned = Json::array();
    for (const auto& cell : e.planned) planned.push_back(to_json(cell));
    Json j{{"format", kFormat},
           {"subject", e.subject->command},
           {"version", e.version},
           {"program_crc32", e.program},
           {"machine",
            {{"cpu", e.machine.cpu},
             {"logical_cpus", e.machine.logical_cpus},
             {"memory_gb", e.machine.memory_gb},
             {"gpus", e.machine.gpus}}},
           {"environment", e.environment},
           {"repetitions", e.repetitions},
           {"commands", e.commands},
           {"planned", planned}};
    if (e.subject->simulated) j["simulated"] = simulation_json(*e.subject);
    if (e.subject->is_program()) j["program"] = program_json(*e.subject);
    return j;
}

Experiment experiment_from_json(const Json& j) {
    if (const int format = j.value("format", 1); format != kFormat)
        throw runtime::UsageError(fmt::format(
            "expected cells of format {}, found format {} of another Tasuki: "
            "give another folder, or --fresh to discard them",
            kFormat, format));
    const auto& real = j.contains("program")
                           ? program_from_json(j.at("program"))
                           : find_subject(j.at("subject").get<std::string>());
    const auto& subject = j.contains("simulated")
                              ? simulated_from_json(real, j.at("simulated"))
                              : real;
    const auto& machine = j.at("machine");
    std::vector<Cell> planned;
    for (const auto& cell : j.at("planned"))
        planned.push_back(cell_from_json(subject, cell));
    return {&subject,
            j.at("version").get<std::string>(),
            j.at("program_crc32").get<std::string>(),
            {machine.at("cpu").get<std::string>(),
             machine.at("logical_cpus").get<int>(),
             machine.at("memory_gb").get<double>(),
             machine.at("gpus").get<std::vector<std::string>>()},
            j.at("environment").get<std::vector<std::string>>(),
            j.at("repetitions").get<int>(),
            j.at("commands").get<std::vector<std::string>>(),
            planned};
}

}  // namespace tasuki::drivers::compare
