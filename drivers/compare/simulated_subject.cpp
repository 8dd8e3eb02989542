#include "drivers/compare/simulated_subject.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <list>

#include "io/machines/machine_file.hpp"
#include "json/json.hpp"
#include "runtime/core/error.hpp"
#include "simulation/simulation.hpp"

namespace tasuki::drivers::compare {

namespace {

using runtime::UnavailableError;

const Subject& subject_of(const Subject& real, Simulated simulated) {
    static std::list<Subject> made;  // cells and results point to them
    Subject& s = made.emplace_back(real);
    s.simulated = std::move(simulated);
    s.outputs.reset();  // a simulation writes none
    std::erase_if(s.columns, [](const Column& c) { return c.is_of_answer; });
    s.columns_note = fmt::format("Simulated times. {}", real.simulated_note);
    return s;
}

}  // namespace

const Subject& simulated_subject(const Subject& real, const std::string& file,
                                 int ranks_per_node) {
    runtime::check_simulates();
    const auto found = io::machines::read_machine(file);
    return subject_of(real, {.machine = found.machine.name,
                             .file = file,
                             .checksum = checksum_of(file),
                             .gpus = found.machine.gpus,
                             .nodes = found.machine.nodes,
                             .ranks_per_node = ranks_per_node,
                             .measured = found.measured,
                             .published = found.published,
                             .assumed = found.assumed});
}

Machine simulated_machine(const Subject& subject) {
    const auto m = io::machines::read_machine(subject.simulated->file).machine;
    Machine machine{
        m.cpu_name, m.cores, 1e-9 * static_cast<double>(m.memory_bytes), {}};
    if (m.gpu)
        machine.gpus.assign(static_cast<std::size_t>(m.gpus), m.gpu->name);
    return machine;
}

void check_simulated(const Cell& work) {
    if (!work.subject->simulated) return;
    const Simulated& s = *work.subject->simulated;
    const int ranks =
        work.subject->has_blocks() ? s.nodes * s.ranks_per_node : 1;
    if (work.ranks > ranks)
        throw UnavailableError(fmt::format(
            "--ranks {}: expected at most {}, {}", work.ranks, ranks,
            work.subject->has_blocks()
                ? fmt::format("{} for each node of {}", s.ranks_per_node,
                              s.file)
                : "as a simulation of " + work.subject->command +
                      " is of one rank"));
    const int on_node = std::min(work.ranks, s.ranks_per_node);
    if (on_node * work.gpus > s.gpus)
        throw UnavailableError(fmt::format(
            "--gpus {}: expected at most the {} of {}{}, found more", work.gpus,
            s.gpus, s.file,
            on_node > 1 ? fmt::format(" for {} ranks together", on_node) : ""));
}

std::string simulation_banner(const Subject& subject) {
    if (!subject.simulated) return {};
    const Simulated& s = *subject.simulated;
    return fmt::format(
        "SIMULATED on {} ({}): no kernel was executed, nothing was measured. "
        "Rates of the machine: {} measured, {} published, {} assumed.{}",
        s.machine, s.file, s.measured.size(), s.published.size(),
        s.assumed.size(),
        s.ranks_per_node > 1
            ? fmt::format(" Up to {} ranks on each node.", s.ranks_per_node)
            : "");
}

Json simulation_json(const Subject& subject) {
    const Simulated& s = *subject.simulated;
    return {{"machine", s.machine},     {"file", s.file},
            {"file_crc32", s.checksum}, {"gpus", s.gpus},
            {"nodes", s.nodes},         {"ranks_per_node", s.ranks_per_node},
            {"measured", s.measured},   {"published", s.published},
            {"assumed", s.assumed}};
}

const Subject& simulated_from_json(const Subject& real, const Json& j) {
    const auto list = [&j](const char* name) {
        return j.at(name).get<std::vector<std::string>>();
    };
    return subject_of(real, {.machine = j.at("machine").get<std::string>(),
                             .file = j.at("file").get<std::string>(),
                             .checksum = j.at("file_crc32").get<std::string>(),
                             .gpus = j.at("gpus").get<int>(),
                             .nodes = j.value("nodes", 1),
                             .ranks_per_node = j.value("ranks_per_node", 1),
                             .measured = list("measured"),
                             .published = list("published"),
                             .assumed = list("assumed")});
}

}  // namespace tasuki::drivers::compare
