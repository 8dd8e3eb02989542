// The handle of a Context, and what handles of objects have of it.
#pragma once

#include <tasuki/tasuki.h>

#include <mutex>
#include <string>
#include <utility>

#include "c/errors.hpp"
#include "runtime/core/context.hpp"

struct tasuki_context {
    tasuki_context(const tasuki::runtime::ContextOptions& options,
                   std::string name)
        : placement{std::move(name)}, context{options} {}

    std::mutex mutex;  ///< of one call at a time
    std::string placement;
    int objects = 0;  ///< that use it
    tasuki::runtime::Context context;
};

namespace tasuki::c {

/// An object that uses a context.
class Object {
  public:
    /// @param owner  locked
    explicit Object(tasuki_context& owner) : owner_{owner} { ++owner_.objects; }
    ~Object() { --owner_.objects; }
    Object(const Object&) = delete;
    Object& operator=(const Object&) = delete;

    tasuki_context& owner() const { return owner_; }

  private:
    tasuki_context& owner_;
};

/// The result of a function that makes what a handle stands for.
/// @tparam Handle  made of the context and what make() returns
template <class Handle, class Make>
int create(tasuki_context* context, Handle** handle,
           const Make& make) noexcept {
    return attempt([&] {
        auto& owner = given(context, "context");
        auto& to = given(handle, "the handle to make");
        const std::lock_guard lock{owner.mutex};
        to = make(owner).release();
    });
}

/// The result of a function that uses a handle.
/// @param name  of the handle
template <class Handle, class Body>
int use(Handle* handle, const char* name, const Body& body) noexcept {
    return attempt([&] {
        auto& its = given(handle, name);
        const std::lock_guard lock{its.object.owner().mutex};
        body(its);
    });
}

/// The result of a function that destroys a handle.
template <class Handle>
int destroy(Handle* handle) noexcept {
    return attempt([&] {
        if (handle == nullptr) return;
        const std::lock_guard lock{handle->object.owner().mutex};
        delete handle;
    });
}

}  // namespace tasuki::c
