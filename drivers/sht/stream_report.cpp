// The result of `tasuki sht --stream` as a table and as JSON.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "drivers/sht/stream.hpp"
#include "io/print.hpp"
#include "json/json.hpp"

namespace tasuki::drivers {

double StreamResult::fields_per_second() const {
    return seconds > 0 ? fields / seconds : 0;
}

double StreamResult::occupancy_of_files() const {
    return seconds > 0 ? (reading + writing) / (helpers * seconds) : 0;
}

std::string StreamResult::limited_by() const {
    std::string name = "files";
    double most = occupancy_of_files() * seconds;
    for (const Worker& worker : by_worker)
        if (worker.busy > most) {
            most = worker.busy;
            name = worker.name;
        }
    return name;
}

std::string title_of(const StreamOptions& o, const StreamPlan& plan,
                     const StreamResult& r) {
    return fmt::format(
        "Spherical harmonics, T{}, a stream of {} fields, placement {}, policy "
        "{}",
        plan.truncation, plan.fields(), o.placement, r.policy);
}

void print_result(const StreamOptions& o, const StreamPlan& plan,
                  const StreamResult& r) {
    io::print("Spherical harmonics, T{}, {} {} x {}, {}\n", plan.truncation,
              sphere::latitudes_name(plan.grid.kind), plan.grid.latitudes,
              plan.grid.longitudes, plan.source);
    io::print("  {:<11} {} of {}, to {}\n",
              plan.analyzes ? "analysis" : "synthesis", r.fields,
              plan.winds ? "winds" : plan.output.variables.front().name, o.out);
    io::print("  workers     {}; placement {}, policy {}\n",
              fmt::format("{}", fmt::join(r.workers, ", ")), r.placement,
              r.policy);
    io::print("  buffers     {}, {} processes for files\n\n", r.buffers,
              r.helpers);
    io::print("  {:<28} {:>10} {:>10}\n", "", "fields", "busy [%]");
    for (const auto& worker : r.by_worker)
        io::print("  {:<28} {:>10} {:>10.0f}\n", worker.name, worker.fields,
                  100 * worker.busy / r.seconds);
    io::print("  {:<28} {:>10} {:>10.0f}\n", "files", "",
              100 * r.occupancy_of_files());
    io::print(
        "\n  speed       {:.4g} fields/s; read {:.3g}, written {:.3g} "
        "GB/s\n",
        r.fields_per_second(), 1e-9 * r.bytes_read / r.seconds,
        1e-9 * r.bytes_written / r.seconds);
}

Json json_of(const StreamOptions& o, const StreamPlan& plan,
             const StreamResult& r) {
    Json j;
    j["operation"] = plan.analyzes ? "analysis" : "synthesis";
    j["source"] = plan.source;
    j["winds"] = plan.winds;
    j["truncation"] = plan.truncation;
    j["grid"] = {{"kind", sphere::latitudes_name(plan.grid.kind)},
                 {"latitudes", plan.grid.latitudes},
                 {"longitudes", plan.grid.longitudes}};
    j["fields"] = r.fields;
    j["seconds"] = r.seconds;
    j["fields_per_second"] = r.fields_per_second();
    j["bytes_read"] = r.bytes_read;
    j["bytes_written"] = r.bytes_written;
    j["placement"] = o.placement;
    j["policy"] = r.policy;
    j["workers"] = r.workers;
    j["buffers"] = r.buffers;
    j["readers"] = r.helpers;
    j["seconds_reading"] = r.reading;
    j["seconds_writing"] = r.writing;
    j["occupancy"] = Json::array();
    j["occupancy"].push_back(
        {{"name", "files"}, {"fraction", r.occupancy_of_files()}});
    for (const auto& worker : r.by_worker)
        j["occupancy"].push_back({{"name", worker.name},
                                  {"fields", worker.fields},
                                  {"fraction", worker.busy / r.seconds}});
    j["limited_by"] = r.limited_by();
    return j;
}

}  // namespace tasuki::drivers
