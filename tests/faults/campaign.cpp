#include "tests/faults/campaign.hpp"

#include <fmt/format.h>

#include <chrono>
#include <map>
#include <numeric>

#include "tests/faults/judge.hpp"
#include "tests/faults/mounts.hpp"
#include "tests/folder.hpp"

namespace tasuki::faults {

namespace {

/// Rows of the table: cases by outcome.
struct Counts {
    std::map<Outcome, int> of;
    int skipped = 0;
    int all() const {
        return std::accumulate(
            of.begin(), of.end(), 0,
            [](int sum, const auto& entry) { return sum + entry.second; });
    }
};

class Campaign {
  public:
    explicit Campaign(const Options& options)
        : options_{options},
          has_mounts_{enter_mount_namespace()},
          boxes_{options.program, options.interposed} {
        if (!has_mounts_)
            fmt::print(
                "skipped: this system allows no mounts: no full and "
                "read-only disks\n");
    }

    int run();

  private:
    const Reference& reference(const Command& command) {
        const auto found = references_.find(command.name);
        if (found != references_.end()) return found->second;
        return references_
            .emplace(command.name, make_reference(boxes_, command))
            .first->second;
    }
    void run_case(std::size_t number);
    void print_counts() const;

    const Options& options_;
    bool has_mounts_;
    Boxes boxes_;
    std::vector<Fault> faults_ = all_faults();
    std::map<std::string, Reference> references_;
    std::map<std::string, Counts> counts_;  // by fault
    Counts total_;
};

/// Every command meets every fault once in each round, in another order.
void Campaign::run_case(std::size_t number) {
    const auto& list = commands();
    const std::size_t pairs = list.size() * faults_.size();
    std::vector<std::size_t> order(pairs);
    std::iota(order.begin(), order.end(), std::size_t{0});
    Random{options_.seed, number / pairs}.shuffle(order);
    const std::size_t pair = order[number % pairs];
    const Command& command = list[pair % list.size()];
    const Fault& fault = faults_[pair / list.size()];
    const std::string name = command.name + '/' + fault.name;
    if (name.find(options_.only) == std::string::npos) return;
    const Reference& expected = reference(command);
    if (!fault.applies(command, expected)) return;
    if (fault.needs_mounts && !has_mounts_) {
        ++counts_[fault.name].skipped;
        ++total_.skipped;
        return;
    }
    const Box box = boxes_.make(command);
    Case c{command, expected, box, boxes_.start(box, command.words),
           Random{options_.seed, 1'000'000 + number}};
    if (!expected.earlier.empty() && c.random.below(2) == 0)
        for (const auto& [path, bytes] : expected.earlier) {
            if (path.ends_with('/'))
                std::filesystem::create_directories(box.out() / path);
            else
                test::write_file(box.out() / path, bytes);
        }
    fault.apply(c);
    const Verdict verdict = judge(boxes_, c, fault.end);
    ++counts_[fault.name].of[verdict.outcome];
    ++total_.of[verdict.outcome];
    if (verdict.outcome == Outcome::wrong) {
        fmt::print("WRONG {} ({}): {}\n  faults --seed {} --case {}\n", name,
                   c.note, verdict.problem, options_.seed, number);
        if (std::filesystem::is_regular_file(c.start.errors))
            fmt::print("  stderr: {:.600}\n", test::read_file(c.start.errors));
    } else if (options_.only_case) {
        fmt::print("{} ({}): as it may be\n", name, c.note);
    }
    std::fflush(stdout);
    boxes_.remove(box);
}

void Campaign::print_counts() const {
    const auto row = [](const std::string& name, const Counts& counts) {
        const auto of = [&](Outcome outcome) {
            const auto found = counts.of.find(outcome);
            return found == counts.of.end() ? 0 : found->second;
        };
        fmt::print("{:20} {:6} {:6} {:8} {:6} {:6} {:8}\n", name, counts.all(),
                   of(Outcome::right), of(Outcome::refused), of(Outcome::ended),
                   of(Outcome::wrong), counts.skipped);
    };
    fmt::print("\n{:20} {:>6} {:>6} {:>8} {:>6} {:>6} {:>8}\n", "fault",
               "cases", "right", "refused", "ended", "WRONG", "skipped");
    for (const auto& [name, counts] : counts_) row(name, counts);
    row("all", total_);
}

int Campaign::run() {
    using Clock = std::chrono::steady_clock;
    const auto begin = Clock::now();
    const auto seconds = [&] {
        return std::chrono::duration<double>(Clock::now() - begin).count();
    };
    if (options_.only_case)
        run_case(*options_.only_case);
    else
        for (std::size_t k = 0; seconds() < options_.seconds; ++k) run_case(k);
    print_counts();
    const auto wrong = total_.of.find(Outcome::wrong);
    const int failed = wrong == total_.of.end() ? 0 : wrong->second;
    fmt::print("faults: {} passed, {} failed\n", total_.all() - failed, failed);
    return failed;
}

}  // namespace

int run_campaign(const Options& options) {
    if (options.list) {
        for (const Command& command : commands())
            fmt::print("{:20} tasuki {}\n", command.name, command.words);
        for (const Fault& fault : all_faults()) fmt::print("{}\n", fault.name);
        return 0;
    }
    return Campaign{options}.run();
}

}  // namespace tasuki::faults
