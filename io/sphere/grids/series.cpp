#include "io/sphere/grids/series.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "io/input_error.hpp"
#include "io/sphere/grids/rehearsal.hpp"
#include "io/sphere/spectrum_file.hpp"

namespace tasuki::io {

namespace {

/// Texts that name other variables of the file, which are not taken over.
constexpr std::array kReferences{"bounds", "climatology", "formula_terms",
                                 "coordinates", "ancillary_variables"};
/// What is said of a field, whatever it is transformed to.
constexpr std::array kKept{"units", "long_name", "standard_name"};

template <class Names>
bool is_one_of(const std::string& name, const Names& names) {
    return std::ranges::any_of(names, [&](const char* n) { return n == name; });
}

bool is_spectra(const NetcdfVariable& v) {
    const auto& d = v.dimensions;
    return d.size() >= 2 && d.back().name == kPartDimension &&
           d[d.size() - 2].name == kCoefficientDimension;
}

std::string without_slash(const std::string& path) {
    return path.substr(path.starts_with('/') ? 1 : 0);
}

}  // namespace

SeriesReader::SeriesReader(const std::string& path, const SeriesChoice& choice)
    : mapped_{path}, file_{path, mapped_.bytes()} {
    const auto spectra = find_spectra(choice);
    if (spectra.empty())
        open_grids(choice);
    else
        open_spectra(spectra, choice);
}

void SeriesReader::refuse(const std::string& what, const std::string& where,
                          const std::string& expected,
                          const std::string& found) const {
    throw InputError(file_.name(), what, where, expected, found);
}

const NetcdfVariable& SeriesReader::variable(std::size_t k) const {
    return series_.spectra ? *spectra_[k] : *readers_[k].layout().field;
}

/// None: the file has grids, if anything.
std::vector<const NetcdfVariable*> SeriesReader::find_spectra(
    const SeriesChoice& choice) const {
    std::vector<const NetcdfVariable*> all;
    for (const auto& v : file_.variables())
        if (is_spectra(v)) all.push_back(&v);
    if (all.empty()) return all;
    std::vector<std::string> names;
    for (const auto* v : all) names.push_back(v->path);
    const auto has = fmt::format("{}", fmt::join(names, ", "));
    const auto& wanted =
        choice.spectra.empty() ? choice.variables : choice.spectra;
    if (wanted.empty()) {
        if (all.size() > 1)
            refuse("several spectra", "",
                   "one, or --variable or --winds with the names", has);
        return all;
    }
    std::vector<const NetcdfVariable*> chosen;
    for (const auto& name : wanted) {
        const auto found = std::ranges::find(names, without_slash(name));
        if (found == names.end()) refuse("no such spectra", "", name, has);
        chosen.push_back(all[static_cast<std::size_t>(found - names.begin())]);
    }
    return chosen;
}

void SeriesReader::open_grids(const SeriesChoice& choice) {
    auto names = choice.variables;
    if (names.empty()) names.emplace_back();
    for (const auto& name : names) readers_.emplace_back(file_, name);
    const auto& layout = readers_.front().layout();
    std::size_t inner[] = {layout.row, layout.column};
    find_leading(*layout.field, inner, layout.time, layout.level, choice);
    for (std::size_t v = 0; v < readers_.size(); ++v) {
        check_alike(variable(v));
        add_variable(variable(v));
        GridField first;
        readers_[v].read(start(0), raw_);
        readers_[v].on_grid(raw_, first);
        if (v == 0) {
            series_.form.grid = first.grid;
            series_.first_longitude = first.first_longitude;
            series_.rows = readers_[v].rows();
            series_.warnings = std::move(first.warnings);
        } else if (first.grid != series_.form.grid ||
                   first.first_longitude != series_.first_longitude) {
            refuse("two grids", variable(v).path,
                   fmt::format("that of {}", variable(0).path), "another one");
        }
    }
}

void SeriesReader::open_spectra(const std::vector<const NetcdfVariable*>& found,
                                const SeriesChoice& choice) {
    series_.spectra = true;
    spectra_ = found;
    const auto& v = variable(0);
    const auto number = [&](const char* name, double least, double most) {
        const auto value = file_.number(name);
        if (!value || !(*value >= least && *value <= most) ||
            *value != std::floor(*value))
            refuse("bad attribute", name,
                   fmt::format("a whole number of {} to {}", least, most),
                   value ? fmt::format("{}", *value) : "none");
        return static_cast<int>(*value);
    };
    series_.truncation = number("truncation", 0, kGreatestDegree);
    const auto size = sphere::triangle(series_.truncation).size();
    const auto last = v.dimensions.size() - 1;
    if (v.dimensions[last - 1].size != size || v.dimensions[last].size != 2)
        refuse("bad spectra", "", fmt::format("arrays (..., {}, 2)", size),
               shape_text(v));
    const auto name = file_.text("normalization");
    if (!name)
        refuse("an unknown normalization", "", "attribute normalization",
               "none");
    series_.convention = {parse_normalization(*name),
                          number("condon_shortley", 0, 1) != 0};
    const auto kind = file_.text("grid_type");
    if (!kind) refuse("an unknown grid", "", "attribute grid_type", "none");
    series_.form.grid = {sphere::parse_latitudes(*kind),
                         number("latitudes", 1, 1000000),
                         number("longitudes", 1, 1000000)};
    GridLayout layout{nullptr, nullptr, &v, last - 1, last};
    find_time_and_level(file_, layout);
    std::size_t inner[] = {layout.row, layout.column};
    find_leading(v, inner, layout.time, layout.level, choice);
    for (const auto* one : spectra_) {
        check_alike(*one);
        add_variable(*one);
    }
}

void SeriesReader::find_leading(const NetcdfVariable& of, std::size_t inner[2],
                                std::optional<std::size_t> time,
                                std::optional<std::size_t> level,
                                const SeriesChoice& choice) {
    rank_ = of.dimensions.size();
    series_.stored_bytes = of.dimensions[inner[0]].size *
                           of.dimensions[inner[1]].size * file_.type_bytes(of);
    const auto check = [&](const char* what, std::optional<std::size_t> d,
                           std::optional<int> wanted) {
        const std::size_t all = d ? of.dimensions[*d].size : 1;
        if (wanted && static_cast<std::size_t>(*wanted) >= all)
            refuse(fmt::format("no such {}", what), of.path,
                   fmt::format("--{} from 0 to {}", what, all - 1),
                   fmt::format("--{} {}", what, *wanted));
    };
    check("time", time, choice.time);
    check("level", level, choice.level);
    for (std::size_t d = 0; d < rank_; ++d) {
        if (d == inner[0] || d == inner[1]) continue;
        const auto& dimension = of.dimensions[d];
        const auto one = d == time    ? choice.time
                         : d == level ? choice.level
                                      : std::optional<int>{};
        const auto begin = static_cast<std::size_t>(one.value_or(0));
        const auto count = one ? 1 : dimension.size;
        LeadingAxis axis{dimension.is_named() ? dimension.name
                         : d == time          ? "time"
                         : d == level         ? "level"
                                              : fmt::format("dimension_{}", d),
                         std::vector<double>(count)};
        for (std::size_t k = 0; k < count; ++k)
            axis.values[k] = static_cast<double>(begin + k);
        if (const auto* own = coordinate_of(file_, dimension)) {
            file_.read(*own, {begin}, {count}, axis.values.data());
            for (const auto& text : file_.texts(*own))
                if (!is_one_of(text.first, kReferences))
                    axis.attributes.push_back(text);
        }
        series_.form.leading.push_back(std::move(axis));
        leading_.push_back({d, begin});
    }
}

void SeriesReader::add_variable(const NetcdfVariable& variable) {
    FieldVariable made{variable.name()};
    for (const auto& text : file_.texts(variable))
        if (is_one_of(text.first, kKept)) made.attributes.push_back(text);
    series_.form.variables.push_back(std::move(made));
}

void SeriesReader::check_alike(const NetcdfVariable& other) const {
    const auto& first = variable(0);
    if (!std::ranges::equal(other.dimensions, first.dimensions, {},
                            &NetcdfDimension::size, &NetcdfDimension::size) ||
        !std::ranges::equal(other.dimensions, first.dimensions, {},
                            &NetcdfDimension::id, &NetcdfDimension::id))
        refuse("variables of different shapes", other.path,
               fmt::format("the dimensions of {}", shape_text(first)),
               shape_text(other));
}

/// Of the file; index of each dimension.
std::vector<std::size_t> SeriesReader::start(std::size_t field) const {
    std::vector<std::size_t> start(rank_);
    for (std::size_t k = leading_.size(); k-- > 0;) {
        const auto size = series_.form.leading[k].values.size();
        start[leading_[k].number] = leading_[k].begin + field % size;
        field /= size;
    }
    return start;
}

std::string SeriesReader::place(std::size_t variable, std::size_t field) const {
    auto text = this->variable(variable).path;
    const auto at = start(field);
    for (std::size_t k = 0; k < leading_.size(); ++k)
        text += fmt::format(", {} {}", series_.form.leading[k].name,
                            at[leading_[k].number]);
    return text;
}

const std::vector<double>& SeriesReader::field(std::size_t variable,
                                               std::size_t field) {
    auto& reader = readers_[variable];
    reader.read(start(field), raw_);
    mapped_.forget();
    reader.on_grid(raw_, field_);
    return field_.values;
}

std::vector<double> SeriesReader::spectrum(std::size_t variable,
                                           std::size_t field) {
    const auto t = sphere::triangle(series_.truncation);
    std::vector<std::size_t> count(rank_, 1);
    count[rank_ - 2] = t.size();
    count[rank_ - 1] = 2;
    auto values = file_.values(*spectra_[variable], start(field), count);
    mapped_.forget();
    for (std::size_t k = 0; k < values.size(); ++k) {
        const bool is_sine_of_0 = k % 2 == 1 && k / 2 < t.index(1, 1);
        if (std::isfinite(values[k]) && (!is_sine_of_0 || values[k] == 0))
            continue;
        refuse(k % 2 == 0 ? "bad C" : "bad S",
               fmt::format("{}, coefficient {}", place(variable, field), k / 2),
               is_sine_of_0 ? "S = 0 for m = 0" : "a finite number",
               fmt::format("{}", values[k]));
    }
    return values;
}

Series find_series(const std::string& path, const SeriesChoice& choice) {
    rehearse(
        path,
        [&] {
            (void)SeriesReader{path, choice};
        },
        seconds_for(1 << 30));
    return SeriesReader{path, choice}.series();
}

}  // namespace tasuki::io
