// tasuki.lattice.Wilson: the operator, solutions and the pion.
#include <nanobind/stl/array.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <functional>
#include <memory>
#include <string>
#include <tuple>

#include "interface/fields.hpp"
#include "python/lattice_arrays.hpp"
#include "python/module.hpp"
#include "python/runtime.hpp"
#include "python/wilson_state.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace tasuki::python {

namespace {

using graphs::solver::Inner, graphs::solver::Method, graphs::solver::Outcome;
using graphs::solver::Solution;
using graphs::wilson::Decomposition;
using lattice::Coordinates, lattice::Extents, lattice::SpinorField;
using runtime::UsageError;

int sign_of(const std::string& bc_t) {
    if (bc_t == "antiperiodic") return -1;
    if (bc_t == "periodic") return 1;
    throw UsageError(fmt::format(
        "bc_t: expected antiperiodic or periodic, found '{}'", bc_t));
}

using BlockGrid = std::tuple<int, int, int, int>;

std::shared_ptr<WilsonState> make_wilson(const Computing& computing,
                                         const Input<Complex>& u, double kappa,
                                         const std::string& bc_t,
                                         const BlockGrid& blocks) {
    interface::check_finite("kappa", kappa);
    const int sign = sign_of(bc_t);
    const auto [x, y, z, t] = blocks;
    const Decomposition decomposition{extents_of(u, "U"), {{x, y, z, t}}};
    auto& context = computing.context();
    const auto placement = interface::measured_placement(context, decomposition,
                                                         computing.placement());
    return std::make_shared<WilsonState>(
        context, decomposition, gauge_field(u),
        graphs::wilson::OperatorOptions{kappa, sign, placement});
}

SolveSettings settings_of(double tol, std::int64_t maxiter,
                          const std::string& method, const std::string& inner) {
    if (!(tol > 0 && tol < 1))
        throw UsageError(fmt::format(
            "tol: expected a number between 0 and 1, found {}", tol));
    if (maxiter < 1)
        throw UsageError(fmt::format(
            "maxiter: expected a number of 1 or more, found {}", maxiter));
    if (method != "cg" && method != "bicgstab")
        throw UsageError(
            fmt::format("method: expected cg or bicgstab, found '{}'", method));
    for (const Inner each : {Inner::none, Inner::single, Inner::half})
        if (inner == graphs::solver::name_of(each))
            return {{tol, maxiter},
                    method == "cg" ? Method::cg : Method::bicgstab,
                    each};
    throw UsageError(fmt::format(
        "inner: expected double, single or half, found '{}'", inner));
}

/// Returns a function that may be called often.  It checks signals at most 20
/// times a second, as the lock of Python may be taken by another thread.
std::function<void()> signals_now_and_then(const Computing& computing) {
    using Clock = std::chrono::steady_clock;
    return [&computing, last = Clock::now()]() mutable {
        if (Clock::now() - last < std::chrono::milliseconds{50}) return;
        computing.check_signals();
        last = Clock::now();
    };
}

/// Says what came of one source.
struct SolveInfo {
    SolveInfo(const Solution& s, double tolerance)
        : converged{s.convergence.outcome == Outcome::converged &&
                    s.true_residual <= tolerance},
          iterations{s.convergence.iterations},
          residual{s.true_residual},
          residuals{s.convergence.residuals} {}

    std::string to_string() const {
        return fmt::format(
            "SolveInfo(converged={}, iterations={}, residual={:.3g})",
            converged ? "True" : "False", iterations, residual);
    }

    bool converged;
    std::int64_t iterations;
    double residual;
    std::vector<double> residuals;
};

class Wilson {
  public:
    Wilson(const Input<Complex>& u, double kappa, const std::string& bc_t,
           const BlockGrid& blocks)
        : extents_{extents_of(u, "U")},
          kappa_{kappa},
          state_{[&](const Computing& computing) {
              return make_wilson(computing, u, kappa, bc_t, blocks);
          }} {}

    Output<Complex> apply(const Input<Complex>& psi) const {
        const auto from = elements(psi, "psi", shape());
        SpinorField field = [&] {
            const Computing computing;
            WilsonState& s = state_.get(computing);
            return s.apply(interface::spinor_field(extents_, from.data()));
        }();
        return output<Complex>(std::move(field), shape(), [](SpinorField& f) {
            return f.sites.data()->data();
        });
    }

