// What all pictures of a run of bodies have in common.
#pragma once

namespace tasuki::io {

/// The same for all pictures of a run, so that they can be compared.
struct PictureScale {
    double width = 1;      ///< of what is seen [length]
    double brightest = 1;  ///< density of the lightest colour [mass / length^2]
};

}  // namespace tasuki::io
