#include "codelets/linalg/join/join.hpp"

namespace tasuki::linalg::join {

void Blocks::cpu(const Args& args, runtime::Update<double> sums,
                 const Given& given) noexcept {
    for (int k = 0; k < given.size(); ++k)
        for (std::size_t s = 0; s < given[k].size() / kPartials; ++s) {
            double sum = 0;
            for (int p = 0; p < kPartials; ++p)
                sum += given[k][s * kPartials + p];
            sums[s * args.blocks + args.block[k]] = sum;
        }
}

void Both::cpu(const Args&, runtime::Write<double> sums,
               const Sides& sides) noexcept {
    for (std::size_t i = 0; i < sums.size(); ++i) sums[i] = on_a_side(sides, i);
}

void Parts::cpu(const Args& args, runtime::Write<double> parts,
                const Sides& sides) noexcept {
    for (std::size_t i = 0; i < parts.size(); ++i)
        parts[i] = part_of(args, sides, i);
}

}  // namespace tasuki::linalg::join
