#include "simulation/shared_code.hpp"

#include <fcntl.h>
#include <link.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <span>

namespace tasuki::runtime::detail {

namespace {

struct Sharing {
    std::uintptr_t here;  ///< an address in this copy
    int file;
    std::uintptr_t page;
};

bool has(const dl_phdr_info& object, const ElfW(Phdr) & part,
         std::uintptr_t address) {
    const std::uintptr_t begin = object.dlpi_addr + part.p_vaddr;
    return part.p_type == PT_LOAD && address >= begin &&
           address < begin + part.p_memsz;
}

/// In place of it: the next instruction is that of the other mapping.
void map_again(const dl_phdr_info& object, const ElfW(Phdr) & part,
               const Sharing& sharing) {
    const std::uintptr_t begin = object.dlpi_addr + part.p_vaddr;
    const std::uintptr_t before = begin % sharing.page;
    const std::size_t size = part.p_filesz + before;
    const int protection = PROT_READ | ((part.p_flags & PF_X) ? PROT_EXEC : 0);
    void* const copy = reinterpret_cast<void*>(begin - before);
    void* const original =
        mmap(nullptr, size, protection, MAP_PRIVATE, sharing.file,
             static_cast<off_t>(part.p_offset - before));
    if (original == MAP_FAILED) return;
    // The file may have been built anew since.
    if (std::memcmp(original, copy, size) != 0 ||
        mremap(original, size, size, MREMAP_MAYMOVE | MREMAP_FIXED, copy) ==
            MAP_FAILED)
        munmap(original, size);
}

int visit(dl_phdr_info* object, std::size_t, void* data) {
    const auto& sharing = *static_cast<const Sharing*>(data);
    const std::span parts{object->dlpi_phdr, object->dlpi_phnum};
    if (std::ranges::none_of(parts, [&](const auto& part) {
            return has(*object, part, sharing.here);
        }))
        return 0;
    for (const auto& part : parts)
        if (part.p_type == PT_LOAD && (part.p_flags & PF_W) == 0)
            map_again(*object, part, sharing);
    return 1;
}

}  // namespace

void share_code(const std::filesystem::path& program) {
    Sharing sharing{reinterpret_cast<std::uintptr_t>(&visit),
                    open(program.c_str(), O_RDONLY | O_CLOEXEC),
                    static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE))};
    if (sharing.file < 0) return;
    dl_iterate_phdr(visit, &sharing);
    close(sharing.file);
}

}  // namespace tasuki::runtime::detail
