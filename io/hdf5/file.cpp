#include "io/hdf5/file.hpp"

#include "io/hdf5/digest.hpp"

namespace tasuki::io {

Hdf5File::Hdf5File(const std::string& target, std::size_t bytes)
    : file_{target},
      writer_{file_.in_place() ? Hdf5Writer{bytes} : Hdf5Writer{file_}} {}

void Hdf5File::close() {
    if (!std::exchange(is_open_, false)) return;
    add([&](Hdf5Writer& writer) {
        if (file_.in_place())
            file_.write(writer.sealed());
        else
            writer.close();
    });
}

void Hdf5File::commit() {
    close();
    if (!file_.in_place()) seal(file_);
    file_.commit();
}

}  // namespace tasuki::io
