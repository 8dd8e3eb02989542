// What `bench self` prints and writes, beside the figures of the paper.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "peers/self/self.hpp"

namespace tasuki {
class Json;
}

namespace tasuki::drivers {

/// Times that the paper has on K20 GPUs [s].
struct PaperFigure {
    double least, greatest;  ///< 0: it is `<` or `>` the other one
};
/// Beside this row, if it has one.
/// Source: Kuwahara, Hanawa, Kodama and Boku, GMPI (IPSJ SIG-HPC).
std::optional<PaperFigure> paper_figure(const peers::self::Row& row);

/// Ping-pong by `self` and by others, of the sizes that both have.
struct WayComparison {
    int sizes = 0;   ///< with mpi-host
    int faster = 0;  ///< of these, `self` is
    /// Bandwidth of `self` over that of others, from 1 MiB on.
    struct Part {
        double least = 0, greatest = 0;  ///< 0: no such sizes
    };
    Part of_copy{}, of_copy_alone{};
};
WayComparison compare_ways(const std::vector<peers::self::Row>& rows);

struct SelfReport {
    peers::self::Setting setting;
    std::vector<peers::self::Row> rows;
    std::vector<peers::self::LeftOut> left_out;
};

/// A line, or the head of the table.
void print_self(const peers::self::Setting& setting);
void print_self(const peers::self::Row& row);
void print_self(const peers::self::LeftOut& left_out);
void print_self(const WayComparison& comparison);

Json self_json(const SelfReport& report);

/// Time over size: attributes and messages between kernels; ping-pong.
std::string self_svg(const std::vector<peers::self::Row>& rows);

}  // namespace tasuki::drivers
