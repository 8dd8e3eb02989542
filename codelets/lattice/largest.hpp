// The largest of some errors, which a NaN among them must not pass unseen.
#pragma once

#include <cmath>

namespace tasuki::lattice {

class Largest {
  public:
    /// A NaN stays whatever follows.
    void add(double value) {
        if (!(value <= value_) && !std::isnan(value_)) value_ = value;
    }
    double value() const { return value_; }

  private:
    double value_ = 0;
};

}  // namespace tasuki::lattice
