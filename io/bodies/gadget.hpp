// Snapshots of GADGET in HDF5, as AREPO, EAGLE, GIZMO and SWIFT write them too.
//
//   /Header attributes  NumPart_ThisFile (types), NumFilesPerSnapshot, Time,
//                       MassTable (types): the mass of all bodies of a type,
//                       or 0 where each has its own
//   /PartType<k>        a group for each type that has bodies
//     Coordinates (n, 3)
//     Velocities (n, 3)  or Velocity
//     Masses (n)         or Mass; of black holes DynamicalMasses or BH_Mass
//
// Tracers, which have neither Coordinates nor Masses, are left out with a
// warning.
// Source: Springel, User guide for GADGET-2 (2005), section 6, and of GADGET-4
// (2021).  The bodies of all types are joined in the order of their types, in
// the units of the file; what is not mass, position or velocity is not read.
#pragma once

#include "io/bodies/body_file.hpp"
#include "io/hdf5/hdf5.hpp"

namespace tasuki::io {

bool looks_like_gadget(const Hdf5Reader& file);

/// Names datasets of a file as GADGET does, so that its readers (pynbody)
/// open it; all bodies are of type 1, dark matter.
/// @param mass, position, velocity  paths of the datasets
void add_gadget_names(Hdf5Writer& file, std::uint64_t bodies, double time,
                      const char* mass, const char* position,
                      const char* velocity);

/// @param name  of the file, for messages
/// @throws InputError  counts, shapes or numbers that are wrong, one of several
///                     files of a snapshot, or bodies without masses
BodyFile parse_gadget(const std::string& name, const Hdf5Reader& file);

/// Adds a warning for each of what an isolated run does not do.
/// @param redshift, box  of the header; 0: none
void add_isolation_warnings(BodyFile& file, double redshift, double box);

}  // namespace tasuki::io
