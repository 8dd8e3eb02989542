// What helper processes of a stream do: a field or spectrum of a file to a
// buffer of a worker, and the result of a buffer to a file.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "drivers/sht/stream.hpp"
#include "io/helpers.hpp"
#include "io/sphere/field_file.hpp"

namespace tasuki::drivers {

/// The buffers, in memory that helpers and workers share.
class StreamBuffers {
  public:
    StreamBuffers(const StreamPlan& plan, int workers, int buffers);

    std::span<double> fields(int buffer) const;  ///< (rows, I)
    std::span<tasuki::sphere::Complex> spectra(int buffer) const;  ///< (K, S)
    /// Which row of which field each row of the fields of a worker is, k J + j.
    std::span<std::int32_t> rows(int worker) const;
    std::span<std::byte> all() const { return memory_.bytes(); }

  private:
    BufferSize size_;  // rounded up to pages
    std::size_t rows_, row_length_, coefficients_;
    std::size_t begin_;  // of the buffers [B]
    io::SharedMemory memory_;
};

class StreamFiles {
  public:
    enum Task : std::int32_t { read, write };

    /// @param options, plan, buffers, output  outlive it
    StreamFiles(const StreamOptions& options, const StreamPlan& plan,
                const StreamBuffers& buffers, const io::FieldFile& output)
        : options_{options}, plan_{plan}, buffers_{buffers}, output_{output} {}

    /// In a helper.
    /// @param worker  of the buffer
    /// @throws as SeriesReader; NumericsError  a result that is not finite
    void work(const io::Helpers::Job& job, int worker);
    /// Of a job, for messages: "field 12" of the file.
    static std::string place(const io::Helpers::Job& job);

  private:
    void read_fields(const io::Helpers::Job& job, int worker);
    void read_spectra(const io::Helpers::Job& job);
    void write_fields(const io::Helpers::Job& job, int worker);
    void write_spectra(const io::Helpers::Job& job);
    io::Coefficients spectrum(std::size_t variable, std::size_t field);
    [[noreturn]] void refuse_infinite(std::size_t variable,
                                      std::size_t field) const;

    const StreamOptions& options_;
    const StreamPlan& plan_;
    const StreamBuffers& buffers_;
    const io::FieldFile& output_;
    std::optional<io::SeriesReader> reader_;  // once it is needed
    // What is written, in memory that is used again.
    io::Coefficients spectrum_;
    std::vector<double> values_;
    std::vector<double> factors_;  // C over the real part, of T<M> in the file
};

}  // namespace tasuki::drivers
