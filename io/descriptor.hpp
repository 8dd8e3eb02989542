// A file descriptor that is closed when it is no longer needed.
#pragma once

#include <unistd.h>

#include <utility>

namespace tasuki::io {

class Descriptor {
  public:
    /// @param number  -1 for none
    explicit Descriptor(int number = -1) : number_{number} {}
    Descriptor(Descriptor&& other) noexcept
        : number_{std::exchange(other.number_, -1)} {}
    Descriptor& operator=(Descriptor&& other) noexcept {
        std::swap(number_, other.number_);
        return *this;
    }
    ~Descriptor() {
        if (number_ >= 0) ::close(number_);
    }

    operator int() const { return number_; }

  private:
    int number_;
};

}  // namespace tasuki::io
