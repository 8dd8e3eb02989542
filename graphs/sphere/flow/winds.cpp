#include "graphs/sphere/flow/winds.hpp"

#include <fmt/format.h>

#include "codelets/sphere/divergence/divergence.hpp"
#include "codelets/sphere/wind/wind.hpp"
#include "runtime/core/error.hpp"

namespace tasuki::graphs::sphere {

namespace sp = tasuki::sphere;

namespace {

void check_count(const char* what, int expected, int found) {
    if (found != expected)
        throw runtime::UsageError(
            fmt::format("{}: expected {}, found {}", what, expected, found));
}

}  // namespace

sp::SpectrumShape spectrum_shape(const Transform& transform) {
    const sp::Orders& orders = transform.orders();
    return {static_cast<std::uint32_t>(orders.size()),
            static_cast<std::uint32_t>(orders.coefficients()),
            orders.truncation().degrees};
}

void submit_wind_spectra(const Transform& transform, const Spectra& vorticity,
                         const Spectra* divergence, Spectra& winds) {
    const sp::wind::Args args{spectrum_shape(transform),
                              static_cast<std::uint32_t>(winds.count)};
    const runtime::SubmitOptions here{.worker = transform.main_worker()};
    if (divergence == nullptr)
        runtime::submit<sp::wind::RotationalKernel>(
            transform.context(), args, here, winds.coefficients,
            transform.order_table(), vorticity.coefficients);
    else
        runtime::submit<sp::wind::GeneralKernel>(
            transform.context(), args, here, winds.coefficients,
            transform.order_table(), vorticity.coefficients,
            divergence->coefficients);
}

WindTransform::WindTransform(Transform& transform)
    : transform_{transform}, work_{transform.make_spectra(2)} {}

void WindTransform::submit(const Spectra& vorticity, const Spectra* divergence,
                           Fields& winds) {
    check_count("spectra of vorticity", 1, vorticity.count);
    if (divergence != nullptr)
        check_count("spectra of divergence", 1, divergence->count);
    check_count("fields of a wind", 2, winds.count);
    submit_wind_spectra(transform_, vorticity, divergence, work_);
    transform_.submit_synthesis(work_, winds, sp::Rows::over_cosine);
}

void WindTransform::submit_winds(const Spectra& vorticity,
                                 const Spectra& divergence, Fields& winds) {
    submit(vorticity, &divergence, winds);
}

void WindTransform::submit_winds(const Spectra& vorticity, Fields& winds) {
    submit(vorticity, nullptr, winds);
}

void WindTransform::submit_vorticity_divergence(const Fields& winds,
                                                Spectra& vorticity,
                                                Spectra& divergence) {
    check_count("fields of a wind", 2, winds.count);
    check_count("spectra of vorticity", 1, vorticity.count);
    check_count("spectra of divergence", 1, divergence.count);
    transform_.submit_analysis(winds, work_, sp::Rows::over_cosine);
    const auto derive = [&](sp::divergence::Of of, Spectra& out) {
        runtime::submit<sp::divergence::Kernel>(
            transform_.context(), {spectrum_shape(transform_), 1, of},
            {.worker = transform_.main_worker()}, out.coefficients,
            transform_.order_table(), work_.coefficients);
    };
    derive(sp::divergence::Of::vorticity, vorticity);
    derive(sp::divergence::Of::divergence, divergence);
}

}  // namespace tasuki::graphs::sphere
