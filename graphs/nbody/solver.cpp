#include "graphs/nbody/solver.hpp"

#include <algorithm>

#include "codelets/nbody/drift/drift.hpp"
#include "codelets/nbody/keep/keep.hpp"
#include "codelets/nbody/kick/kick.hpp"
#include "graphs/nbody/speed.hpp"
#include "runtime/core/clock.hpp"
#include "runtime/core/log.hpp"
#include "runtime/core/team.hpp"
#include "simulation/simulation.hpp"

namespace tasuki::graphs::nbody {

namespace nb = tasuki::nbody;
using runtime::Access;
using runtime::Worker;

template <class N>
NumberSolver<N>::NumberSolver(runtime::Context& context, nb::Bodies bodies,
                              const SimulationOptions& options)
    : context_{context},
      options_{options},
      wish_{nb::parse_wish(options.variant, nb::most_unroll<N>())},
      units_{choose_units(bodies, options.gravity)},
      mass_{bodies.mass},
      origin_{bodies.origin} {
    check_share(context, options.share);
    const double eps = options.eps / units_.length;
    eps2_ =
        std::max(eps * eps, nb::accelerate::least_eps2<typename N::Force>());
    if (options.share.is_measured() && bodies.size() > 0) {
        cut_and_fill(
            gather_speeds(
                context.ranks(),
                speeds_for(measure_speeds<N>(context, bodies.size(), wish_),
                           options.share)),
            bodies);
        return;
    }
    cut(speeds_of_share(context, options.share.cpu_fraction()));
    fill(bodies);
}

template <class N>
void NumberSolver<N>::cut(const std::vector<Speed>& speeds) {
    blocks_ = cut_by_speed(mass_.size(), speeds, nb::kRun);
    steps_.clear();
    local_.clear();
    for (std::size_t b = 0; b < blocks_.size(); ++b) {
        const std::size_t own = is_local(b) ? blocks_[b].size() : 1;
        local_.push_back(
            {{context_, blocks_[b].size()},
             {context_, own},
             {context_, own},
             {context_, own},
             {context_, nb::moments::groups(static_cast<std::uint32_t>(own))},
             {context_, own},
             {context_, own}});
    }
    accelerated_ = has_potential_ = false;
}

/// CPUs get bodies if that is worth it.  A machine that others use delays them,
/// and then each step, by more than the few percent that they may add.  And
/// speeds do not show that positions go to the other kind of worker and back in
/// each step, and that steps that are not of one GPU cannot be one
/// list.  Of a long step that is nothing.
template <class N>
void NumberSolver<N>::cut_and_fill(const std::vector<Speed>& speeds,
                                   const nb::Bodies& bodies) {
    constexpr double kLong = 0.01;   // [s]
    constexpr double kWorth = 1.02;  // that CPUs are to bring
    const auto use = [&](const std::vector<Speed>& used) {
        cut(used);
        fill(bodies);
    };
    std::vector<Speed> gpus;
    double per_second = 0, of_gpus = 0;
    for (const Speed& s : speeds) {
        per_second += s.per_second;
        if (s.kind != Worker::Kind::gpu) continue;
        gpus.push_back(s);
        of_gpus += s.per_second;
    }
    gpus_alone_ = per_second < kWorth * of_gpus;
    use(gpus_alone_ ? gpus : speeds);
    const auto n = static_cast<double>(mass_.size());
    if (gpus_alone_ || gpus.empty() || cpu_fraction() == 0 ||
        n * n / per_second > kLong)
        return;
    const double together = seconds_of_step();
    use(gpus);
    const double alone = seconds_of_step();
    gpus_alone_ = alone < kWorth * together;
    runtime::logger().debug(
        "a step takes {:.4f} ms with CPUs, {:.4f} ms on GPUs alone",
        1e3 * together, 1e3 * alone);
    use(gpus_alone_ ? gpus : speeds);
}

/// Without time passing, after which the bodies are to be filled again.  The
/// median of some, the same on all ranks.
template <class N>
double NumberSolver<N>::seconds_of_step() {
    constexpr int kSteps = 7;
    std::vector<double> seconds;
    for (int k = 0; k <= kSteps; ++k) {
        context_.wait();
        context_.ranks().barrier();
        const auto begin = runtime::machine_nanoseconds();
        submit_step(0, Potential::later);
        context_.wait();
        const auto end = runtime::machine_nanoseconds();
        // The first one tunes and allocates.
        if (k > 0) seconds.push_back(1e-9 * static_cast<double>(end - begin));
    }
    std::sort(seconds.begin(), seconds.end());
    return context_.ranks().largest(seconds[kSteps / 2]);
}

template <class N>
void NumberSolver<N>::fill(const nb::Bodies& bodies) {
    using S = typename N::State;
    const double length = 1 / units_.length, speed = 1 / units_.velocity();
    for (std::size_t b = 0; b < blocks_.size(); ++b) {
        const std::size_t begin = blocks_[b].begin;
        const auto position = local_[b].position.write();
        for (std::size_t k = 0; k < blocks_[b].size(); ++k) {
            const auto& r = bodies.position[begin + k];
            position.span()[k] = {
                static_cast<S>(r[0] * length), static_cast<S>(r[1] * length),
                static_cast<S>(r[2] * length),
                static_cast<S>(bodies.mass[begin + k] * units_.gravity_mass)};
        }
        if (!is_local(b)) continue;
        const auto velocity = local_[b].velocity.write();
        for (std::size_t k = 0; k < blocks_[b].size(); ++k) {
            const auto& v = bodies.velocity[begin + k];
            velocity.span()[k] = {static_cast<S>(v[0] * speed),
                                  static_cast<S>(v[1] * speed),
                                  static_cast<S>(v[2] * speed), S(0)};
        }
    }
}

template <class N>
void NumberSolver<N>::keep_bodies() {
    for (std::size_t b = 0; b < blocks_.size(); ++b)
        if (Local& its = local_[b]; is_local(b))
            runtime::submit<nb::keep::Kernel<N>>(
                context_, {}, options_of(b, b), its.kept_position,
                its.kept_velocity, its.position, its.velocity);
}

template <class N>
nb::Bodies NumberSolver<N>::kept_bodies() const {
    nb::Bodies bodies;
    bodies.resize(mass_.size());
    bodies.mass = mass_;
    bodies.origin = origin_;
    for (std::size_t b = 0; b < blocks_.size(); ++b) {
        if (!is_local(b)) continue;
        const auto position = local_[b].kept_position.read();
        const auto velocity = local_[b].kept_velocity.read();
        constexpr std::size_t kGrain = 4096;
        runtime::parallel_ranges(
            blocks_[b].size(), kGrain, [&](std::size_t begin, std::size_t end) {
                for (std::size_t k = begin; k < end; ++k) {
                    const auto& r = position.span()[k];
                    const auto& v = velocity.span()[k];
                    const std::size_t i = blocks_[b].begin + k;
                    bodies.position[i] = {r.x * units_.length,
                                          r.y * units_.length,
                                          r.z * units_.length};
                    bodies.velocity[i] = {v.x * units_.velocity(),
                                          v.y * units_.velocity(),
                                          v.z * units_.velocity()};
                }
            });
    }
    if (mass_.empty()) return bodies;
    // Those of other ranks are zeros.
    for (auto* vectors : {&bodies.position, &bodies.velocity})
        context_.ranks().sum(
            std::span{vectors->front().data(), 3 * vectors->size()});
    return bodies;
}

template <class N>
runtime::SubmitOptions NumberSolver<N>::options_of(std::size_t b,
                                                   std::size_t from) const {
    runtime::SubmitOptions options{.worker = blocks_[b].worker};
    options.label = {static_cast<int>(b), static_cast<std::uint32_t>(from)};
    return options;
}

template <class N>
nb::accelerate::Args NumberSolver<N>::pair_args(std::size_t b,
                                                std::size_t c) const {
    return {static_cast<std::uint32_t>(blocks_[b].size()),
            static_cast<std::uint32_t>(blocks_[c].size()), eps2_, wish_};
}

template <class N>
void NumberSolver<N>::submit_tuning() {
    if (runtime::simulates()) return;
    for (std::size_t b = 0; b < blocks_.size(); ++b) {
        if (!is_local(b) || blocks_[b].kind != Worker::Kind::gpu) continue;
        for_sources(b, [&](std::size_t c, bool) {
            // What takes no time may take twice as long.
            if (16 * blocks_[c].size() < mass_.size()) return;
            runtime::submit<nb::accelerate::TuneKernel<N>>(
                context_, pair_args(b, c), options_of(b, c),
                local_[b].acceleration, local_[b].position, local_[c].position);
        });
    }
}

template <class N>
void NumberSolver<N>::submit_exchange() {
    const auto& ranks = context_.ranks();
    if (!ranks.several()) return;
    // Around the ring: at every moment each rank sends to another one.
    for (int step = 1; step < ranks.size(); ++step) {
        const int to = (ranks.rank() + ranks.size() - step) % ranks.size();
        const int from = (ranks.rank() + step) % ranks.size();
        for (std::size_t b = 0; b < blocks_.size(); ++b) {
            const auto tag = static_cast<runtime::MessageTag>(b);
            if (is_local(b))
                runtime::submit_send(local_[b].position, to, tag, 0);
            else if (blocks_[b].rank == from)
                runtime::submit_receive(local_[b].position, from, tag, 0);
        }
    }
}

template <class N>
void NumberSolver<N>::begin(Potential potential) {
    submit_tuning();
    submit_accelerations(potential);
    accelerated_ = true;
    has_potential_ = potential == Potential::now;
}

template <class N>
void NumberSolver<N>::submit_accelerations(Potential potential) {
    using namespace nb::accelerate;
    const bool now = potential == Potential::now;
    for (std::size_t b = 0; b < blocks_.size(); ++b) {
        if (!is_local(b)) continue;
        for_sources(b, [&](std::size_t c, bool first) {
            auto options = options_of(b, c);
            options.flops = (kFlopsPerInteraction + (now ? kFlopsPerWell : 0)) *
                            static_cast<double>(blocks_[b].size()) *
                            static_cast<double>(blocks_[c].size());
            options.number_bytes = sizeof(typename N::Force);
            const auto pull = [&](auto adds) {
                Local& its = local_[b];
                if (now)
                    runtime::submit<PotentialKernel<N, adds()>>(
                        context_, pair_args(b, c), options, its.acceleration,
                        its.wells, its.position, local_[c].position);
                else
                    runtime::submit<Kernel<N, adds()>>(
                        context_, pair_args(b, c), options, its.acceleration,
                        its.position, local_[c].position);
            };
            if (first)
                pull(std::false_type{});
            else
                pull(std::true_type{});
        });
    }
}

template <class N>
std::vector<nb::Vector> NumberSolver<N>::accelerations() {
    if (!accelerated_) begin(Potential::later);
    std::vector<nb::Vector> all(mass_.size());
    const double unit = units_.velocity() / units_.time;
    for (std::size_t b = 0; b < blocks_.size(); ++b) {
        if (!is_local(b)) continue;
        const auto own = local_[b].acceleration.read();
        for (std::size_t k = 0; k < blocks_[b].size(); ++k) {
            const auto& a = own.span()[k];
            all[blocks_[b].begin + k] = {a.x * unit, a.y * unit, a.z * unit};
        }
    }
    // Those of other ranks are zeros.
    if (!all.empty())
        context_.ranks().sum(std::span{all.front().data(), 3 * all.size()});
    return all;
}

template <class N>
void NumberSolver<N>::submit_step(double dt, Potential potential) {
    if (!accelerated_) begin(Potential::later);
    steps_.run({dt, potential},
               [&] { submit_leap_frog(dt / units_.time, potential); });
    has_potential_ = potential == Potential::now;
}

template <class N>
void NumberSolver<N>::submit_leap_frog(double step, Potential potential) {
    const auto kick = [&](std::size_t b) {
        runtime::submit<nb::kick::Kernel<N>>(
            context_,
            {static_cast<std::uint32_t>(blocks_[b].size()), 0.5 * step},
            options_of(b, b), local_[b].velocity, local_[b].acceleration);
    };
    for (std::size_t b = 0; b < blocks_.size(); ++b) {
        if (!is_local(b)) continue;
        kick(b);
        runtime::submit<nb::drift::Kernel<N>>(
            context_, {static_cast<std::uint32_t>(blocks_[b].size()), step},
            options_of(b, b), local_[b].position, local_[b].velocity);
    }
    submit_exchange();
    submit_accelerations(potential);
    for (std::size_t b = 0; b < blocks_.size(); ++b)
        if (is_local(b)) kick(b);
}

template <class N>
bool NumberSolver<N>::may_move() const {
    if (options_.share.name() != Share::Name::dynamic || mass_.empty())
        return false;
    return !gpus_alone_ || context_.ranks().several() ||
           context_.count(Worker::Kind::gpu) > 1;
}

template <class N>
void NumberSolver<N>::balance() {
    constexpr double worth = 1.02;
    if (!may_move()) return;
    context_.wait();
    const auto measured = gather_speeds(
        context_.ranks(), measure_speeds<N>(context_, mass_.size(), wish_));
    const auto speeds = speeds_for(
        measured, gpus_alone_ ? Share::Name::gpu : Share::Name::dynamic);
    // The first rank's arithmetic, for all.
    const double excess =
        imbalance(blocks_, speeds) /
        imbalance(cut_by_speed(mass_.size(), speeds, nb::kRun), speeds);
    if (context_.ranks().largest(excess) < worth) return;
    runtime::logger().info(
        "workers have other speeds than when the bodies were cut, and a step "
        "takes {:.2f} times as long as it could: cut anew",
        excess);
    keep_bodies();
    cut_and_fill(measured, kept_bodies());
}

template <class N>
std::string NumberSolver<N>::variant() const {
#if defined(TASUKI_HAS_GPU)
    for (std::size_t b = 0; b < blocks_.size(); ++b)
        if (is_local(b) && blocks_[b].kind == Worker::Kind::gpu)
            for (const Worker& w : context_.workers())
                if (w.id == blocks_[b].worker)
                    return nb::accelerate::variant_on<N>(w.device,
                                                         pair_args(b, b));
#endif
    return {};
}

template <class N>
double NumberSolver<N>::cpu_fraction() const {
    std::size_t on_cpu = 0;
    for (const Block& block : blocks_)
        if (block.kind == Worker::Kind::cpu) on_cpu += block.size();
    return mass_.empty() ? 0
                         : static_cast<double>(on_cpu) /
                               static_cast<double>(mass_.size());
}

template class NumberSolver<nb::Single>;
template class NumberSolver<nb::Mixed>;
template class NumberSolver<nb::Double>;

}  // namespace tasuki::graphs::nbody
