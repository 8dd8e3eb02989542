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
#include <optional>
#include <span>
#include <vector>

#include "codelets/sphere/collection/collection.hpp"
#include "codelets/sphere/expansion/expansion.hpp"
#include "codelets/sphere/fourier/fourier.hpp"
#include "codelets/sphere/grid.hpp"
#include "codelets/sphere/latitudes.hpp"
#include "codelets/sphere/orders.hpp"
#include "codelets/sphere/recurrence.hpp"
#include "codelets/sphere/start/start.hpp"
#include "codelets/sphere/synthesis/synthesis.hpp"
#include "graphs/cut.hpp"
#include "graphs/share.hpp"
#include "graphs/sphere/transform/fields.hpp"
#include "runtime/core/codelet.hpp"
#include "runtime/core/context.hpp"

namespace tasuki::graphs::sphere {

struct TransformOptions {
    tasuki::sphere::Truncation truncation{};
    tasuki::sphere::Grid grid{};
    Share share = Share::Name::dynamic;
    /// Results go to host memory as they are computed, for callers that read
    /// them there; else they stay where they are until they are read.
    bool to_host = true;
    /// How many fields are transformed together, for which a measured share is
    /// to be the best.
    int fields = 1;
    /// Blocks of latitudes for each GPU, which transfers and computes several
    /// at a time; 0: as many as suit the size.
    int gpu_blocks = 0;
    /// With a fixed share: CPUs compute of their latitudes only the FFTs, GPUs
    /// the Legendre functions.  A measured share tries both.
    bool cpu_only_ffts = false;
    /// Another fixed share for analysis, of which CPUs compute all.
    std::optional<Share> analysis_share{};
    /// A transform of one block of latitudes with less [flop, as
    /// nominal_flops(), of all its fields] is one task, not three: a phase
    /// would take less time than StarPU needs between two tasks of which one
    /// waits for the other.  Three let transforms that do not wait for each
    /// other share a GPU; without such transforms a larger limit is better.
    double whole_flops = 1e8;
    /// Number of the worker that computes all, in place of those of the share:
    /// the transform is cut as where it is alone.  With one rank.
    std::optional<int> worker{};
};

enum class Direction { synthesis, analysis };

/// Transforms of one truncation and grid.  Every rank makes it with the same
/// options and calls the same functions in the same order.
class Transform {
  public:
    /// With a share that is measured: waits, and makes some transforms.
    /// @throws UsageError        a grid too small for the truncation, or
    ///                           cpu_only_ffts with several ranks or a share
    ///                           that is measured
    /// @throws UnavailableError  the share needs a worker that is not here
    Transform(runtime::Context& context, const TransformOptions& options);

    Spectra make_spectra(int count, Filled filled = Filled::by_assign) const;
    Fields make_fields(int count, Filled filled = Filled::by_assign) const;

    /// f(lambda, phi) = sum_n s_n^0 P_n^0 + 2 Re sum_(m>0) s_n^m P_n^m
    /// exp(i m lambda), with the functions of recurrence.hpp; with
    /// Rows::over_cosine divided by cos(phi).  Returns at once.
    void submit_synthesis(
        const Spectra& from, Fields& to,
        tasuki::sphere::Rows rows = tasuki::sphere::Rows::as_they_are);
    /// s_n^m = integral of f P_n^m exp(-i m lambda) over the sphere, by the
    /// quadrature of the grid; with Rows::over_cosine of f / cos(phi).  Returns
    /// at once.
    void submit_analysis(
        const Fields& from, Spectra& to,
        tasuki::sphere::Rows rows = tasuki::sphere::Rows::as_they_are);

    /// Spectrum k from all coefficients, in the order of Truncation.
    void assign(Spectra& spectra, int k,
                std::span<const tasuki::sphere::Complex> values) const;
    /// Waits; every rank has all.
    std::vector<tasuki::sphere::Complex> collect(const Spectra& spectra,
                                                 int k) const;
    /// Field k from values (J, I), north first.
    void assign(Fields& fields, int k, std::span<const double> values) const;
    /// Waits; every rank has all.
    std::vector<double> collect(const Fields& fields, int k) const;

    /// One block of latitudes.
    struct Part {
        Block block;  ///< of pairs of latitudes, and the worker with its fields
        tasuki::sphere::LatitudeBlock latitudes;
    };
    const std::vector<Part>& parts() const { return parts_; }
    bool is_local(std::size_t b) const {
        return parts_[b].block.rank == context_.ranks().rank();
    }
    runtime::Context& context() const { return context_; }
    const TransformOptions& options() const { return options_; }
    const tasuki::sphere::Orders& orders() const { return orders_; }
    /// (orders of this rank)
    const runtime::Array<tasuki::sphere::Order>& order_table() const {
        return order_;
    }
    /// Where spectra are collected: the worker with most of the latitudes.
    int main_worker() const { return main_worker_; }
    /// Fraction of the latitudes on the CPUs of all ranks, 0 to 1.
    double cpu_fraction(Direction direction) const;
    /// Whether GPUs compute the Legendre functions of these.
    bool cpu_only_ffts(Direction direction) const;
    /// J (M + 1)^2, by which the field counts the flop of one transform of one
    /// field.
    double nominal_flops() const;