    /// Returns the solutions, and a SolveInfo or a list of these.
    nb::typed<nb::tuple, Output<Complex>, nb::any> solve(
        const Input<Complex>& source, double tol, std::int64_t maxiter,
        const std::string& method, const std::string& inner) const {
        const auto settings = settings_of(tol, maxiter, method, inner);
        const bool several = source.ndim() == shape().size() + 1;
        Shape expected = shape();
        if (several) expected.insert(expected.begin(), source.shape(0));
        const auto from = elements(source, "source", expected);
        if (from.empty())
            throw UsageError("source: expected one or more, found none");
        std::vector<SolveInfo> infos;
        std::vector<Complex> x(from.size());
        solve_all(from, settings, x, infos);
        nb::object info = nb::cast(infos);
        if (!several) info = nb::cast(infos.front());
        return nb::make_tuple(output<Complex>(std::move(x), expected), info);
    }

    Output<double> pion(const Coordinates& point, double tol,
                        std::int64_t maxiter, const std::string& method,
                        const std::string& inner) const {
        const auto settings = settings_of(tol, maxiter, method, inner);
        for (int mu = 0; mu < lattice::kDimensions; ++mu)
            if (point[mu] < 0 || point[mu] >= extents_[mu])
                throw UsageError(
                    fmt::format("point: expected {} of 0 to {}, found {}",
                                "xyzt"[mu], extents_[mu] - 1, point[mu]));
        std::vector<double> by_slice(static_cast<std::size_t>(extents_[3]));
        add_pion(point, settings, by_slice);
        // The first one is then the slice of the source.
        std::ranges::rotate(by_slice, by_slice.begin() + point[3]);
        const std::size_t extent = by_slice.size();
        return output<double>(std::move(by_slice), {extent});
    }

    double kappa() const { return kappa_; }

  private:
    using Solver = WilsonState::Solver;

    Shape shape() const { return shape_of_field(extents_, kSpinor); }

    void solve_all(std::span<const Complex> from, const SolveSettings& settings,
                   std::vector<Complex>& x,
                   std::vector<SolveInfo>& infos) const {
        const std::size_t each = product(shape());
        const Computing computing;
        std::vector<SpinorField> fields;
        for (std::size_t k = 0; k < from.size(); k += each)
            fields.push_back(interface::spinor_field(extents_, &from[k]));
        const std::vector<Solver::Source> sources(fields.begin(), fields.end());
        const auto keep = [&](std::size_t first, Solver&,
                              const WilsonState::Solutions& solutions) {
            for (const Solution& s : solutions) {
                lattice::copy_field(&x[each * first++], s.x.sites.data(),
                                    each * sizeof(Complex));
                infos.emplace_back(s, settings.limits.tolerance);
            }
        };
        state_.get(computing).solve(sources, settings, Solver::Fetch::solutions,
                                    signals_now_and_then(computing), keep);
    }

    /// @param by_slice  (T)
    void add_pion(const Coordinates& point, const SolveSettings& settings,
                  std::vector<double>& by_slice) const {
        std::vector<Solver::Source> sources;
        for (int component = 0; component < 12; ++component)
            sources.push_back({lattice::UnitField{
                {extents_, point, Extents{{1, 1, 1, 1}}}, component}});
        const auto add = [&](std::size_t, Solver& solver,
                             const WilsonState::Solutions& solutions) {
            for (const Solution& s : solutions) {
                const SolveInfo info{s, settings.limits.tolerance};
                if (!info.converged)
                    throw runtime::NumericsError(fmt::format(
                        "pion: the solver reached |b - D x| / |b| = {:.3g} in "
                        "{} iterations, not {:g}; kappa may be beyond its "
                        "critical value: take a smaller one, another method or "
                        "more maxiter",
                        info.residual, info.iterations,
                        settings.limits.tolerance));
            }
            solver.submit_site_norms();
            for (int c = 0; c < static_cast<int>(solutions.size()); ++c)
                solver.add_slice_norms(c, 3, by_slice);
        };
        const Computing computing;
        state_.get(computing).solve(sources, settings, Solver::Fetch::nothing,
                                    signals_now_and_then(computing), add);
    }

