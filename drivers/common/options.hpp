// How a command declares its options: name, variable, limits, help. CLI11's
// header and templates cost five to eleven seconds in each file that includes
// them, so that only options.cpp and the files that parse do. The rules for all
// options are there too:
// - an empty text, an empty std::optional or list, or a number outside of its
//   limits is a default that means 'not given'; help shows any other default;
// - a whole number is refused unless it is one: CLI11 takes -1 for 2^64 - 1;
// - a list is given with commas;
// - an empty value is refused: `--out "$FOLDER"` with no FOLDER is a mistake;
// - an option that names a file says whether it is read or written: see
//   io/outputs.hpp for what is refused then, before the command does anything.
#pragma once

#include <functional>
#include <string>
#include <variant>
#include <vector>

#include "drivers/common/cli_fwd.hpp"

namespace tasuki::drivers {

/// Numbers from `least` to `most`, both included.
struct Range {
    int least, most;
};
/// Numbers above 0.
struct Positive {};
/// One of these.
using Words = std::vector<std::string>;
using Numbers = std::vector<int>;
/// What an option accepts; std::monostate for all that its type does.
using Limits = std::variant<std::monostate, Range, Positive, Words, Numbers>;

struct FileOption;

/// An option that was declared, and rules beyond its own value.
class Option {
  public:
    Option(CLI::App& command, CLI::Option& option)
        : command_{&command}, option_{&option} {}

    Option required();
    /// Refused without the option `other`, which was declared before.
    Option needs(const std::string& other);
    /// Refused beside the option `other`, which was declared before.
    Option excludes(const std::string& other);
    /// Help names the value so, and not by its type.
    Option value_name(const std::string& name);
    /// Help does not show it.
    Option hidden();
    /// Exactly `count` words, in place of a list with commas.
    Option words(int count);
    /// Each time that it is given it has one word of the list, commas and
    /// dashes included.
    Option one_by_one();
    /// All words that are left, which are not looked at.
    Option rest();
    /// Its value names a file or folder that the command reads.
    Option reads();
    /// It names a file that the command writes. --overwrite, which the command
    /// has then, allows it to replace one.
    Option writes();
    /// Likewise; "-" means stdout.
    Option writes_or_prints();
    /// It names a folder for files that the command writes.
    /// @param resume  the option with which a run goes on in its own folder
    Option fills(const std::string& resume = {});
    /// It names a file that the command writes, or replaces if it is also the
    /// file of the option `resume`.
    Option continues(const std::string& resume);
    /// Whether the command line has it, once it was parsed.
    bool is_given() const;

  private:
    Option is_file(const FileOption& file);

    CLI::App* command_;
    CLI::Option* option_;
};

/// Declares an option or, without dashes, a positional argument.
/// @param names  "--repetitions,--reps"
/// @param value  keeps its value as the default; outlives the command. One of
///               int, uint32_t, uint64_t, double, std::string; std::optional of
///               int, uint64_t, double, std::string; std::vector of int,
///               uint64_t, std::string
template <class T>
Option add_option(CLI::App& command, const std::string& names, T& value,
                  const Limits& limits, const std::string& help);
template <class T>
Option add_option(CLI::App& command, const std::string& names, T& value,
                  const std::string& help) {
    return add_option(command, names, value, Limits{}, help);
}
/// Calls parse(text), which refuses a wrong text by UsageError.
Option add_option(CLI::App& command, const std::string& names,
                  const std::string& help,
                  std::function<void(const std::string&)> parse);
/// @param names  "--film", or "--film,!--no-film" with a second one for false
Option add_flag(CLI::App& command, const std::string& names, bool& value,
                const std::string& help);
/// Calls when_given().
Option add_flag(CLI::App& command, const std::string& names,
                const std::string& help, std::function<void()> when_given);

/// What the command does, once its options are parsed and its files checked.
void set_action(CLI::App& command, std::function<void()> action);
/// Text below the options in help.
void set_footer(CLI::App& command, const std::string& text);

}  // namespace tasuki::drivers
