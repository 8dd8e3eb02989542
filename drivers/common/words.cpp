#include "drivers/common/words.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace tasuki::drivers {

namespace {

struct Word {
    std::string_view ours, theirs;
};

constexpr std::array kWords{
    Word{"--precision", "--prec"},       Word{"--tolerance", "--tol"},
    Word{"--max-iterations", "--niter"}, Word{"--lattice", "--dim"},
    Word{"--reconstruct", "--recon"},    Word{"--rhs", "--nsrc"},
    Word{"--gauge", "--load-gauge"},     Word{"--truncation", "--lmax"},
    Word{"--latitudes", "--nlat"},       Word{"--longitudes", "--nlon"},
    Word{"--eps", "--softening"},        Word{"--sched", "--policy"}};

}  // namespace

std::string with_words_of_others(const std::string& names) {
    const auto found = std::ranges::find(kWords, names, &Word::ours);
    return found == kWords.end() ? names
                                 : names + ',' + std::string{found->theirs};
}

}  // namespace tasuki::drivers
