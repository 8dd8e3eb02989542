// Masses, positions and velocities in datasets of HDF5.
#pragma once

#include <string>
#include <vector>

#include "codelets/nbody/bodies.hpp"
#include "io/hdf5/hdf5.hpp"

namespace tasuki::io {

class BodyArrays {
  public:
    /// @param name  of the file, for messages
    BodyArrays(const std::string& name, const Hdf5Reader& file)
        : name_{name}, file_{file} {}

    /// @throws InputError  not of shape (n), or not finite from 0 on
    std::vector<double> masses(const std::string& path, hsize_t n) const;
    /// @throws InputError  not of shape (n, 3), or not finite
    std::vector<nbody::Vector> vectors(const std::string& path,
                                       hsize_t n) const;
    [[noreturn]] void refuse_shape(const std::string& path,
                                   const std::string& expected) const;

  private:
    std::vector<double> numbers(const std::string& path,
                                const std::vector<hsize_t>& shape) const;

    const std::string& name_;
    const Hdf5Reader& file_;
};

}  // namespace tasuki::io
