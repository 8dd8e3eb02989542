#include "tests/faults/judge.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <csignal>
#include <sstream>

#include "tests/folder.hpp"
#include "tests/starpu_says.hpp"

namespace tasuki::faults {

namespace {

namespace fs = std::filesystem;

bool has(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

/// What is wrong with what it said on stderr; `failed` if it has to say why.
std::string problem_of_words(const Case& c, const std::string& said,
                             bool failed) {
    for (const char* sign : {"this is a bug", "Sanitizer", "terminate called",
                             "Assertion", "[starpu]", "runtime error"})
        if (has(said, sign)) return fmt::format("says '{}'", sign);
    int errors = 0, foreign = 0;
    std::istringstream lines{said};
    for (std::string line; std::getline(lines, line);) {
        errors += has(line, "error: ") ? 1 : 0;
        foreign += line.starts_with("tasuki") ? 0 : 1;
    }
    if (foreign > 2)
        return fmt::format("{} lines on stderr are not tasuki's", foreign);
    if (!failed) return "";
    if (errors == 0) return "no line says what is wrong";
    if (errors > 3) return fmt::format("{} lines of errors", errors);
    const bool named =
        c.reasons.empty() ||
        std::ranges::any_of(c.reasons, [&](const std::string& reason) {
            return has(said, reason);
        });
    return named ? "" : fmt::format("does not say '{}'", c.reasons.front());
}

bool is_loose(const Command& command, const std::string& path) {
    return !command.loose.empty() && path.starts_with(command.loose);
}

/// At the end of a run that succeeded: out/ is the reference's.
std::string problem_of_result(const Case& c, const Tree& before,
                              const Tree& out, bool resumed) {
    for (const auto& [path, bytes] : c.reference.outs.front()) {
        // It counts from where it went on.
        if (resumed && path.ends_with(".json")) continue;
        // The earlier run's files went with --overwrite, its checkpoint did
        // not.
        if (resumed && !before.empty() && path.starts_with("run/") &&
            !out.contains(path))
            continue;
        if (!out.contains(path)) return fmt::format("out/{} is missing", path);
        if (!is_same_file(c.command, c.reference, path, out.at(path)))
            return fmt::format("out/{} is wrong", path);
    }
    for (const auto& [path, bytes] : out)
        if (!c.reference.outs.front().contains(path) &&
            !before.contains(path) && !is_loose(c.command, path))
            return fmt::format("out/{} was left", path);
    return "";
}

/// At the end of any other run: what was there is there, and what is new is
/// whole.
std::string problem_of_remains(const Case& c, const Tree& before,
                               const Tree& out, bool killed) {
    // --overwrite empties the folder of an earlier run first.
    for (const auto& [path, bytes] : before)
        if (!out.contains(path) && !is_loose(c.command, path) &&
            !path.starts_with("run/"))
            return fmt::format("out/{} was lost", path);
    for (const auto& [path, bytes] : out) {
        if (before.contains(path) && before.at(path) == bytes) continue;
        if (is_temporary(path)) {
            if (killed) continue;
            return fmt::format("out/{} was left", path);
        }
        // The second run looks at what it holds.
        if (path == "checkpoint.h5" || path.ends_with('/') ||
            is_loose(c.command, path))
            continue;
        if (!is_same_file(c.command, c.reference, path, bytes))
            return fmt::format("out/{} is neither the old nor the new one",
                               path);
    }
    return "";
}

std::string problem_of_places(const Case& c, const Tree& in, bool killed) {
    if (const auto what = difference(in, read_tree(c.box.in())); !what.empty())
        return "in/" + what;
    // Where TMPDIR names no folder, it is /tmp.
    const auto folder = c.start.environment.find("TMPDIR");
    const bool in_tmp =
        folder == c.start.environment.end() || folder->second != c.box.tmp();
    std::istringstream log{test::read_file(c.box.log())};
    for (std::string line; std::getline(log, line);) {
        const auto path = line.substr(line.find('\t') + 1);
        if (!line.starts_with("outside") ||
            (in_tmp && path.starts_with("/tmp/tasuki-")))
            continue;
        return "writes " + path;
    }
    for (const auto& entry : fs::directory_iterator{c.box.root})
        if (!has("in out home tmp", entry.path().filename().string()))
            return entry.path().filename().string() + " is new";
    if (killed) return "";
    const Tree tmp = read_tree(c.box.tmp());
    return tmp.empty() ? "" : "tmp/" + tmp.begin()->first + " was left";
}

struct Seen {
    Tree in, out;  ///< before the run
};

/// HDF5 1.10 reads through a null pointer where one of its allocations fails;
/// docs/reliability.md says so. Files must be whole all the same.
bool crashed_in_hdf5(const Case& c, const End& end, const std::string& said) {
    return end.code == 70 &&
           (has(c.note, "malloc") || has(c.note, "address space")) &&
           has(said, "crashed by signal 11") &&
           std::ranges::any_of(c.reference.outs.front(), [](const auto& file) {
               return file.first.ends_with(".h5") ||
                      file.first.ends_with(".nc");
           });
}

Verdict judge_run(const Case& c, const Seen& before, const End& end) {
    const auto wrong = [](std::string what) {
        return Verdict{Outcome::wrong, std::move(what)};
    };
    // One that is none would be read for ever.
    const std::string said =
        fs::is_regular_file(c.start.errors)
            ? test::without_packaging_lines(test::read_file(c.start.errors))
            : "";
    const bool by_signal =
        c.allowed.signal != 0 &&
        (end.code == -c.allowed.signal || end.code == 128 + c.allowed.signal);
    const bool refused = end.code >= 2 && end.code <= 4;
    const bool mute = c.start.errors == "/dev/full" ||
                      std::ranges::count(c.start.closed, 2) > 0;
    if (end.hung) return wrong("hangs");
    if (end.orphans) return wrong("leaves a process running");
    // What the libraries of StarPU, and of OpenMP in `bench`, do without a
    // thread.
    if ((end.code == 1 || end.code == 70) &&
        (has(said, "libgomp: Thread creation failed") ||
         has(said, "starpu_pthread_create") || has(said, "StarPU gave up")))
        return {Outcome::ended, ""};
    // No line of ours ran: the limit was too low to load the libraries.
    if (end.code == 127 && !c.start.limits.empty() &&
        has(said, "error while loading shared libraries"))
        return {Outcome::ended, ""};
    const bool known = crashed_in_hdf5(c, end, said);
    if (end.code != 0 && !refused && !by_signal && !known)
        return wrong(fmt::format("exit code {}", end.code));
    const auto words = problem_of_words(c, said, refused && !mute);
    if (!words.empty() && !known) return wrong(words);
    if (end.code == 0 && !c.allowed.success) return wrong("exit code 0");
    if (refused && !c.allowed.refusal)
        return wrong(fmt::format("exit code {}", end.code));
    const Tree out = read_tree(c.box.out());
    const bool killed = end.code < 0 || has(said, kKilledChild);
    std::string what;
    if (end.code != 0)
        what = problem_of_remains(c, before.out, out, killed);
    else if (!c.allowed.other_result)
        what = problem_of_result(c, before.out, out, false);
    if (what.empty() && end.code == 0 && !c.allowed.other_result &&
        fs::is_regular_file(c.start.output) && c.start.closed.empty() &&
        !c.start.reader_gone && c.command.loose.empty() &&
        !is_same_print(c.reference, test::read_file(c.start.output)))
        what = "stdout is another one";
    if (what.empty()) what = problem_of_places(c, before.in, killed);
    if (!what.empty())
        return wrong(fmt::format("exit code {}, but {}", end.code, what));
    return {end.code == 0 ? Outcome::right
            : refused     ? Outcome::refused
                          : Outcome::ended,
            ""};
}

/// Without the fault, in the folder that it left.
Verdict judge_second_run(Boxes& boxes, const Case& c, const Seen& before) {
    const bool resumes =
        !c.command.resume.empty() && fs::exists(c.box.out() / "checkpoint.h5");
    const Start start = boxes.start(
        c.box, resumes ? c.command.resume : c.command.words, "second");
    const End end = run(start);
    std::string what;
    const Tree out = read_tree(c.box.out());
    if (end.code != 0) {
        const std::string said = test::read_file(start.errors);
        what = fmt::format("exit code {}: {}", end.code,
                           said.substr(0, said.find('\n')));
    } else {
        what = problem_of_result(c, before.out, out, resumes);
    }
    for (const auto& [path, bytes] : out)
        if (what.empty() && is_temporary(path))
            what = fmt::format("out/{} was left", path);
    if (what.empty()) return {Outcome::right, ""};
    return {
        Outcome::wrong,
        fmt::format("the {}: {}", resumes ? "resumed run" : "next run", what)};
}

}  // namespace

Verdict judge(Boxes& boxes, Case& c, void (*end)(Case&)) {
    const Seen before{read_tree(c.box.in()), read_tree(c.box.out())};
    const End first = run(c.start);
    if (c.crash) crash(c.box.out(), c.box.log(), *c.crash);
    const Verdict verdict = judge_run(c, before, first);
    if (verdict.outcome == Outcome::wrong || !c.again ||
        (verdict.outcome == Outcome::right && c.allowed.signal == 0 &&
         end == nullptr))
        return verdict;
    if (end != nullptr) end(c);
    const Verdict second = judge_second_run(boxes, c, before);
    return second.outcome == Outcome::wrong ? second : verdict;
}

}  // namespace tasuki::faults