    Extents extents_;
    double kappa_;
    Held<WilsonState> state_;
};

constexpr auto kWilson = R"(The Wilson-Dirac operator

    (D psi)(n) = psi(n) - kappa sum_mu [(1 - g_mu) U_mu(n) psi(n + mu)
                              + (1 + g_mu) U_mu(n - mu)^dagger psi(n - mu)]

with a = 1 and gamma matrices of DeGrand and Rossi, whose g_t is diagonal:

    g_x = [[0, 0, 0, -i], [0, 0, -i, 0], [0, i, 0, 0], [i, 0, 0, 0]]
    g_y = [[0, 0, 0, -1], [0, 0, 1, 0], [0, 1, 0, 0], [-1, 0, 0, 0]]
    g_z = [[0, 0, -i, 0], [0, 0, 0, i], [i, 0, 0, 0], [0, -i, 0, 0]]
    g_t = diag(1, 1, -1, -1)

Parameters
----------
U : links, (T, Z, Y, X, 4, 3, 3), complex128, mu = x, y, z, t; they are copied
kappa : hopping parameter
bc_t : boundary condition in T, 'antiperiodic' or 'periodic'
blocks : numbers of blocks along (X, Y, Z, T), which workers share; their
    extents are even

Raises
------
UsageError : another shape, or blocks that do not divide the lattice evenly)";

constexpr auto kSolve =
    R"(Solve D x = source, even-odd preconditioned.

Parameters
----------
source : (T, Z, Y, X, 4, 3), or several as (n, T, Z, Y, X, 4, 3), complex128;
    several are solved for together, which is faster
tol : |source - D x| / |source| to reach
maxiter : most iterations
method : 'cg' or 'bicgstab'
inner : what iterations compute in: 'double', or 'single' or 'half' (16-bit
    fixed point), which are faster and refine a solution in double

Returns
-------
x, info : the solution, of the shape of the source, and a SolveInfo; of several
    sources a list of them. info.converged says whether `tol` was reached

Raises
------
UsageError : another shape, a source that is zero, or a value that is wrong)";

constexpr auto kPion =
    R"(Compute the pion correlator of a point source,

    C(t) = sum over x, y, z, spins and colours of |D^-1|^2,

by the distance in t from the source, (T,).

Parameters
----------
point : coordinates (x, y, z, t) of the source
tol, maxiter, method, inner : as those of solve()

Raises
------
NumericsError : a solution has not converged
UsageError : the point is not on the lattice, or a value is wrong)";

}  // namespace

void add_wilson(nb::module_& m) {
    nb::class_<SolveInfo>(m, "SolveInfo", "What came of a solution.")
        .def_ro("converged", &SolveInfo::converged,
                "Whether the tolerance was reached.")
        .def_ro("iterations", &SolveInfo::iterations, "Number of iterations.")
        .def_ro("residual", &SolveInfo::residual,
                "|source - D x| / |source|, computed from x in the end.")
        .def_ro("residuals", &SolveInfo::residuals,
                "What the iterations took for the residual of the even sites, "
                "before the first one and after each.")
        .def("__repr__", &SolveInfo::to_string);
    nb::class_<Wilson>(m, "Wilson", kWilson)
        .def(nb::init<const Input<Complex>&, double, const std::string&,
                      const BlockGrid&>(),
             "U"_a, "kappa"_a, nb::kw_only(), "bc_t"_a = "antiperiodic",
             "blocks"_a = std::tuple{1, 1, 1, 1})
        .def("apply", &Wilson::apply, "psi"_a,
             "D psi of a spinor field (T, Z, Y, X, 4, 3): spin, then colour.")
        .def("solve", &Wilson::solve, "source"_a, nb::kw_only(),
             "tol"_a = 1e-10, "maxiter"_a = 10000, "method"_a = "cg",
             "inner"_a = "double", kSolve)
        .def("pion", &Wilson::pion, "point"_a = nb::make_tuple(0, 0, 0, 0),
             nb::kw_only(), "tol"_a = 1e-10, "maxiter"_a = 10000,
             "method"_a = "cg", "inner"_a = "double", kPion)
        .def_prop_ro("kappa", &Wilson::kappa, "Hopping parameter.");
}

}  // namespace tasuki::python
