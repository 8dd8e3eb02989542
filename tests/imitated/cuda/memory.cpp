#include "tests/imitated/cuda/memory.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <map>
#include <string>

#include "tests/imitated/cuda/streams.hpp"

namespace tasuki::imitated {

namespace {

using Address = std::uintptr_t;

constexpr std::size_t kPage = 4096;
/// Address space of all devices together.
constexpr std::size_t kSpace = std::size_t{1} << 40;

struct Allocation {
    std::size_t bytes;
    int device;
    bool is_mapped = false;  ///< of another process
};

/// What another process maps an allocation by.
struct Handle {
    pid_t process;
    int file;
    Address offset;
    std::size_t bytes;
    int device;
};
static_assert(sizeof(Handle) <= sizeof(cudaIpcMemHandle_t));

/// Changed under the Lock of the machine.
struct Memory {
    Address begin, next;  ///< of the address space: its start, what is unused
    int file;             ///< what is allocated, which other processes map
    std::map<Address, Allocation> of_devices;
    std::map<Address, std::size_t> pinned;
    std::vector<std::size_t> used;  ///< of each device [B]
};

Memory& memory() {
    static auto* const instance = [] {
        void* const space =
            mmap(nullptr, kSpace, PROT_NONE,
                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (space == MAP_FAILED) broken("no address space for its memory");
        const auto begin = reinterpret_cast<Address>(space);
        const int file = memfd_create("imitated", MFD_CLOEXEC);
        if (file < 0 || ftruncate(file, kSpace) != 0)
            broken("no file for its memory");
        return new Memory{
            begin, begin,
            file,  {},
            {},    std::vector<std::size_t>(Machine::instance().devices())};
    }();
    return *instance;
}

std::size_t pages(std::size_t bytes) {
    return (bytes + kPage - 1) / kPage * kPage;
}

/// The entry that holds `address`, or end().
template <class Map, class Size>
auto holder(Map& map, Address address, const Size& size) {
    auto found = map.upper_bound(address);
    if (found == map.begin()) return map.end();
    --found;
    return address - found->first < size(found->second) ? found : map.end();
}

void forget(std::map<Address, Allocation>::iterator allocation) {
    const auto [address, what] = *allocation;
    // Its address stays taken, so that a late use is a fault.
    mmap(reinterpret_cast<void*>(address), pages(what.bytes), PROT_NONE,
         MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0);
    if (!what.is_mapped) {
        memory().used[what.device] -= pages(what.bytes);
        fallocate(memory().file, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE,
                  static_cast<off_t>(address - memory().begin),
                  static_cast<off_t>(pages(what.bytes)));
    }
    memory().of_devices.erase(allocation);
}

/// Address space for an allocation, which shows the file there.
void* show(int file, Address offset, std::size_t bytes) {
    Memory& m = memory();
    void* const address = reinterpret_cast<void*>(m.next);
    m.next += pages(bytes) + kPage;  // an unmapped page follows
    if (m.next > m.begin + kSpace) broken("its address space is used up");
    if (mmap(address, pages(bytes), PROT_READ | PROT_WRITE,
             MAP_SHARED | MAP_FIXED, file,
             static_cast<off_t>(offset)) == MAP_FAILED)
        broken("the host has no memory left");
    return address;
}

std::size_t reach(std::size_t width, std::size_t height, std::size_t pitch,
                  std::size_t depth, std::size_t slice) {
    if (width == 0 || height == 0 || depth == 0) return 0;
    return (depth - 1) * slice + (height - 1) * pitch + width;
}

}  // namespace

int device_of(const Lock&, const void* pointer, std::size_t bytes) {
    Memory& m = memory();
    const auto address = reinterpret_cast<Address>(pointer);
    if (address < m.begin || address - m.begin >= kSpace) return -1;
    const auto found = holder(m.of_devices, address,
                              [](const Allocation& a) { return a.bytes; });
    if (found == m.of_devices.end())
        broken("use of freed device memory, or of none");
    if (address - found->first + bytes > found->second.bytes)
        broken("use of device memory beyond its end");
    return found->second.device;
}

bool is_pinned(const Lock&, const void* pointer) {
    auto& pinned = memory().pinned;
    return holder(pinned, reinterpret_cast<Address>(pointer),
                  [](std::size_t bytes) { return bytes; }) != pinned.end();
}

void check_copy(const Lock& lock, const Copy& c, cudaMemcpyKind kind) {
    const bool to_device = device_of(lock, c.to,
                                     reach(c.width, c.height, c.to_pitch,
                                           c.depth, c.to_slice)) >= 0;
    const bool from_device = device_of(lock, c.from,
                                       reach(c.width, c.height, c.from_pitch,
                                             c.depth, c.from_slice)) >= 0;
    const auto found = to_device     ? from_device ? cudaMemcpyDeviceToDevice
                                                   : cudaMemcpyHostToDevice
                       : from_device ? cudaMemcpyDeviceToHost
                                     : cudaMemcpyHostToHost;
    if (kind != cudaMemcpyDefault && kind != found && c.width > 0)
        broken("a copy of another kind than was said");
}

void run_copy(const Copy& c, cudaMemcpyKind kind) {
    check_copy(Machine::instance().lock(), c, kind);
    for (std::size_t z = 0; z < c.depth; ++z)
        for (std::size_t y = 0; y < c.height; ++y)
            std::memmove(
                static_cast<char*>(c.to) + z * c.to_slice + y * c.to_pitch,
                static_cast<const char*>(c.from) + z * c.from_slice +
                    y * c.from_pitch,
                c.width);
}

void run_fill(void* to, std::size_t pitch, int value, std::size_t width,
              std::size_t rows) {
    if (device_of(Machine::instance().lock(), to,
                  reach(width, rows, pitch, 1, 0)) < 0)
        broken("memset of memory of the host");
    for (std::size_t y = 0; y < rows; ++y)
        std::memset(static_cast<char*>(to) + y * pitch, value, width);
}

void free_all(const Lock&, int device) {
    auto& all = memory().of_devices;
    for (auto a = all.begin(); a != all.end();) {
        const auto this_one = a++;
        if (this_one->second.device == device) forget(this_one);
    }
}

}  // namespace tasuki::imitated

using namespace tasuki::imitated;

extern "C" {

cudaError_t cudaMalloc(void** result, std::size_t bytes) {
    TASUKI_FAIL_IF_BROKEN();
    const Lock lock = Machine::instance().lock();
    if (forbidden_in_capture(lock))
        return failed(cudaErrorStreamCaptureUnsupported);
    *result = nullptr;
    if (bytes == 0) return cudaSuccess;
    Memory& m = memory();
    const int device = current_device();
    if (m.used[device] + pages(bytes) > Machine::instance().memory())
        return failed(cudaErrorMemoryAllocation);
    void* const address = show(m.file, m.next - m.begin, bytes);
    std::memset(address, 0xff, bytes);  // NaN
    m.used[device] += pages(bytes);
    m.of_devices[reinterpret_cast<Address>(address)] = {bytes, device};
    *result = address;
    return cudaSuccess;
}

cudaError_t cudaFree(void* pointer) {
    Lock lock = Machine::instance().lock();
    if (forbidden_in_capture(lock))
        return failed(cudaErrorStreamCaptureUnsupported);
    if (pointer == nullptr) return cudaSuccess;
    auto& all = memory().of_devices;
    const auto address = reinterpret_cast<Address>(pointer);
    if (!all.contains(address) || all.at(address).is_mapped)
        broken("cudaFree of what is no allocation, or is freed already");
    wait_for_device(lock, all.at(address).device);
    forget(all.find(address));
    return cudaSuccess;
}

cudaError_t cudaIpcGetMemHandle(cudaIpcMemHandle_t* handle, void* pointer) {
    const Lock lock = Machine::instance().lock();
    const auto address = reinterpret_cast<Address>(pointer);
    Memory& m = memory();
    if (!m.of_devices.contains(address))
        broken("cudaIpcGetMemHandle of what is no allocation");
    const Handle its{getpid(), m.file, address - m.begin,
                     m.of_devices.at(address).bytes,
                     m.of_devices.at(address).device};
    *handle = {};
    std::memcpy(handle, &its, sizeof its);
    return cudaSuccess;
}

cudaError_t cudaIpcOpenMemHandle(void** result, cudaIpcMemHandle_t handle,
                                 unsigned) {
    const Lock lock = Machine::instance().lock();
    Handle its;
    std::memcpy(&its, &handle, sizeof its);
    if (its.process == getpid()) return failed(cudaErrorDeviceUninitialized);
    if (!Machine::instance().lends())
        return failed(cudaErrorMapBufferObjectFailed);
    if (its.device != current_device() && !Machine::instance().are_peers())
        return failed(cudaErrorPeerAccessUnsupported);
    const auto name = "/proc/" + std::to_string(its.process) + "/fd/" +
                      std::to_string(its.file);
    const int file = open(name.c_str(), O_RDWR | O_CLOEXEC);
    if (file < 0) return failed(cudaErrorMapBufferObjectFailed);
    *result = show(file, its.offset, its.bytes);
    close(file);
    memory().of_devices[reinterpret_cast<Address>(*result)] = {
        its.bytes, current_device(), true};
    return cudaSuccess;
}

cudaError_t cudaIpcCloseMemHandle(void* pointer) {
    Lock lock = Machine::instance().lock();
    auto& all = memory().of_devices;
    const auto found = all.find(reinterpret_cast<Address>(pointer));
    if (found == all.end() || !found->second.is_mapped)
        broken("cudaIpcCloseMemHandle of what is not mapped");
    wait_for_device(lock, found->second.device);
    forget(found);
    return cudaSuccess;
}

cudaError_t cudaMemGetInfo(std::size_t* free, std::size_t* total) {
    const Lock lock = Machine::instance().lock();
    *total = Machine::instance().memory();
    *free = *total - memory().used[current_device()];
    return cudaSuccess;
}

cudaError_t cudaHostAlloc(void** result, std::size_t bytes, unsigned) {
    const Lock lock = Machine::instance().lock();
    if (forbidden_in_capture(lock))
        return failed(cudaErrorStreamCaptureUnsupported);
    *result = std::aligned_alloc(kPage, pages(bytes));
    if (*result == nullptr) return failed(cudaErrorMemoryAllocation);
    std::memset(*result, 0xff, bytes);
    memory().pinned[reinterpret_cast<Address>(*result)] = bytes;
    return cudaSuccess;
}

cudaError_t cudaMallocHost(void** result, std::size_t bytes) {
    return cudaHostAlloc(result, bytes, 0);
}

cudaError_t cudaFreeHost(void* pointer) {
    Lock lock = Machine::instance().lock();
    if (forbidden_in_capture(lock))
        return failed(cudaErrorStreamCaptureUnsupported);
    if (pointer == nullptr) return cudaSuccess;
    for (int device = 0; device < Machine::instance().devices(); ++device)
        wait_for_device(lock, device);
    if (memory().pinned.erase(reinterpret_cast<Address>(pointer)) == 0)
        broken("cudaFreeHost of what was not allocated");
    std::free(pointer);
    return cudaSuccess;
}

cudaError_t cudaHostRegister(void* pointer, std::size_t bytes, unsigned) {
    const Lock lock = Machine::instance().lock();
    if (is_pinned(lock, pointer))
        return failed(cudaErrorHostMemoryAlreadyRegistered);
    memory().pinned[reinterpret_cast<Address>(pointer)] = bytes;
    return cudaSuccess;
}

cudaError_t cudaHostUnregister(void* pointer) {
    const Lock lock = Machine::instance().lock();
    return memory().pinned.erase(reinterpret_cast<Address>(pointer)) == 0
               ? failed(cudaErrorHostMemoryNotRegistered)
               : cudaSuccess;
}

cudaError_t cudaHostGetDevicePointer(void** device, void* host, unsigned) {
    *device = host;
    return cudaSuccess;
}

cudaError_t cudaPointerGetAttributes(cudaPointerAttributes* attributes,
                                     const void* pointer) {
    const Lock lock = Machine::instance().lock();
    *attributes = {};
    attributes->device = device_of(lock, pointer, 0);
    const bool pinned = is_pinned(lock, pointer);
    attributes->type = attributes->device >= 0 ? cudaMemoryTypeDevice
                       : pinned                ? cudaMemoryTypeHost
                                               : cudaMemoryTypeUnregistered;
    if (attributes->device >= 0 || pinned)
        attributes->devicePointer = const_cast<void*>(pointer);
    if (pinned) attributes->hostPointer = const_cast<void*>(pointer);
    return cudaSuccess;
}
}
