// Placements: which phase may run where, under the names of the 2015 paper
// (IPSJ SIG-HPC 149-11) and a few of ours.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "codelets/wilson/hop.hpp"
#include "runtime/core/codelet.hpp"
#include "runtime/core/resources.hpp"

namespace tasuki::graphs::wilson {

class Placement {
  public:
    enum class Name {
        gpu,
        cpu,
        host_t_minus,
        host_t,
        host_all,
        dynamic,
        split
    };

    constexpr Placement(Name name) : name_{name} {}  // NOLINT: a name is one
    /// split: a fixed fraction, 0 to 1, of the blocks lives on the CPU.
    static constexpr Placement split(double fraction) {
        Placement placement{Name::split};
        placement.fraction_ = fraction;
        return placement;
    }

    /// split whose fraction has not been measured yet; it places nothing.
    static constexpr Placement split_auto() { return split(-1); }
    bool is_measured() const { return name_ != Name::split || fraction_ >= 0; }

    /// "gpu", "split:0.25", "split:auto", ...
    /// @throws UsageError  an unknown name, or no fraction; lists the known
    /// ones
    static Placement parse(std::string_view text);
    /// All but split, which takes a number.
    static std::vector<std::string> names();

    Name name() const { return name_; }
    std::string to_string() const;

    /// Where pack, interior and merge of block `index` of this rank's `count`
    /// run: with split the last ones on the CPU.
    runtime::Where block(int index, int count) const;
    /// Of all blocks alike; any for split.
    runtime::Where bulk() const;
    /// Where the matvec of this face of that block runs: the choice that is
    /// studied.
    runtime::Where matvec(int index, int count, int mu,
                          tasuki::wilson::Hop hop) const;
    /// Of all blocks alike.
    runtime::Where matvec(int mu, tasuki::wilson::Hop hop) const {
        return matvec(0, 1, mu, hop);
    }

    bool needs_gpu() const {
        return name_ == Name::split
                   ? fraction_ < 1
                   : name_ != Name::cpu && name_ != Name::dynamic;
    }
    bool needs_cpu() const {
        return name_ == Name::split
                   ? fraction_ != 0
                   : name_ != Name::gpu && name_ != Name::dynamic;
    }

  private:
    Name name_;
    double fraction_ = 0;
};

/// @throws UnavailableError  the placement needs a worker that is not here
void check_placement(const runtime::Context& context, Placement placement);
/// Likewise, before there is a Context.
void check_placement(const runtime::Resources& here, Placement placement);

}  // namespace tasuki::graphs::wilson
