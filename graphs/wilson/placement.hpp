// Placements: which phase may run where, under the names of the 2015 paper
// (IPSJ SIG-HPC 149-11) and a few of ours.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "codelets/wilson/hop.hpp"
#include "runtime/codelet.hpp"

namespace tasuki::graphs::wilson {

class Placement {
  public:
    enum class Name { gpu, cpu, host_t_minus, host_t, host_all, dynamic };

    constexpr Placement(Name name) : name_{name} {}  // NOLINT: a name is one

    /// @throws UsageError  an unknown name; lists the known ones
    static Placement parse(std::string_view text);
    static std::vector<std::string> names();

    Name name() const { return name_; }
    std::string to_string() const;

    /// Where pack, interior, merge and reductions run.
    runtime::Where bulk() const;
    /// Where the matvec of this face runs: the choice that is studied.
    runtime::Where matvec(int mu, tasuki::wilson::Hop hop) const;

    bool needs_gpu() const {
        return name_ != Name::cpu && name_ != Name::dynamic;
    }
    bool needs_cpu() const {
        return name_ != Name::gpu && name_ != Name::dynamic;
    }

  private:
    Name name_;
};

}  // namespace tasuki::graphs::wilson
