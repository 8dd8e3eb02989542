// A quark propagator in an HDF5 file: solutions x of M x = b, one for each
// source b.
//
//   / attributes   format, format_version, program, digest
//   (io/hdf5/digest.hpp);
//                  gauge, plaquette, kappa, csw, mu, bc_t, source, solver,
//                  tolerance; action and basis in words
//   /solutions     a dataset for each source, spin0_colour0 to spin3_colour2,
//   or
//                  random: (T, Z, Y, X, 4 spins, 3 colours, re and im), whose
//                  attributes are iterations and true_residual
//
// S(n; m) of a point source at m: spin and colour of the sink are indices of a
// dataset, those of the source its name.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "codelets/lattice/spinor_field.hpp"
#include "io/hdf5/file.hpp"

namespace tasuki::io {

struct PropagatorColumn {
    std::string name;  ///< of the dataset
    lattice::SpinorField x;
    std::uint64_t iterations;
    double true_residual;  ///< |b - M x| / |b|
    // Only checkpoints have the rest.
    double seconds = 0;             ///< from the source to the norm of b - M x
    double iterations_seconds = 0;  ///< the part of it for iterations
    std::string inner{};            ///< precision of its last iterations
};

struct Propagator {
    std::string gauge;      ///< file, or how the links were made
    double plaquette;       ///< average of Re tr U_P / 3
    double kappa, csw, mu;  ///< of M; see action_of()
    std::string bc_t, source, solver;
    double tolerance;
    std::vector<PropagatorColumn> columns{};
};

/// "M = 1 - kappa H, Wilson", or what it is with a clover term and a twisted
/// mass.
std::string action_of(const Propagator& propagator);

/// The file, a solution after another.  It is whole or not there; the same
/// propagator gives the same bytes.
class PropagatorFile {
  public:
    /// @param propagator  its columns are left out
    /// @param bytes  of all columns that come
    /// @throws UsageError  the file cannot be written
    PropagatorFile(const std::string& path, const Propagator& propagator,
                   std::size_t bytes);
    void add(const PropagatorColumn& column);
    /// Another thread may call it meanwhile.
    void start_writing() const noexcept { file_.file().start_writing(); }
    void commit();

  private:
    Hdf5File file_;
};

}  // namespace tasuki::io
