// Numbers that depend on the seed alone, on every machine.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace tasuki::faults {

/// SplitMix64 (Steele, Lea, Flood, OOPSLA 2014).
class Random {
  public:
    explicit Random(std::uint64_t seed, std::uint64_t stream = 0)
        : state_{seed * 0xd1342543de82ef95 + stream} {
        next();
    }
    std::uint64_t next() {
        std::uint64_t z = (state_ += 0x9e3779b97f4a7c15);
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
        z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
        return z ^ (z >> 31);
    }
    /// From 0 to `count` - 1; 0 for a count of 0.
    std::size_t below(std::size_t count) {
        return count == 0 ? 0 : static_cast<std::size_t>(next() % count);
    }
    double fraction() { return static_cast<double>(next() >> 11) * 0x1p-53; }
    template <class T>
    const T& one_of(const std::vector<T>& list) {
        return list[below(list.size())];
    }
    template <class T>
    void shuffle(std::vector<T>& list) {
        for (std::size_t k = list.size(); k > 1; --k)
            std::swap(list[k - 1], list[below(k)]);
    }

  private:
    std::uint64_t state_;
};

}  // namespace tasuki::faults
