// Spectra and fields of a transform: made, given and collected.
#include <algorithm>

#include "graphs/sphere/transform/sizes.hpp"
#include "graphs/sphere/transform/transform.hpp"

namespace tasuki::graphs::sphere {

namespace sp = tasuki::sphere;
using runtime::Access;

namespace {

/// Of several fields one after the other is assigned: all have values before.
template <class T>
void clear_several(runtime::Array<T>& array, int count, Filled filled) {
    if (count == 1 || filled == Filled::by_tasks) return;
    const auto host = array.write();
    std::fill(host.span().begin(), host.span().end(), T{});
}

/// Moves what a rank has of one field between an array and rows (J, I).
template <class Move>
void for_rows(const sp::Grid& grid, const sp::LatitudeBlock& block,
              const Move& move) {
    const auto columns = static_cast<std::size_t>(grid.longitudes);
    for (int k = 0; k < block.pairs; ++k) {
        const int north = block.begin + k, south = grid.latitudes - 1 - north;
        move(std::size_t(k) * columns, std::size_t(north) * columns);
        move(std::size_t(block.pairs + k) * columns,
             std::size_t(south) * columns);
    }
}

}  // namespace

Spectra Transform::make_spectra(int count, Filled filled) const {
    Spectra made{count,
                 {context_, at_least_one(static_cast<std::size_t>(count) *
                                         orders_.coefficients())}};
    clear_several(made.coefficients, count, filled);
    return made;
}

Fields Transform::make_fields(int count, Filled filled) const {
    Fields made{count, {}};
    for (std::size_t b = 0; b < parts_.size(); ++b) {
        made.block.emplace_back(
            context_, is_local(b) ? static_cast<std::size_t>(count) * 2 *
                                        parts_[b].block.size() *
                                        std::size_t(options_.grid.longitudes)
                                  : 1);
        if (is_local(b)) clear_several(made.block.back(), count, filled);
    }
    return made;
}

void Transform::assign(Spectra& spectra, int k,
                       std::span<const sp::Complex> values) const {
    auto& array = spectra.coefficients;
    const auto host = spectra.count == 1 ? array.write() : array.update();
    const auto to =
        host.span().subspan(std::size_t(k) * orders_.coefficients());
    for (const sp::Order& order : orders_.list()) {
        const int count = options_.truncation.count(order.m);
        std::copy_n(values.begin() + static_cast<std::ptrdiff_t>(
                                         options_.truncation.offset(order.m)),
                    count, to.begin() + order.coefficient);
    }
}

std::vector<sp::Complex> Transform::collect(const Spectra& spectra,
                                            int k) const {
    std::vector<sp::Complex> all(options_.truncation.size());
    {
        const auto host = spectra.coefficients.read();
        const auto from =
            host.span().subspan(std::size_t(k) * orders_.coefficients());
        for (const sp::Order& order : orders_.list())
            std::copy_n(from.begin() + order.coefficient,
                        options_.truncation.count(order.m),
                        all.begin() + static_cast<std::ptrdiff_t>(
                                          options_.truncation.offset(order.m)));
    }
    context_.ranks().sum(
        {reinterpret_cast<double*>(all.data()), 2 * all.size()});
    return all;
}

void Transform::assign(Fields& fields, int k,
                       std::span<const double> values) const {
    const auto columns = static_cast<std::ptrdiff_t>(options_.grid.longitudes);
    for (std::size_t b = 0; b < parts_.size(); ++b) {
        if (!is_local(b)) continue;
        auto& array = fields.block[b];
        const auto host = fields.count == 1 ? array.write() : array.update();
        const auto to = host.span().subspan(
            std::size_t(k) * 2 * parts_[b].block.size() * std::size_t(columns));
        for_rows(options_.grid, parts_[b].latitudes,
                 [&](std::size_t here, std::size_t there) {
                     std::copy_n(
                         values.begin() + static_cast<std::ptrdiff_t>(there),
                         columns,
                         to.begin() + static_cast<std::ptrdiff_t>(here));
                 });
    }
}

std::vector<double> Transform::collect(const Fields& fields, int k) const {
    std::vector<double> all(options_.grid.size());
    const auto columns = static_cast<std::ptrdiff_t>(options_.grid.longitudes);
    for (std::size_t b = 0; b < parts_.size(); ++b) {
        if (!is_local(b)) continue;
        const auto host = fields.block[b].read();
        const auto from = host.span().subspan(
            std::size_t(k) * 2 * parts_[b].block.size() * std::size_t(columns));
        for_rows(options_.grid, parts_[b].latitudes,
                 [&](std::size_t here, std::size_t there) {
                     std::copy_n(
                         from.begin() + static_cast<std::ptrdiff_t>(here),
                         columns,
                         all.begin() + static_cast<std::ptrdiff_t>(there));
                 });
    }
    context_.ranks().sum(all);
    return all;
}

}  // namespace tasuki::graphs::sphere
