#include "drivers/sht/stream_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "drivers/sht/plan.hpp"
#include "runtime/core/error.hpp"

namespace tasuki::drivers {

namespace {

using sphere::Complex;

/// Of StarPU's transfers, and so that no two buffers share a page.
constexpr std::size_t kPage = 4096;

constexpr std::size_t whole_pages(std::size_t bytes) {
    return (bytes + kPage - 1) / kPage * kPage;
}

bool is_finite(std::span<const double> values) {
    double sum = 0;
    for (const double value : values) sum += std::abs(value);
    return std::isfinite(sum);
}

/// C of each coefficient over its real part, and -S over its imaginary one.
std::vector<double> factors_of(int truncation,
                               const io::Convention& convention) {
    std::vector<double> factors;
    for (int m = 0; m <= truncation; ++m)
        for (int l = m; l <= truncation; ++l)
            factors.push_back(io::to_real({1, 0}, l, m, convention).c);
    return factors;
}

}  // namespace

StreamBuffers::StreamBuffers(const StreamPlan& plan, int workers, int buffers)
    : size_{buffer_size(plan)},
      rows_{size_.fields / static_cast<std::size_t>(plan.grid.longitudes)},
      row_length_{size_.fields},
      coefficients_{size_.spectra / 2},
      begin_{whole_pages(static_cast<std::size_t>(workers) * rows_ *
                         sizeof(std::int32_t))},
      memory_{begin_ + static_cast<std::size_t>(buffers) *
                           (whole_pages(size_.fields * sizeof(double)) +
                            whole_pages(size_.spectra * sizeof(double)))} {
    size_ = {whole_pages(size_.fields * sizeof(double)),
             whole_pages(size_.spectra * sizeof(double))};
}

std::span<double> StreamBuffers::fields(int buffer) const {
    return {reinterpret_cast<double*>(memory_.bytes().data() + begin_ +
                                      static_cast<std::size_t>(buffer) *
                                          size_.sum()),
            row_length_};
}

std::span<Complex> StreamBuffers::spectra(int buffer) const {
    return {reinterpret_cast<Complex*>(
                memory_.bytes().data() + begin_ + size_.fields +
                static_cast<std::size_t>(buffer) * size_.sum()),
            coefficients_};
}

std::span<std::int32_t> StreamBuffers::rows(int worker) const {
    return {reinterpret_cast<std::int32_t*>(memory_.bytes().data()) +
                static_cast<std::size_t>(worker) * rows_,
            rows_};
}

std::string StreamFiles::place(const io::Helpers::Job& job) {
    return fmt::format("field {}", job.item);
}

void StreamFiles::work(const io::Helpers::Job& job, int worker) {
    if (job.task == Task::read)
        plan_.analyzes ? read_fields(job, worker) : read_spectra(job);
    else
        plan_.analyzes ? write_spectra(job) : write_fields(job, worker);
}

void StreamFiles::read_fields(const io::Helpers::Job& job, int worker) {
    if (!reader_) reader_.emplace(options_.input, plan_.choice);
    const auto rows = buffers_.rows(worker);
    const auto to = buffers_.fields(job.buffer);
    const auto columns = static_cast<std::size_t>(plan_.grid.longitudes);
    const int latitudes = plan_.grid.latitudes;
    for (std::size_t v = 0; v < plan_.variables(); ++v) {
        const auto& values =
            reader_->field(v, static_cast<std::size_t>(job.item));
        for (std::size_t r = 0; r < rows.size(); ++r) {
            if (rows[r] / latitudes != static_cast<int>(v)) continue;
            const int row = rows[r] % latitudes + plan_.skipped_rows;
            std::copy_n(
                values.begin() + static_cast<std::ptrdiff_t>(
                                     static_cast<std::size_t>(row) * columns),
                columns, to.begin() + static_cast<std::ptrdiff_t>(r * columns));
        }
    }
}

/// Of T<M> of the file.
io::Coefficients StreamFiles::spectrum(std::size_t variable,
                                       std::size_t field) {
    if (options_.input.empty())
        return random_coefficients(plan_.truncation, options_.seed + variable,
                                   static_cast<int>(field));
    if (!reader_) reader_.emplace(options_.input, plan_.choice);
    const auto pairs = reader_->spectrum(variable, field);
    const int degrees = plan_.input.truncation;
    if (factors_.empty())
        factors_ = factors_of(degrees, plan_.input.convention);
    io::Coefficients spectrum(factors_.size());
    for (std::size_t k = 0; k < spectrum.size(); ++k) {
        const bool zonal = k <= static_cast<std::size_t>(degrees);
        spectrum[k] = {pairs[2 * k] / factors_[k],
                       zonal ? 0 : -pairs[2 * k + 1] / factors_[k]};
    }
    return spectrum;
}

void StreamFiles::read_spectra(const io::Helpers::Job& job) {
    const auto to = buffers_.spectra(job.buffer);
    const auto t = plan_.truncation_on_grid();
    const double factor = plan_.winds ? options_.radius : 1;
    std::ranges::fill(to, Complex{});
    for (std::size_t v = 0; v < plan_.variables(); ++v) {
        const auto from = spectrum(v, static_cast<std::size_t>(job.item));
        const int degrees =
            options_.input.empty() ? plan_.truncation : plan_.input.truncation;
        const auto old = sphere::triangle(degrees);
        const int both = std::min(plan_.truncation, degrees);
        for (int m = 0; m <= both; ++m)
            for (int l = m; l <= both; ++l)
                to[v * t.size() + t.index(m, l)] =
                    factor * from[old.index(m, l)];
    }
}

void StreamFiles::refuse_infinite(std::size_t variable,
                                  std::size_t field) const {
    std::string place;
    for (std::size_t k = plan_.output.leading.size(); k-- > 0;) {
        const auto& axis = plan_.output.leading[k];
        place = fmt::format(", {} {}{}", axis.name, field % axis.values.size(),
                            place);
        field /= axis.values.size();
    }
    throw runtime::NumericsError(fmt::format(
        "{}{}: the transform of its numbers is not finite: they are too large "
        "for double precision",
        plan_.output.variables[variable].name, place));
}

void StreamFiles::write_spectra(const io::Helpers::Job& job) {
    const auto from = buffers_.spectra(job.buffer);
    const auto t = plan_.truncation_on_grid();
    const auto triangle = sphere::triangle(plan_.truncation);
    if (factors_.empty())
        factors_ = factors_of(plan_.truncation,
                              {io::parse_normalization(options_.normalization),
                               options_.condon_shortley});
    const auto field = static_cast<std::size_t>(job.item);
    for (std::size_t v = 0; v < plan_.variables(); ++v) {
        auto& spectrum = spectrum_;
        spectrum.resize(triangle.size());
        for (int m = 0; m <= plan_.truncation; ++m)
            std::copy_n(from.begin() + static_cast<std::ptrdiff_t>(
                                           v * t.size() + t.offset(m)),
                        triangle.count(m),
                        spectrum.begin() +
                            static_cast<std::ptrdiff_t>(triangle.offset(m)));
        if (plan_.input.first_longitude != 0)
            shift_longitudes(spectrum, plan_.truncation,
                             plan_.input.first_longitude);
        auto& pairs = values_;
        pairs.resize(2 * spectrum.size());
        for (std::size_t k = 0; k < spectrum.size(); ++k) {
            const Complex s =
                plan_.winds ? spectrum[k] / options_.radius : spectrum[k];
            pairs[2 * k] = factors_[k] * s.real();
            const bool zonal = k <= static_cast<std::size_t>(plan_.truncation);
            pairs[2 * k + 1] = zonal ? 0 : -factors_[k] * s.imag();
        }
        if (!is_finite(pairs)) refuse_infinite(v, field);
        output_.write(v, field, 0, pairs);
    }
}

void StreamFiles::write_fields(const io::Helpers::Job& job, int worker) {
    const auto rows = buffers_.rows(worker);
    const auto from = buffers_.fields(job.buffer);
    const auto columns = static_cast<std::size_t>(plan_.grid.longitudes);
    const auto latitudes = static_cast<std::size_t>(plan_.grid.latitudes);
    auto& values = values_;
    values.resize(plan_.variables() * plan_.grid.size());
    for (std::size_t r = 0; r < rows.size(); ++r)
        std::copy_n(
            from.begin() + static_cast<std::ptrdiff_t>(r * columns), columns,
            values.begin() + static_cast<std::ptrdiff_t>(
                                 static_cast<std::size_t>(rows[r]) * columns));
    const auto field = static_cast<std::size_t>(job.item);
    for (std::size_t v = 0; v < plan_.variables(); ++v) {
        const auto one = std::span<const double>{values}.subspan(
            v * latitudes * columns, latitudes * columns);
        if (!is_finite(one)) refuse_infinite(v, field);
        output_.write(v, field, 0, one);
    }
}

}  // namespace tasuki::drivers
