#include "drivers/solve/checkpoint.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <utility>

#include "io/input_error.hpp"
#include "runtime/core/error.hpp"
#include "runtime/core/log.hpp"

namespace tasuki::drivers {

namespace {

/// Of the links of all ranks.
std::uint32_t crc32_of_all(const lattice::GaugeField& u,
                           const lattice::Region& own,
                           const runtime::Ranks& ranks) {
    std::uint32_t crc = 0;
    for (const auto& part :
         ranks.gather(fmt::format("{}", io::crc32_of(u, own))))
        crc ^= static_cast<std::uint32_t>(std::stoul(part));
    return crc;
}

io::SolveProblem problem_of(const SolveOptions& o, const SolvePlan& plan,
                            std::uint32_t links_crc32) {
    return {gauge_name(o), plan.extents, links_crc32,      o.kappa,
            o.csw,         o.mu,         o.bc_t,           o.source,
            o.solver,      o.tolerance,  precision_name(o)};
}

bool has_file(const std::string& path) {
    std::error_code error;
    return std::filesystem::exists(path, error) &&
           !std::filesystem::is_empty(path, error);
}

}  // namespace

SolveCheckpoint::SolveCheckpoint(const SolveOptions& options,
                                 const SolvePlan& plan,
                                 const lattice::GaugeField& u,
                                 const graphs::wilson::Decomposition& d,
                                 const runtime::Ranks& ranks)
    : options_{options},
      ranks_{ranks},
      state_{problem_of(
          options, plan,
          is_kept() ? crc32_of_all(u, d.local_region(), ranks) : 0)} {
    if (!is_kept()) return;
    if (has_file(options.checkpoint)) {
        auto found =
            io::read_solve_checkpoint(*io::open_source(options.checkpoint));
        check_agreement(found.problem);
        const auto count = static_cast<std::size_t>(plan.sources.count());
        const auto check_name = [&](std::size_t k, const auto& column) {
            const auto expected =
                k < count ? plan.sources.name(static_cast<int>(k)) : "none";
            if (column.name != expected)
                throw io::InputError(
                    options.checkpoint, "not the sources of this problem",
                    fmt::format("solution {}", k), expected, column.name);
        };
        for (std::size_t k = 0; k < found.solved.size(); ++k)
            check_name(k, found.solved[k]);
        for (std::size_t k = 0; k < found.running.size(); ++k)
            check_name(found.solved.size() + k, found.running[k]);
        state_.solved = std::move(found.solved);
        state_.running = std::move(found.running);
        runtime::logger().info("goes on from {}: {} of {} sources are solved",
                               options.checkpoint, state_.solved.size(), count);
    }
    const auto found = ranks.gather(fmt::format(
        "{} sources solved and {} iterations of the next", state_.solved.size(),
        state_.running.empty() ? 0 : state_.running.front().iterations));
    for (int r = 1; r < ranks.size(); ++r)
        if (found[r] != found[0])
            throw runtime::UsageError(fmt::format(
                "--checkpoint {}: expected the same file on every rank, found "
                "{} on rank 0 and {} on rank {}",
                options.checkpoint, found[0], found[r], r));
    signals_.emplace();
}

void SolveCheckpoint::check_agreement(const io::SolveProblem& found) const {
    const io::SolveProblem& mine = state_.problem;
    const auto check = [this](const char* option, const auto& asked,
                              const auto& of_file) {
        if (asked == of_file) return;
        throw runtime::UsageError(fmt::format(
            "{} {}: the run that wrote {} has {}; name another --checkpoint, "
            "or remove that file",
            option, asked, options_.checkpoint, of_file));
    };
    check("--lattice", lattice::to_string(mine.extents),
          lattice::to_string(found.extents));
    const auto links = [](const io::SolveProblem& p) {
        return fmt::format("{} (links with CRC-32 {:08x})", p.gauge,
                           p.links_crc32);
    };
    // The same links may have another name by now.
    if (mine.links_crc32 != found.links_crc32)
        check("--gauge", links(mine), links(found));
    check("--kappa", mine.kappa, found.kappa);
    check("--csw", mine.csw, found.csw);
    check("--mu", mine.mu, found.mu);
    check("--bc-t", mine.bc_t, found.bc_t);
    check("--source", mine.source, found.source);
    check("--solver", mine.solver, found.solver);
    check("--tolerance", mine.tolerance, found.tolerance);
    check("--precision", mine.precision, found.precision);
}

void SolveCheckpoint::write() {
    if (ranks_.is_first())
        io::write_solve_checkpoint(options_.checkpoint, state_);
    written_ = Clock::now();
}

void SolveCheckpoint::end_if(int signal, const std::string& where) const {
    if (io::ends_run(signal))
        throw io::Interrupted{signal, where, options_.checkpoint};
}

bool SolveCheckpoint::is_due() const {
    const std::chrono::duration<double> since = Clock::now() - written_;
    return since.count() >= options_.checkpoint_every;
}

/// A signal may have come to one rank only, and clocks differ: one that ends
/// the run wins, then any other one.
/// @param due  of this rank, and then of any
int SolveCheckpoint::agreed_signal(bool& due) const {
    constexpr int kEnds = 1000;
    const int signal = signals_->take();
    const int weight = io::ends_run(signal) ? kEnds + signal : signal;
    const auto most =
        static_cast<int>(ranks_.largest(2 * weight + (due ? 1 : 0)));
    due = most != 0;
    return most / 2 % kEnds;
}

void SolveCheckpoint::add(std::vector<io::PropagatorColumn> columns) {
    for (auto& column : columns) {
        if (!ranks_.is_first()) column.x.sites = {};
        state_.solved.push_back(std::move(column));
    }
    if (!is_kept()) return;
    write();
    bool due = false;
    end_if(agreed_signal(due),
           fmt::format("source {}", state_.solved.back().name));
}

void SolveCheckpoint::keep(
    const std::function<std::vector<io::PropagatorColumn>()>& columns) {
    if (!is_kept()) return;
    bool due = is_due();
    const int signal = agreed_signal(due);
    if (!due) return;
    state_.running = columns();
    write();
    const auto& first = state_.running.front();
    const auto where =
        fmt::format("iteration {} of source {}", first.iterations, first.name);
    state_.running.clear();
    end_if(signal, where);
}

}  // namespace tasuki::drivers
