// Where values stand on an axis, and which of them are marked.
#pragma once

#include <set>
#include <string>
#include <vector>

namespace tasuki::views {

/// Positions of the marks of an axis from 0 to at least `greatest`: 4 to 8 of
/// them, 1, 2, 2.5 or 5 times a power of ten apart.
/// @param greatest  above 0
std::vector<double> axis_marks(double greatest);

class Axis {
  public:
    struct Mark {
        double value;
        std::string label;
    };

    /// Linear, from 0 to the mark at or above `greatest`.
    static Axis from_zero(double greatest);
    /// Logarithmic, from the least of the values to the greatest, with a mark
    /// at each.
    /// @param values  all above 0
    static Axis of_values(const std::set<double>& values);
    /// Logarithmic, of the whole decades around the values that are above 0,
    /// the greatest 24 at most.  One decade if no value is above 0.
    static Axis of_decades(const std::set<double>& values);

    /// 0 at the beginning of the axis, 1 at its end, 1/2 if that is the same.
    double part(double value) const;
    /// False for what is below a logarithmic axis.
    bool has(double value) const;
    const std::vector<Mark>& marks() const { return marks_; }

  private:
    double position(double value) const;

    bool logarithmic_ = true;
    double from_ = 0, to_ = 0;  // positions of the ends
    std::vector<Mark> marks_;
};

}  // namespace tasuki::views
