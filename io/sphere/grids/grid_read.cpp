#include "io/sphere/grids/grid_read.hpp"

#include <fmt/format.h>

#include <utility>
#include <vector>

#include "io/hdf5/hdf5.hpp"
#include "io/input_error.hpp"
#include "io/sphere/grids/grid_reader.hpp"
#include "io/sphere/grids/rehearsal.hpp"

namespace tasuki::io {

namespace {

/// Which of several fields in one array, and a note that says so.
std::size_t chosen(const NetcdfFile& file, const NetcdfVariable& field,
                   const char* what, std::optional<std::size_t> dimension,
                   std::optional<int> wanted, std::string& note) {
    const std::size_t all = dimension ? field.dimensions[*dimension].size : 1;
    const auto k = static_cast<std::size_t>(wanted.value_or(0));
    if (k >= all)
        throw InputError(file.name(), fmt::format("no such {}", what),
                         field.path,
                         fmt::format("--{} from 0 to {}", what, all - 1),
                         fmt::format("--{} {}", what, k));
    if (all > 1)
        note += fmt::format(
            "{}{} {} of {} (0 to {}){}", note.empty() ? "" : "; ", what, k,
            field.path, all - 1,
            wanted ? ""
                   : fmt::format(", the first: --{} chooses another", what));
    return k;
}

/// All that is asked of the library.
/// @return (rows, columns), as the file has them
std::vector<double> read_raw(const NetcdfFile& file, const GridReader& reader,
                             const FieldChoice& choice, std::string& note) {
    const GridLayout& layout = reader.layout();
    std::vector<std::size_t> start(layout.field->dimensions.size());
    const auto choose = [&](const char* what, std::optional<std::size_t> d,
                            std::optional<int> wanted) {
        const auto k = chosen(file, *layout.field, what, d, wanted, note);
        if (d) start[*d] = k;
    };
    choose("time", layout.time, choice.time);
    choose("level", layout.level, choice.level);
    std::vector<double> raw;
    reader.read(start, raw);
    return raw;
}

}  // namespace

GridField read_grid(const Source& source, const FieldChoice& choice) {
    std::string note;
    if (looks_like_hdf5(source))
        rehearse(
            source.name(),
            [&] {
                const NetcdfFile file{source};
                (void)read_raw(file, GridReader{file, choice.variable}, choice,
                               note);
            },
            seconds_for(source.size()));
    const NetcdfFile file{source};
    GridReader reader{file, choice.variable};
    const auto raw = read_raw(file, reader, choice, note);
    GridField field;
    reader.on_grid(raw, field);
    field.note = note;
    return field;
}

}  // namespace tasuki::io
