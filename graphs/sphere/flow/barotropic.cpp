#include "graphs/sphere/flow/barotropic.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "codelets/sphere/advance/advance.hpp"
#include "codelets/sphere/divergence/divergence.hpp"
#include "codelets/sphere/flux/flux.hpp"
#include "codelets/sphere/gust/gust.hpp"
#include "codelets/sphere/power/power.hpp"
#include "graphs/sphere/flow/winds.hpp"
#include "runtime/core/error.hpp"

namespace tasuki::graphs::sphere {

namespace sp = tasuki::sphere;
using runtime::Access;

namespace {

/// Every transform of a step waits for the one before.
constexpr double kWholeFlops = 4e9;

BarotropicOptions checked(const BarotropicOptions& o) {
    if (o.degrees < 2)
        throw runtime::UsageError(fmt::format(
            "truncation: expected degree 2 or more, found {}", o.degrees));
    if (!(o.damping.viscosity >= 0) || o.damping.order < 1)
        throw runtime::UsageError(fmt::format(
            "damping: expected a viscosity from 0 and an order from 1 on, "
            "found {} and {}",
            o.damping.viscosity, o.damping.order));
    return o;
}

/// Winds have a degree more than the vorticity.
sp::Truncation truncation_of(int degrees) {
    return {degrees, degrees + 1};
}

/// Of U, V and zeta.
constexpr int kZeta = 2;

}  // namespace

sp::Grid barotropic_grid(int degrees) {
    sp::Grid grid = sp::quadratic_grid(sp::Latitudes::gauss, degrees);
    const int least = sp::least_latitudes(grid.kind, degrees + 1);
    grid.latitudes = std::max(grid.latitudes, least + least % 2);
    return grid;
}

Barotropic::Barotropic(runtime::Context& context,
                       const BarotropicOptions& options)
    : context_{context},
      options_{checked(options)},
      transform_{context,
                 {.truncation = truncation_of(options.degrees),
                  .grid = barotropic_grid(options.degrees),
                  .share = options.share,
                  .to_host = false,
                  .whole_flops = kWholeFlops}},
      state_{transform_.make_spectra(1)},
      stage_{transform_.make_spectra(1)},
      sum_{transform_.make_spectra(1)},
      tendency_{transform_.make_spectra(1)},
      winds_{transform_.make_spectra(3, Filled::by_tasks)},
      transported_{transform_.make_spectra(2, Filled::by_tasks)},
      wind_fields_{transform_.make_fields(3, Filled::by_tasks)},
      flux_fields_{transform_.make_fields(2, Filled::by_tasks)},
      kept_winds_{transform_.make_spectra(3, Filled::by_tasks)},
      kept_fields_{transform_.make_fields(3, Filled::by_tasks)},
      power_{context, static_cast<std::size_t>(options.degrees) + 2} {
    const auto& parts = transform_.parts();
    for (std::size_t b = 0; b < parts.size(); ++b) {
        const auto& latitudes = parts[b].latitudes;
        part_.push_back(
            {{context, latitudes.pair.size()},
             {context, 2 * parts[b].block.size() * sp::gust::kParts}});
        part_.back().pair.assign(latitudes.pair);
    }
    const std::vector<sp::Complex> rest(sp::triangle(options.degrees).size());
    set_vorticity(rest);
}

void Barotropic::set_vorticity(std::span<const sp::Complex> coefficients) {
    const sp::Truncation given = sp::triangle(options_.degrees);
    if (coefficients.size() != given.size())
        throw runtime::UsageError(
            fmt::format("vorticity of T{}: expected {} coefficients, found {}",
                        options_.degrees, given.size(), coefficients.size()));
    const sp::Truncation& own = transform_.options().truncation;
    std::vector<sp::Complex> all(own.size());
    for (int m = 0; m <= given.orders; ++m)
        std::copy_n(
            coefficients.begin() + static_cast<std::ptrdiff_t>(given.offset(m)),
            given.count(m),
            all.begin() + static_cast<std::ptrdiff_t>(own.offset(m)));
    all.front() = 0;
    transform_.assign(state_, 0, all);
}

std::vector<sp::Complex> Barotropic::vorticity() const {
    return collected(state_, 0);
}

/// Without the degree that only winds have.
std::vector<sp::Complex> Barotropic::collected(const Spectra& from,
                                               int k) const {
    const sp::Truncation& own = transform_.options().truncation;
    const auto all = transform_.collect(from, k);
    const sp::Truncation wanted = sp::triangle(options_.degrees);
    std::vector<sp::Complex> some(wanted.size());
    for (int m = 0; m <= wanted.orders; ++m)
        std::copy_n(
            all.begin() + static_cast<std::ptrdiff_t>(own.offset(m)),
            wanted.count(m),
            some.begin() + static_cast<std::ptrdiff_t>(wanted.offset(m)));
    return some;
}

void Barotropic::submit_tendency(const Spectra& of) {
    submit_wind_spectra(transform_, of, nullptr, winds_);
    transform_.submit_synthesis(winds_, wind_fields_);
    const auto& parts = transform_.parts();
    for (std::size_t b = 0; b < parts.size(); ++b) {
        if (!transform_.is_local(b)) continue;
        runtime::SubmitOptions options{.worker = parts[b].block.worker};
        options.label = {static_cast<int>(b), 0};
        runtime::submit<sp::flux::Kernel>(
            context_,
            {static_cast<std::uint32_t>(parts[b].block.size()),
             static_cast<std::uint32_t>(grid().longitudes), options_.rotation},
            options, flux_fields_.block[b], wind_fields_.block[b],
            part_[b].pair);
    }
    transform_.submit_analysis(flux_fields_, transported_);
    runtime::submit<sp::divergence::Kernel>(
        context_,
        {spectrum_shape(transform_), -1, sp::divergence::Of::divergence},
        {.worker = transform_.main_worker()}, tendency_.coefficients,
        transform_.order_table(), transported_.coefficients);
}

const runtime::Array<double>& Barotropic::damping_over(double time) {
    const auto found = damping_.find(time);
    if (found != damping_.end()) return found->second;
    std::vector<double> factor;
    for (int n = 0; n <= options_.degrees + 1; ++n)
        factor.push_back(std::exp(-time * options_.damping.rate(n)));
    runtime::Array<double> table{context_, factor.size()};
    table.assign(factor);
    return damping_.emplace(time, std::move(table)).first->second;
}

void Barotropic::submit_step(double dt) {
    damping_over(dt / 2);  // fills it, which is no task
    steps_.run(dt, [&] { submit_stages(dt); });
}

void Barotropic::submit_stages(double dt) {
    const auto& half = damping_over(dt / 2);
    const runtime::SubmitOptions here{.worker = transform_.main_worker()};
    const auto& order = transform_.order_table();
    for (int stage = 1; stage <= 4; ++stage) {
        submit_tendency(stage == 1 ? state_ : stage_);
        const sp::advance::Args args{spectrum_shape(transform_), dt, stage};
        const auto advance = [&](auto adds) {
            runtime::submit<sp::advance::Kernel<adds()>>(
                context_, args, here, stage_.coefficients, sum_.coefficients,
                order, half, tendency_.coefficients, state_.coefficients);
        };
        if (stage == 4)
            runtime::submit<sp::advance::LastKernel>(
                context_, args, here, state_.coefficients, sum_.coefficients,
                order, half, tendency_.coefficients);
        else if (stage == 1)
            advance(std::false_type{});
        else
            advance(std::true_type{});
    }
}

void Barotropic::keep_vorticity() {
    submit_wind_spectra(transform_, state_, nullptr, kept_winds_);
}

void Barotropic::keep_fields() {
    keep_vorticity();
    runtime::submit<sp::power::Kernel>(context_, spectrum_shape(transform_),
                                       {.worker = transform_.main_worker()},
                                       power_, transform_.order_table(),
                                       state_.coefficients);
    transform_.submit_synthesis(kept_winds_, kept_fields_);
    const auto& parts = transform_.parts();
    for (std::size_t b = 0; b < parts.size(); ++b)
        if (transform_.is_local(b))
            runtime::submit<sp::gust::Kernel>(
                context_,
                {static_cast<std::uint32_t>(parts[b].block.size()),
                 static_cast<std::uint32_t>(grid().longitudes)},
                {.worker = parts[b].block.worker}, part_[b].gust,
                kept_fields_.block[b], part_[b].pair);
}

std::vector<sp::Complex> Barotropic::kept_vorticity() const {
    return collected(kept_winds_, kZeta);
}

FlowSums Barotropic::kept_sums() const {
    const auto degrees = static_cast<std::size_t>(options_.degrees);
    // Behind the powers zeta_1^0, which one of the ranks has.
    std::vector<double> values(degrees + 2);
    {
        const auto host = power_.read();
        std::copy_n(host.span().begin(), degrees + 1, values.begin());
    }
    const sp::Orders& orders = transform_.orders();
    for (const sp::Order& order : orders.list())
        if (order.m == 0) {
            const auto host = kept_winds_.coefficients.read();
            values.back() = host.span()[kZeta * orders.coefficients() +
                                        order.coefficient + 1]
                                .real();
        }
    context_.ranks().sum(values);
    return tasuki::sphere::flow_sums({values.data(), degrees + 1},
                                     values.back());
}

std::vector<double> Barotropic::kept_vorticity_on_grid() const {
    return transform_.collect(kept_fields_, kZeta);
}

double Barotropic::kept_strongest_wind() const {
    double most = 0;
    for (std::size_t b = 0; b < part_.size(); ++b) {
        if (!transform_.is_local(b)) continue;
        const auto host = part_[b].gust.read();
        for (const double square : host.span())
            if (!(square <= most)) most = square;
    }
    return std::sqrt(context_.ranks().largest(most));
}

FlowSums Barotropic::sums() {
    keep_fields();
    return kept_sums();
}

std::vector<double> Barotropic::vorticity_on_grid() {
    keep_fields();
    return kept_vorticity_on_grid();
}

double Barotropic::strongest_wind() {
    keep_fields();
    return kept_strongest_wind();
}

}  // namespace tasuki::graphs::sphere
