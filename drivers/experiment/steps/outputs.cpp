#include "drivers/experiment/steps/outputs.hpp"

#include <utility>

namespace tasuki::drivers {

Outputs::Outputs(runtime::Context& context, std::size_t at_once,
                 ProgressLine& progress)
    : at_once_{at_once},
      progress_{progress},
      pictures_{"pictures", runtime::Background{context, at_once}},
      files_{"files", runtime::Background{context, at_once}} {}

template <class Do>
void Outputs::wait_for(Part& part, const Do& what_may_wait) {
    constexpr double kNoticed = 1e-3;  // [s]
    const double before = part.background.waited();
    what_may_wait();
    if (part.background.waited() > before + kNoticed) waited_for_ = part.what;
}

void Outputs::add(Part& part, std::function<void()> function) {
    if (!function) return;
    if (part.background.is_full()) progress_.show_waiting(part.what);
    wait_for(part,
             [&] { part.background.add(part.what, std::move(function)); });
}

void Outputs::add(Work work) {
    add(pictures_, std::move(work.picture));
    add(files_, std::move(work.files));
}

void Outputs::wait() {
    for (Part* part : {&pictures_, &files_}) {
        progress_.show_waiting(part->what);
        wait_for(*part, [&] { part->background.wait(); });
    }
}

}  // namespace tasuki::drivers
