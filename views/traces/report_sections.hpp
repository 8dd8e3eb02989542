// The parts of a trace's page that are tables, as HTML.
#pragma once

#include <string>

#include "views/traces/timeline/summary.hpp"
#include "views/traces/timeline/timeline.hpp"

namespace tasuki::trace {

/// A bar for each worker: busy, waiting for data, idle.
std::string workers_html(const Timeline& timeline, const Summary& summary);
/// Tasks, time and speed of each phase on each kind of worker.
std::string phases_html(const Summary& summary);
/// What moved over each link, and how much of it was hidden.
std::string exchange_html(const Timeline& timeline, const Summary& summary);
/// The longest chain step by step, and the slack of the phases.
std::string chain_html(const Timeline& timeline, const Summary& summary);
/// The bound, its two parts and what they are.
std::string bound_html(const Timeline& timeline, const Summary& summary);
/// Command, versions, cost of the record, clocks.
std::string origin_html(const Timeline& timeline, const Summary& summary);

}  // namespace tasuki::trace
