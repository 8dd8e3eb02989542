// Workers of work that can be cut anywhere: placements of graphs whose tasks
// are all alike.
#pragma once

#include <string>
#include <string_view>

#include "runtime/core/resources.hpp"

namespace tasuki::graphs {

class Share {
  public:
    enum class Name {
        gpu,      ///< GPUs alone
        cpu,      ///< the CPU alone
        dynamic,  ///< all workers, in proportion to their measured speeds
        split     ///< a fixed fraction on the CPU
    };

    constexpr Share(Name name) : name_{name} {}  // NOLINT: a name is one
    static constexpr Share split(double fraction) {
        Share share{Name::split};
        share.fraction_ = fraction;
        return share;
    }
    /// split whose fraction is measured when the work is cut.
    static constexpr Share split_auto() { return split(-1); }

    /// "gpu", "cpu", "dynamic", "split:0.25", "split:auto"
    /// @throws UsageError  another text
    static Share parse(std::string_view text);
    std::string to_string() const;

    Name name() const { return name_; }
    /// Of a split: fraction of the CPU, 0 to 1; below 0: to be measured.
    double fraction() const { return fraction_; }

    /// Whether workers of this kind compute, if there are any.
    bool uses(runtime::Worker::Kind kind) const;
    /// Whether the shares need measured speeds of the workers.
    bool is_measured() const {
        return name_ == Name::dynamic ||
               (name_ == Name::split && fraction_ < 0);
    }
    /// Of one that is not measured: fraction of the CPU, 0 to 1.
    double cpu_fraction() const;
    bool needs_gpu() const;
    bool needs_cpu() const;

  private:
    Name name_;
    double fraction_ = 0;
};

/// @throws UnavailableError  the share needs a worker that is not here
void check_share(const runtime::Context& context, Share share);
/// Likewise, before there is a Context.
void check_share(const runtime::Resources& here, Share share);

}  // namespace tasuki::graphs