  private:
    /// How one direction is spread.
    struct Spread {
        std::vector<Speed> speeds;
        /// CPUs compute the FFTs of their latitudes only, GPUs the rest: a
        /// link that is in the way passes less of the latitudes near the poles
        /// in orders than on the grid.
        bool lent = false;
    };
    /// Workers for one direction of a part.
    struct Role {
        int legendre, fourier;
        runtime::Worker::Kind fourier_kind;
        std::uint32_t pitch;  ///< of rows of Fourier coefficients
        bool several_ranks;   ///< as these compute each their own orders

        /// Whether a CPU computes the FFTs for a GPU.
        bool lends() const { return legendre != fourier && !several_ranks; }
    };
    /// The data of a part for the orders of this rank.
    struct Local {
        runtime::Array<tasuki::sphere::Pair> pair;
        runtime::Array<tasuki::sphere::Start> start;
        /// How many of the orders, the first, are something on these
        /// latitudes.
        std::size_t orders;
        Role synthesis, analysis;

        const Role& role(Direction direction) const {
            return direction == Direction::synthesis ? synthesis : analysis;
        }
    };
    /// Series and sums of a worker, for some number of fields.
    struct Series {
        int worker;
        bool lent;  ///< sums of what CPUs lend to it, so that none waits
        runtime::Array<tasuki::sphere::Term> series, sums;
        bool synthesizes;             ///< the series is needed, so far:
        std::size_t synthesized;      ///< orders
        std::size_t analyzed, terms;  ///< orders and terms of the sums
        bool written = false;         ///< sums have a value
    };
    /// For some number of fields.
    struct Workspace {
        int fields = 0;
        std::vector<Series> of_worker;
        /// (parts); the second for analysis where its rows have another pitch,
        /// else one number.
        std::vector<runtime::Array<tasuki::sphere::Complex>> fourier,
            fourier_back;
        /// (parts, ranks): of own parts what each rank has, of others what this
        /// one has; of one rank none.
        std::vector<std::vector<runtime::Array<tasuki::sphere::Complex>>>
            exchanged;
    };

    void measure();
    void measure_workers(std::vector<Speed> speeds);
    void search();
    class Trial;
    void cut(const Spread& synthesis, const Spread& analysis);
    void cut(const std::vector<Speed>& speeds) { cut({speeds}, {speeds}); }
    void cut_latitudes(const std::vector<Block>& synthesis,
                       const std::vector<Block>& analysis, bool lent);
    void assign_role(std::size_t b, Direction direction, const Block& block,
                     const Spread& spread);
    Spread sorted(Spread spread) const;
    std::size_t orders_that_matter(
        const Local& local,
        const tasuki::sphere::LatitudeBlock& latitudes) const;
    std::vector<std::size_t> ends_of_blocks(runtime::Worker::Kind kind,
                                            std::size_t pairs, bool lent) const;
    int worker_for(std::size_t b) const;
    /// That of the next transform of so many fields.
    Workspace& workspace(int fields);
    Series& series_of(Workspace& workspace, int worker, bool lent);
    runtime::Array<tasuki::sphere::Complex>& fourier_of(
        Workspace& workspace, std::size_t b, Direction direction) const;
    std::vector<std::size_t> sequence_of_analysis() const;
    void submit_joins(Workspace& workspace, std::size_t b,
                      const tasuki::sphere::fourier::Args& args);
    void submit_ffts(Workspace& workspace, std::size_t b, const Fields& from);
    void submit_sums(Workspace& workspace, std::size_t b, Series& series,
                     bool add, tasuki::sphere::Rows rows);
    runtime::Worker::Kind kind_of(int worker) const;
    runtime::SubmitOptions on(int worker, std::size_t b) const;
    tasuki::sphere::synthesis::Args legendre_args(std::size_t b, int fields,
                                                  tasuki::sphere::Rows rows,
                                                  Direction direction) const;
    tasuki::sphere::expansion::Args expansion_args(const Series& series,
                                                   int fields) const;
    tasuki::sphere::collection::Args collection_args(int fields) const;
    double flops_of(std::size_t b, int fields) const;
    /// Whether one task computes a transform.
    bool is_whole(int fields) const;
    void submit_whole_synthesis(Workspace& workspace, const Spectra& from,
                                Fields& to, tasuki::sphere::Rows rows);
    void submit_whole_analysis(Workspace& workspace, const Fields& from,
                               Spectra& to, tasuki::sphere::Rows rows);
    tasuki::sphere::fourier::Args fourier_args(std::size_t b, int fields,
                                               Direction direction) const;
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
