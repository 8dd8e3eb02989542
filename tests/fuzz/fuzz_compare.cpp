// The JSON that a comparison keeps: one object of its experiment and its cells,
// those that ended well and those that failed; and the report of what is read.
#include "drivers/compare/figures.hpp"
#include "drivers/compare/html_report.hpp"
#include "tests/fuzz/fuzz.hpp"
#include "tests/fuzz/views.hpp"

namespace {

using namespace tasuki;
using namespace tasuki::drivers::compare;

/// As Store and write_report() do it.
Findings findings_of(const Json& j) {
    Findings f{experiment_from_json(j.at("experiment")), {}, {}};
    const Subject& subject = *f.experiment.subject;
    for (const auto& cell : j.at("cells"))
        f.results.push_back(result_from_json(subject, cell, "cell"));
    for (const auto& cell : j.at("failed"))
        f.failures.push_back(failure_from_json(subject, cell, "failed"));
    f.missing = f.experiment.planned;
    return f;
}

void check_report(const Findings& f) {
    const auto figures = make_figures(f.results);
    fuzz::check_xml(to_html(f, figures));
    for (const auto& figure : figures) {
        fuzz::check_xml(views::standalone_svg(figure.chart));
        fuzz::need(figure.name.find('/') == std::string::npos);
    }
    (void)to_csv(f);
    (void)to_json(f).dump(2);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
    try {
        check_report(findings_of(Json::parse(fuzz::text(data, size))));
    } catch (const runtime::Error& e) {
        fuzz::need(e.exit_code() == runtime::ExitCode::bad_input);
    } catch (const Json::Error&) {
    }
    return 0;
}
