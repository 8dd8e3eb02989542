// The commands of the campaign: every one of drivers/commands.def, on inputs so
// small that it takes a fraction of a second.
#pragma once

#include <string>
#include <vector>

namespace tasuki::faults {

/// Words of a command line run in a folder with in/ (inputs) and out/.
struct Command {
    std::string name;
    std::string words;
    /// An earlier run, whose outputs stand in out/ in half of the cases.
    std::string earlier = "";
    /// Goes on after an interrupt, once out/checkpoint.h5 exists.
    std::string resume = "";
    /// What is damaged in in/ or out/, and whether the format has checksums, so
    /// that no damage goes unnoticed.
    std::string input = "";
    bool checked = false;
    /// A folder of in/ that it works on, copied to out/.
    std::string given = "";
    /// The start of the names in out/ of files full of times: only looked at
    /// for being there and whole.
    std::string loose = "";
    /// Its last digits depend on the plans that FFTW measures.
    bool rounds = false;
};

const std::vector<Command>& commands();

/// The inputs: commands that make them, in this order.
const std::vector<std::string>& recipes();
/// Bodies as text, which no command writes.
std::string bodies_text();

}  // namespace tasuki::faults
