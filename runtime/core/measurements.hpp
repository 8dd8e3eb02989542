// The files in which StarPU keeps what it measured: bandwidths of the machine
// and times of tasks.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace tasuki::runtime {

/// In which StarPU keeps them, in a folder `sampling`.
std::filesystem::path starpu_folder(const std::filesystem::path& home);

/// The name of the machine in those of the files: STARPU_HOSTNAME, or the first
/// word of the host's.
std::string starpu_host();

/// Whether StarPU has measured the links of this machine, and keeps them below
/// `home`, or elsewhere as the user has it.
bool has_measured_links(const std::filesystem::path& home);

/// Whether a model of task times is whole, as StarPU 1.4 writes it (format 45):
/// it ends the process at one of another format, too.
bool is_whole_model(std::string_view text);

/// Whether a square table of bandwidths or latencies is whole.
bool is_whole_table(std::string_view text);
/// Numbers of the devices of each kind, of which GPUs by HIP are the last.
bool is_whole_config(std::string_view text);

/// StarPU ends the process when it reads a file that is not whole, as a full
/// disk or a kill leaves it, and would do so for ever.  Those of this machine
/// in .starpu/sampling of `home` are renamed to NAME.damaged, with a warning
/// that names the folder, and StarPU measures anew.  Called before it starts.
void set_aside_damaged_measurements(const std::filesystem::path& home);

/// Lives while StarPU starts.  The first process of a machine measures its
/// links then, for seconds: others that start wait until it has.  At the same
/// time they would measure each other's transfers too, and take files that are
/// being written for damaged.
class FirstStart {
  public:
    /// Sets damaged measurements aside.
    /// @param home  in which StarPU keeps them; without locks there it goes on
    explicit FirstStart(const std::filesystem::path& home);
    FirstStart(const FirstStart&) = delete;
    FirstStart& operator=(const FirstStart&) = delete;
    ~FirstStart() { end(); }

    /// StarPU has started.
    void end();

  private:
    int lock_ = -1;  // a file
};

}  // namespace tasuki::runtime
