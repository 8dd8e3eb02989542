// Spherical harmonic transforms as tasks over CPUs, GPUs and ranks.
//
//   synthesis: expansion -> synthesis -> to_grid
//   analysis:  from_grid -> analysis -> collection
//
// A rank has some of the orders of each spectrum and some of the latitudes of
// each field; a worker computes all orders of its latitudes, so that a field
// crosses a link once and nothing else does but spectra.  Between ranks the
// Fourier coefficients of latitudes move: a rank computes its orders for all
// latitudes (transposition).
//
// Source: spherical harmonic transforms for GPU and CPU, ISPACK (2012); what is
// summed: codelets/sphere/recurrence.hpp.
#pragma once

#include <map>
#include <memory>
#include <span>
#include <vector>

#include "codelets/sphere/grid.hpp"
#include "codelets/sphere/latitudes.hpp"
#include "codelets/sphere/orders.hpp"
#include "codelets/sphere/recurrence.hpp"
#include "codelets/sphere/start/start.hpp"
#include "codelets/sphere/synthesis/synthesis.hpp"
#include "graphs/cut.hpp"
#include "graphs/share.hpp"
#include "graphs/sphere/fields.hpp"
#include "runtime/codelet.hpp"
#include "runtime/context.hpp"

namespace tasuki::graphs::sphere {

struct TransformOptions {
    tasuki::sphere::Truncation truncation{};
    tasuki::sphere::Grid grid{};
    Share share = Share::Name::dynamic;
    /// Results go to host memory as they are computed, for who reads them
    /// there; else they stay where they are until somebody asks.
    bool to_host = true;
    /// Blocks of latitudes for each GPU, which transfers and computes several
    /// at a time; 0: as many as suit the size.
    int gpu_blocks = 0;
    /// Blocks of latitudes for each CPU worker, small enough to stay in its
    /// caches between the Legendre functions and the FFT; 0: as suits.
    int cpu_blocks = 0;
};

/// Transforms of one truncation and grid.  Every rank makes it with the same
/// options and calls the same functions in the same order.
class Transform {
  public:
    /// With a share that is measured: waits, and makes some transforms.
    /// @throws UsageError        a grid too small for the truncation
    /// @throws UnavailableError  the share needs a worker that is not here
    Transform(runtime::Context& context, const TransformOptions& options);

    Spectra make_spectra(int count) const;
    Fields make_fields(int count) const;

    /// f(lambda, phi) = sum_n s_n^0 P_n^0 + 2 Re sum_(m>0) s_n^m P_n^m
    /// exp(i m lambda), with the functions of recurrence.hpp; with
    /// Rows::over_cosine divided by cos(phi).  Returns at once.
    void submit_synthesis(
        const Spectra& from, const Fields& to,
        tasuki::sphere::Rows rows = tasuki::sphere::Rows::as_they_are);
    /// s_n^m = integral of f P_n^m exp(-i m lambda) over the sphere, by the
    /// quadrature of the grid; with Rows::over_cosine of f / cos(phi).  Returns
    /// at once.
    void submit_analysis(
        const Fields& from, const Spectra& to,
        tasuki::sphere::Rows rows = tasuki::sphere::Rows::as_they_are);

    /// Spectrum k from all coefficients, in the order of Truncation.
    void assign(const Spectra& spectra, int k,
                std::span<const tasuki::sphere::Complex> values) const;
    /// Waits; every rank has all.
    std::vector<tasuki::sphere::Complex> collect(const Spectra& spectra,
                                                 int k) const;
    /// Field k from values (J, I), north first.
    void assign(const Fields& fields, int k,
                std::span<const double> values) const;
    /// Waits; every rank has all.
    std::vector<double> collect(const Fields& fields, int k) const;

    /// One block of latitudes.
    struct Part {
        Block block;  ///< of pairs of latitudes
        tasuki::sphere::LatitudeBlock latitudes;
    };
    const std::vector<Part>& parts() const { return parts_; }
    bool is_local(std::size_t b) const {
        return parts_[b].block.rank == context_.ranks().rank();
    }
    const TransformOptions& options() const { return options_; }
    const tasuki::sphere::Orders& orders() const { return orders_; }
    /// (orders of this rank)
    const runtime::Array<tasuki::sphere::Order>& order_table() const {
        return order_;
    }
    /// Where spectra are collected: the worker with most of the latitudes.
    int main_worker() const { return main_worker_; }
    /// What the CPUs of all ranks compute of the whole, 0 to 1.
    double cpu_fraction() const;
    /// J (M + 1)^2, by which the field counts the flop of one transform of one
    /// field.
    double nominal_flops() const;

  private:
    /// What a part needs for the orders of this rank, and what passes between
    /// the ranks.
    struct Local {
        runtime::Array<tasuki::sphere::Pair> pair;
        runtime::Array<tasuki::sphere::Start> start;
        int worker;  ///< that computes the orders of this rank
        /// How many of them, the first, are something on these latitudes.
        std::size_t orders;
    };
    /// Series and sums of a worker, for some number of fields.
    struct Series {
        int worker;
        runtime::Array<tasuki::sphere::Term> series, sums;
        std::size_t orders, terms;  ///< of the sums
        bool written = false;       ///< sums have a value
    };
    /// For some number of fields.
    struct Workspace {
        int fields = 0;
        std::vector<Series> of_worker;
        std::vector<runtime::Array<tasuki::sphere::Complex>>
            fourier;  // (parts)
        /// (parts, ranks): of own parts what each rank has, of others what this
        /// one has; of one rank none.
        std::vector<std::vector<runtime::Array<tasuki::sphere::Complex>>>
            exchanged;
    };

    void measure();
    class Trial;
    void cut(std::vector<Speed> speeds);
    std::size_t orders_that_matter(const Local& local,
                                   std::size_t groups) const;
    std::size_t blocks_of(runtime::Worker::Kind kind, std::size_t pairs) const;
    int worker_for(std::size_t b) const;
    /// That of the next transform of so many fields.
    Workspace& workspace(int fields);
    Series& series_of(Workspace& workspace, int worker);
    runtime::SubmitOptions on(int worker, std::size_t b) const;
    tasuki::sphere::synthesis::Args legendre_args(
        std::size_t b, int fields, tasuki::sphere::Rows rows) const;
    bool several() const { return context_.ranks().several(); }

    runtime::Context& context_;
    TransformOptions options_;
    tasuki::sphere::Orders orders_;
    std::vector<tasuki::sphere::Node> nodes_;
    std::vector<Part> parts_;
    std::vector<Local> local_;                             // (parts_)
    std::map<std::pair<int, int>, Workspace> workspaces_;  // fields, turn
    int turn_ = 0;
    int main_worker_ = -1;
    runtime::Array<tasuki::sphere::Order> order_;
    runtime::Array<tasuki::sphere::Lead> lead_;
    runtime::Array<tasuki::sphere::Step> step_;
    runtime::Array<tasuki::sphere::Conversion> conversion_;
    /// Of all ranks, to know what they send; empty with one.
    std::vector<runtime::Array<tasuki::sphere::Order>> order_of_rank_;
    std::vector<std::size_t> orders_of_rank_;
};

}  // namespace tasuki::graphs::sphere
