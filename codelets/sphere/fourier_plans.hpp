// How the CPU's FFTs of this process are computed, as text.
//
// FFTW chooses by measuring, so that two processes may add in other orders and
// differ in the last bits. A process that is given what another one chose
// computes as that one did, on the same machine.
#pragma once

#include <string>

namespace tasuki::sphere {

/// The plans chosen so far; no task may run.
std::string fourier_plans();

/// Before the first transform.  What another version of FFTW wrote has no
/// effect.
void use_fourier_plans(const std::string& text);

}  // namespace tasuki::sphere
