// The files in which StarPU keeps what it measured: bandwidths of the machine
// and times of tasks.
#pragma once

#include <filesystem>
#include <string_view>

namespace tasuki::runtime {

/// Whether a model of task times is whole, as StarPU 1.4 writes it (format 45):
/// it ends the process at one of another format, too.
bool is_whole_model(std::string_view text);

/// Whether a square table of bandwidths or latencies is whole.
bool is_whole_table(std::string_view text);

/// StarPU ends the process when it reads a file that is not whole, as a full
/// disk or a kill leaves it, and would do so for ever.  Those of this machine
/// in .starpu/sampling of `home` are renamed to NAME.damaged, with a warning
/// that names the folder, and StarPU measures anew.  Called before it starts.
void set_aside_damaged_measurements(const std::filesystem::path& home);

}  // namespace tasuki::runtime
