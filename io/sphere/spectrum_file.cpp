#include "io/sphere/spectrum_file.hpp"

#include <fmt/format.h>

#include <cmath>

#include "io/atomic_file.hpp"
#include "io/hdf5/hdf5.hpp"
#include "io/input_error.hpp"
#include "io/sphere/spectrum_parse.hpp"
#include "io/words.hpp"
#include "runtime/core/error.hpp"

namespace tasuki::io {

namespace {

constexpr const char* kWhat = "a file of coefficients";

std::vector<std::byte> spectrum_image(const Spectrum& spectrum,
                                      const Convention& convention) {
    const auto t = sphere::triangle(spectrum.degrees);
    const auto side = static_cast<std::size_t>(t.degrees) + 1;
    std::vector<double> c(side * side), s(side * side);
    for (int l = 0; l <= t.degrees; ++l)
        for (int m = 0; m <= l; ++m) {
            const auto pair =
                to_real(spectrum.coefficients[t.index(m, l)], l, m, convention);
            const auto k = std::size_t(l) * side + std::size_t(m);
            c[k] = pair.c;
            s[k] = pair.s;
        }
    Hdf5Writer file{2 * sizeof(double) * c.size()};
    file.add_dataset("/C", c, {side, side});
    file.add_dataset("/S", s, {side, side});
    file.add_attribute(
        "/", "normalization",
        std::string{normalization_name(convention.normalization)});
    file.add_attribute("/", "condon_shortley",
                       std::uint64_t{convention.condon_shortley ? 1u : 0u});
    return file.image();
}

}  // namespace

bool looks_like_spectrum(const Source& source) {
    if (looks_like_hdf5(source)) {
        const Hdf5Reader file{source, kWhat};
        return file.has("/C") && file.has("/S");
    }
    return looks_like_text(source);
}

Spectrum parse_spectrum_hdf5(const Source& source) {
    const Hdf5Reader file{source, kWhat};
    const auto refuse = [&](const std::string& what,
                            const std::string& expected,
                            const std::string& found) {
        throw InputError(source.name(), what, "", expected, found);
    };
    const auto shape = file.shape("/C");
    if (shape.size() != 2 || shape[0] != shape[1] || shape[0] == 0 ||
        shape[0] > std::size_t(kGreatestDegree) + 1 ||
        file.shape("/S") != shape)
        refuse("bad C and S",
               fmt::format("two square arrays, of {} rows at most",
                           kGreatestDegree + 1),
               "other shapes");
    const auto name = file.text("/", "normalization");
    const auto phase = file.whole_number("/", "condon_shortley");
    if (!name || !phase)
        refuse("an unknown normalization",
               "attributes normalization and condon_shortley of the root",
               name ? "normalization only" : "none of that name");
    const Convention convention{parse_normalization(*name), *phase != 0};
    const auto c = file.dataset("/C"), s = file.dataset("/S");
    Spectrum spectrum;
    spectrum.degrees = static_cast<int>(shape[0]) - 1;
    const auto t = sphere::triangle(spectrum.degrees);
    spectrum.coefficients.resize(t.size());
    for (int l = 0; l <= t.degrees; ++l)
        for (int m = 0; m <= t.degrees; ++m) {
            const auto k = std::size_t(l) * shape[0] + std::size_t(m);
            if (!std::isfinite(c[k]) || !std::isfinite(s[k]))
                refuse(fmt::format("bad C or S of l = {}, m = {}", l, m),
                       "finite numbers", fmt::format("{} and {}", c[k], s[k]));
            if ((m > l && c[k] != 0) || ((m > l || m == 0) && s[k] != 0))
                refuse(fmt::format("bad C or S of l = {}, m = {}", l, m),
                       m > l ? "0 for m > l" : "S = 0 for m = 0",
                       fmt::format("{} and {}", c[k], s[k]));
            if (m <= l)
                spectrum.coefficients[t.index(m, l)] =
                    to_complex({c[k], s[k]}, l, m, convention);
        }
    return spectrum;
}

Spectrum read_spectrum(const Source& source, const Convention& convention,
                       std::optional<double> epoch) {
    const bool is_hdf5 = looks_like_hdf5(source);
    const auto content = is_hdf5 ? std::string{} : whole_text(source);
    if (!is_hdf5 && looks_like_icgem(content))
        return parse_spectrum_icgem(source.name(), content, epoch);
    if (epoch)
        throw runtime::UsageError(
            fmt::format("--epoch is for models in ICGEM's format, and {} is "
                        "another file",
                        source.name()));
    if (is_hdf5) return parse_spectrum_hdf5(source);
    return parse_spectrum_text(source.name(), content, convention);
}

void write_spectrum(const std::string& path, const Spectrum& spectrum,
                    const Convention& convention) {
    if (path.ends_with(".h5"))
        write_file(path, spectrum_image(spectrum, convention));
    else
        write_file(path, spectrum_text(spectrum, convention,
                                       path.ends_with(".csv") ? ',' : ' '));
}

}  // namespace tasuki::io
