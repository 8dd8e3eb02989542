#include "drivers/solve/propagator_output.hpp"

#include <utility>

namespace tasuki::drivers {

PropagatorOutput::PropagatorOutput(runtime::Context& context, std::string path,
                                   const io::Propagator& propagator, int count,
                                   int beside)
    : path_{std::move(path)},
      propagator_{propagator},
      count_{static_cast<std::size_t>(count)},
      writing_{context, static_cast<std::size_t>(beside)},
      to_disk_{context, static_cast<std::size_t>(beside)} {}

void PropagatorOutput::add(io::PropagatorColumn column) {
    if (!file_)
        file_ = std::make_shared<io::PropagatorFile>(
            path_, propagator_,
            column.x.sites.size() * sizeof(lattice::SpinorSite) * count_);
    writing_.add("write", [file = file_,
                           kept = std::make_shared<const io::PropagatorColumn>(
                               std::move(column))] { file->add(*kept); });
    // What was written before is on its way to the disk meanwhile.
    to_disk_.add("to_disk", [file = file_] { file->start_writing(); });
}

std::shared_ptr<io::PropagatorFile> PropagatorOutput::take() {
    writing_.wait();
    to_disk_.wait();
    return std::move(file_);
}

}  // namespace tasuki::drivers
