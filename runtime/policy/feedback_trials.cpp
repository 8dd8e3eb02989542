// Which trials may begin, and which is next.
#include <algorithm>
#include <utility>

#include "runtime/policy/feedback.hpp"

namespace tasuki::runtime {

namespace {

/// Part of the time that trials may cost; and that first ones may in any case
/// [s].
constexpr double kBudget = 0.005, kFirstLoss = 0.03;
/// Time that tasks may take at first that are on a CPU to be measured there
/// [s].
constexpr double kFirstAsking = 0.1;
/// Part of the CPUs' time that a class may take if it moves there.
constexpr double kLight = 0.5;

}  // namespace

double Feedback::budget() const {
    return kBudget * elapsed_;
}

/// Where a GPU is far ahead, the first tasks on CPUs could take longer than all
/// of the run.
double Feedback::asking() const {
    return std::max(kFirstAsking, budget());
}

std::vector<Feedback::Class> Feedback::members(const Trial& trial) const {
    std::vector<Class> all;
    double part = 0;
    for (const auto& [c, state] : places_.all()) {
        if (state.place == trial.to) continue;
        if (trial.scope == Scope::one && c != trial.one) continue;
        if (trial.scope != Scope::all && !places_.may_help(state, trial.to))
            continue;
        const double its = places_.cpu_part(state);
        if (trial.scope == Scope::light && its > kLight) continue;
        part += its;
        all.push_back(c);
    }
    if (trial.scope == Scope::one && trial.to == Kind::cpu && part > kLight)
        return {};
    return all;
}

/// What a trial may cost at least: a burst is placed before it is known to be
/// slow.
double Feedback::risk(const Trial& trial) const {
    return epochs_.by_bursts()
               ? trial.risk * baseline_ * epochs_.expected_tasks()
               : 0;
}

bool Feedback::may_begin(const Trial& trial) const {
    if (trial.due > elapsed_) return false;
    const double most = std::max(trial.was_made ? 0 : kFirstLoss, budget());
    const bool is_first = &trial == trials_.data() && !trial.was_made;
    if (!is_first && lost_ + risk(trial) > most) return false;
    const auto count = members(trial).size();
    // Of a single class there is a trial of its own.
    if (trial.scope == Scope::light || trial.to == Kind::gpu)
        return count > (trial.scope == Scope::one ? 0 : 1);
    return count > 0;
}

const Feedback::Trial* Feedback::next_trial() const {
    const Trial* next = nullptr;
    const auto order = [](const Trial& t) {
        return std::pair{t.was_made, t.due};
    };
    for (const Trial& trial : trials_)
        if (may_begin(trial) &&
            (next == nullptr || order(trial) < order(*next)))
            next = &trial;
    return next;
}

void Feedback::make_due() {
    for (Trial& trial : trials_) {
        trial.due = 0;
        trial.wait = kFirstWait;
        trial.risk = kRisk;
    }
}

/// It would compare the same places again.
bool Feedback::undoes_last(const Trial& trial) const {
    const auto moved = [&](Class c) {
        return std::ranges::find(before_, std::pair{c, trial.to}) !=
               before_.end();
    };
    const auto all = members(trial);
    return !all.empty() && all.size() == before_.size() &&
           std::ranges::all_of(all, moved);
}

}  // namespace tasuki::runtime
