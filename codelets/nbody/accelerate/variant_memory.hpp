// Which variant of accelerate a device runs: measured by a tuner, or what does
// well unmeasured.
#pragma once

#include <functional>
#include <mutex>
#include <string>
#include <vector>

#include "codelets/nbody/accelerate/variant.hpp"

namespace tasuki::nbody {

/// Numbers of bodies count as their powers of two: "2^20 bodies pulled by
/// 2^16".
struct PairShape {
    int targets, sources;  ///< exponents

    static PairShape of(std::size_t targets, std::size_t sources);
    bool operator==(const PairShape&) const = default;
};

class VariantMemory {
  public:
    /// @param numbers  "single", "mixed" or "double"
    VariantMemory(const char* numbers, int most_unroll)
        : numbers_{numbers}, most_unroll_{most_unroll} {}

    /// Whether a variant was measured, by this run or by an earlier one.
    bool is_tuned(int device, const PairShape& shape, const Wish& wish);
    /// The measured variant, or one of those that the wish allows.
    Variant find(int device, const PairShape& shape, const Wish& wish);
    void keep(int device, const PairShape& shape, const Wish& wish,
              const Variant& variant);

  private:
    struct Known {
        int device;
        PairShape shape;
        Wish wish;
        Variant variant;
        bool tuned;
    };
    Known& look_up(int device, const PairShape& shape, const Wish& wish);
    std::string key(const PairShape& shape, const Wish& wish) const;

    const char* numbers_;
    int most_unroll_;
    std::mutex mutex_;
    std::vector<Known> known_;  // a handful
};

/// The fastest of what the wish allows: all kernels in two shapes of block,
/// then the best of them in every shape.  Without a wish for a root only
/// Root::approx, than which none is faster.
/// @param seconds  of one run
Variant fastest_variant(const Wish& wish, int most_unroll,
                        const std::function<double(const Variant&)>& seconds);

}  // namespace tasuki::nbody
