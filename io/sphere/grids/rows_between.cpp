#include "io/sphere/grids/rows_between.hpp"

#include <fftw3.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>

namespace tasuki::io {

namespace {

using Complex = std::complex<double>;

fftw_complex* raw(Complex* values) {
    return reinterpret_cast<fftw_complex*>(values);
}

void execute_once(fftw_plan plan) {
    fftw_execute(plan);
    fftw_destroy_plan(plan);
}

/// One order m on the circle: points half a step further.
class Circle {
  public:
    explicit Circle(std::size_t points)
        : value(points),
          forward_{plan(FFTW_FORWARD)},
          backward_{plan(FFTW_BACKWARD)} {}
    ~Circle() {
        fftw_destroy_plan(forward_);
        fftw_destroy_plan(backward_);
    }
    Circle(const Circle&) = delete;
    Circle& operator=(const Circle&) = delete;

    /// @param half_steps  1 or -1
    void shift(int half_steps) {
        const auto n = static_cast<double>(value.size());
        fftw_execute(forward_);
        for (std::size_t k = 0; k < value.size(); ++k) {
            const auto wave = static_cast<double>(k);
            const double signed_wave = 2 * wave < n ? wave : wave - n;
            value[k] *= std::polar(
                1 / n, half_steps * std::numbers::pi * signed_wave / n);
        }
        fftw_execute(backward_);
    }

    std::vector<Complex> value;

  private:
    fftw_plan plan(int sign) {
        return fftw_plan_dft_1d(static_cast<int>(value.size()),
                                raw(value.data()), raw(value.data()), sign,
                                FFTW_ESTIMATE);
    }
    fftw_plan forward_, backward_;
};

}  // namespace

std::vector<double> with_rows_between(const std::vector<double>& values,
                                      std::size_t rows, bool north_pole) {
    const std::size_t columns = values.size() / rows;
    const std::size_t orders = columns / 2 + 1;
    const int i = static_cast<int>(columns), m = static_cast<int>(orders);
    const int j = static_cast<int>(rows);
    auto known = values;
    std::vector<Complex> fourier(rows * orders);
    execute_once(fftw_plan_many_dft_r2c(1, &i, j, known.data(), nullptr, 1, i,
                                        raw(fourier.data()), nullptr, 1, m,
                                        FFTW_ESTIMATE));
    Circle circle{2 * rows - 1};
    for (std::size_t order = 0; order < orders; ++order) {
        // Behind the pole, the longitude is another by pi.
        const double behind = order % 2 == 0 ? 1 : -1;
        for (std::size_t k = 0; k < circle.value.size(); ++k) {
            const std::size_t row =
                k < rows ? k : circle.value.size() - k - (north_pole ? 0 : 1);
            circle.value[k] =
                fourier[row * orders + order] * (k < rows ? 1 : behind);
        }
        circle.shift(north_pole ? 1 : -1);
        for (std::size_t k = 0; k < rows; ++k)
            fourier[k * orders + order] = circle.value[k];
    }
    std::vector<double> between(values.size());
    execute_once(fftw_plan_many_dft_c2r(1, &i, j, raw(fourier.data()), nullptr,
                                        1, m, between.data(), nullptr, 1, i,
                                        FFTW_ESTIMATE));
    std::vector<double> all(2 * values.size());
    for (std::size_t k = 0; k < 2 * rows; ++k)
        for (std::size_t column = 0; column < columns; ++column) {
            const std::size_t at = k / 2 * columns + column;
            const bool is_known = (k % 2 == 0) == north_pole;
            all[k * columns + column] =
                is_known ? values[at]
                         : between[at] / static_cast<double>(columns);
        }
    return all;
}

}  // namespace tasuki::io
