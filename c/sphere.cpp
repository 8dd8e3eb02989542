// Spherical harmonic transforms of tasuki.h.
#include <algorithm>
#include <memory>
#include <optional>
#include <span>

#include "c/context.hpp"
#include "interface/transform.hpp"

using namespace tasuki;

struct tasuki_transform {
    c::Object object;  // the last to end
    interface::TransformPlan plan;
    interface::Transform transform;

    /// All spectra or maps in an array.
    template <class T>
    std::span<T> spectra(T* data, const char* name) const {
        return {&c::given(data, name),
                plan.fields() * plan.coefficients().size()};
    }
    template <class T>
    std::span<T> maps(T* data, const char* name) const {
        return {&c::given(data, name), plan.fields() * plan.grid().size()};
    }
};

namespace {

std::optional<int> unless_zero(int size) {
    if (size == 0) return {};
    return size;
}

interface::TransformSpec spec_of(const tasuki_transform_options& o) {
    using io::Normalization, sphere::Latitudes;
    return {
        .lmax = o.lmax,
        .nlat = unless_zero(o.nlat),
        .nlon = unless_zero(o.nlon),
        .grid = c::chosen<Latitudes>(
            "grid", o.grid,
            {{TASUKI_GAUSS, "gauss", Latitudes::gauss},
             {TASUKI_REGULAR, "regular", Latitudes::regular},
             {TASUKI_POLES, "poles", Latitudes::poles},
             {TASUKI_INNER, "inner", Latitudes::inner}}),
        .convention =
            {c::chosen<Normalization>(
                 "norm", o.norm,
                 {{TASUKI_ORTHONORMAL, "orthonormal",
                   Normalization::orthonormal},
                  {TASUKI_4PI, "4pi", Normalization::four_pi},
                  {TASUKI_SCHMIDT, "schmidt", Normalization::schmidt}}),
             c::chosen<bool>("phase", o.phase,
                             {{TASUKI_CONDON_SHORTLEY, "Condon-Shortley", true},
                              {TASUKI_NO_PHASE, "none", false}})},
        .fields = o.fields == 0 ? 1 : o.fields};
}

}  // namespace

int tasuki_transform_create(tasuki_context* context,
                            const tasuki_transform_options* options,
                            tasuki_transform** transform) {
    return c::create(context, transform, [&](tasuki_context& owner) {
        const interface::TransformPlan plan {
            spec_of(c::given(options, "options"))
        };
        return std::unique_ptr<tasuki_transform>{new tasuki_transform{
            c::Object{owner}, plan,
            interface::Transform{owner.context, plan,
                                 graphs::Share::parse(owner.placement)}}};
    });
}

int tasuki_transform_destroy(tasuki_transform* transform) {
    return c::destroy(transform);
}

int tasuki_transform_sizes(const tasuki_transform* transform, int* nlat,
                           int* nlon, size_t* nalm) {
    return c::use(transform, "transform", [&](const tasuki_transform& its) {
        if (nlat != nullptr) *nlat = its.plan.grid().latitudes;
        if (nlon != nullptr) *nlon = its.plan.grid().longitudes;
        if (nalm != nullptr) *nalm = its.plan.coefficients().size();
    });
}

int tasuki_transform_latitudes(const tasuki_transform* transform,
                               double* latitudes) {
    return c::use(transform, "transform", [&](const tasuki_transform& its) {
        std::ranges::copy(its.plan.latitudes(),
                          &c::given(latitudes, "latitudes"));
    });
}

int tasuki_synthesis(tasuki_transform* transform, const tasuki_complex* alm,
                     double* map) {
    return c::use(transform, "transform", [&](tasuki_transform& its) {
        its.transform.synthesis(its.spectra(alm, "alm"), its.maps(map, "map"));
    });
}

int tasuki_analysis(tasuki_transform* transform, const double* map,
                    tasuki_complex* alm) {
    return c::use(transform, "transform", [&](tasuki_transform& its) {
        its.transform.analysis(its.maps(map, "map"), its.spectra(alm, "alm"));
    });
}

int tasuki_winds(tasuki_transform* transform, const tasuki_complex* vorticity,
                 const tasuki_complex* divergence, double* u, double* v) {
    return c::use(transform, "transform", [&](tasuki_transform& its) {
        its.transform.winds(its.spectra(vorticity, "vorticity"),
                            its.spectra(divergence, "divergence"),
                            its.maps(u, "u"), its.maps(v, "v"));
    });
}

int tasuki_vordiv(tasuki_transform* transform, const double* u, const double* v,
                  tasuki_complex* vorticity, tasuki_complex* divergence) {
    return c::use(transform, "transform", [&](tasuki_transform& its) {
        its.transform.vordiv(its.maps(u, "u"), its.maps(v, "v"),
                             its.spectra(vorticity, "vorticity"),
                             its.spectra(divergence, "divergence"));
    });
}
