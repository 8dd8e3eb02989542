// `tasuki sht --stream`: fields of all times and levels of a file, or spectra,
// transformed one beside another into one file.
//
//   helper processes: read ---+         +--- write
//   workers:                  +- transform
//
// Each field is in a buffer of its own from its first byte read to its last
// byte written.  There are few buffers, so that memory is bounded, and each is
// of one worker, whose arrays it holds as they lie in the transform.  A field
// is read into a buffer of a GPU if one is free, else of a CPU: what CPUs take
// is what GPUs cannot.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "drivers/sht/options.hpp"
#include "io/sphere/grids/series.hpp"
#include "runtime/core/ranks.hpp"

namespace tasuki {
class Json;
}

namespace tasuki::drivers {

/// The options of the command, for functions of this kind of run.
struct StreamOptions : ShtOptions {};

struct StreamPlan {
    bool analyzes = true;
    bool winds = false;  ///< of two components, from or to two spectra
    io::SeriesChoice choice{};
    io::Series input{};  ///< without a file: random spectra
    io::FieldsForm output{};
    int truncation = 0;  ///< M of the spectra
    tasuki::sphere::Grid grid{};
    int skipped_rows = 0;  ///< of the input before those of the grid
    std::string source;    ///< in words

    /// Of what is transformed: winds have a degree more than their spectra.
    tasuki::sphere::Truncation truncation_on_grid() const {
        return {truncation, truncation + (winds ? 1 : 0)};
    }
    /// Fields or spectra that are transformed together.
    std::size_t variables() const { return winds ? 2 : 1; }
    std::size_t fields() const { return output.fields(); }
};

/// What a worker is for, and how much of it there is.
struct StreamMachine {
    int helpers;  ///< processes that read and write
    runtime::ContextOptions context;
    int gpus, cpu_workers;         ///< that transform
    int gpu_buffers, cpu_buffers;  ///< of each of them
    int buffers() const {
        return gpus * gpu_buffers + cpu_workers * cpu_buffers;
    }
};
/// @throws UnavailableError  the placement needs a worker that is not here
StreamMachine stream_machine(const StreamOptions& options,
                             runtime::Recorder* recorder);

/// Doubles of a buffer: the fields, and the spectra.
struct BufferSize {
    std::size_t fields, spectra;
    std::size_t sum() const { return fields + spectra; }
};
BufferSize buffer_size(const StreamPlan& plan);

struct StreamResult : RunResult {
    double seconds = 0;  ///< from the first byte read to the last written
    int helpers = 0, buffers = 0;
    double reading = 0, writing = 0;           ///< seconds of all helpers
    double bytes_read = 0, bytes_written = 0;  ///< of fields and spectra
    struct Worker {
        std::string name;
        int fields = 0;
        double busy = 0;  ///< seconds with a transform or its transfers
    };
    std::vector<Worker> by_worker{};

    /// "files" or the name of a worker: what was busy most of the time.
    std::string limited_by() const;
    double fields_per_second() const;
    double occupancy_of_files() const;  ///< 0 to 1
    int fields = 0;
};

void check_options(const StreamOptions& options);
StreamPlan make_plan(const StreamOptions& options, const runtime::Ranks& ranks);
MemoryNeed memory_of(const StreamOptions& options, const StreamPlan& plan,
                     const runtime::Ranks& ranks);
/// Writes --out.
/// @throws InputError     a field names its variable, time and level
/// @throws NumericsError  a result that is not finite
StreamResult run_planned(const StreamOptions& options, const StreamPlan& plan,
                         runtime::Recorder* recorder);
void print_result(const StreamOptions& options, const StreamPlan& plan,
                  const StreamResult& result);
Json json_of(const StreamOptions& options, const StreamPlan& plan,
             const StreamResult& result);
std::string title_of(const StreamOptions& options, const StreamPlan& plan,
                     const StreamResult& result);

}  // namespace tasuki::drivers
