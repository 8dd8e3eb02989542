// Every view of a timeline, checked.
#pragma once

#include "tests/fuzz/views.hpp"
#include "views/traces/picture_svg.hpp"
#include "views/traces/timeline/summary.hpp"
#include "views/traces/views.hpp"

namespace tasuki::fuzz {

inline void check_views(const trace::Timeline& t) {
    const auto summary = trace::summarize(t);
    check_xml(trace::to_html(t, summary));
    check_xml(trace::to_dag(t, summary.path_iteration));
    check_xml(trace::static_picture(t, summary).svg);
    need(Json::try_parse(trace::to_chrome(t)).has_value());
    need(test::is_plain(trace::to_paje(t)));
}

}  // namespace tasuki::fuzz
