// A time that no schedule of what ran from begin to end can be below, from the
// times that these tasks took.
// Tasks of a class have phase, flops and bytes in common; kinds of workers k
// are CPU teams, GPU streams, and GPU streams for faces.
//
//   chain    = max over chains of dependent tasks of
//                sum of s_c,  s_c = shortest task of the class, anywhere;
//              of tasks that started after begin
//   area(r)  = min over shares x_ck >= 0, sum_k x_ck = 1, of
//                max_k ( sum_c n_c x_ck t_ck ) / workers_k
//              n_c = tasks of the class that ran on rank r from begin to end,
//              those that did so in part as that part of one; t_ck = their
//              mean time on kind k; x_ck = 0 where none of them ran
//   bound    = max(chain, max_r area(r))
//
// Data moves at once.  These are the bounds by critical path and by area of
// E. Agullo et al., "Bridging the Gap between Performance and Bounds of
// Cholesky Factorization on Heterogeneous Platforms", HCW 2015.  StarPU's
// starpu_bound solves the second as a linear program with GLPK, and takes
// times from its models, over all kinds; here, what was measured is one of
// the schedules, so that it never takes less than the bound.
#pragma once

#include "views/traces/timeline/timeline.hpp"

namespace tasuki::trace {

struct Bound {
    Time chain = 0;  ///< [ns]
    Time area = 0;   ///< of the rank with the most
    int area_rank = 0;

    Time time() const { return chain > area ? chain : area; }
    bool by_chain() const { return chain > area; }
};

/// Of all measured iterations together; 0 without tasks.
/// @param begin, end  of these iterations [ns]
Bound bound_of(const Timeline& timeline, Time begin, Time end);

}  // namespace tasuki::trace
