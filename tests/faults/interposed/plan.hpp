// What libfaults.so does to the program in which it is preloaded. It reads
//   FAULTS_PLAN   "CALL NTH DEED NUMBER ALWAYS": at the NTH watched CALL (any
//                 for all), and after it if ALWAYS is 1, DEED is one of
//                   fail    the call fails with errno NUMBER
//                   halve   a write takes half of its bytes (at least one)
//                   before, after   the process is killed there
//   FAULTS_UNDER  calls on files below this folder are watched
//   FAULTS_BOX    a file opened for writing that is not below it is noted
//   FAULTS_LOG    file for a line of each watched call
//   FAULTS_KEEP   folder that gets a link to every file that a rename or an
//                 unlink is about to lose, so that a crash can bring it back
#pragma once

#include <sys/types.h>

#include <initializer_list>
#include <string>
#include <string_view>

namespace tasuki::faults {

/// One watched call, from before it to behind it.
class Strike {
  public:
    explicit Strike(const char* call);
    ~Strike();
    Strike(const Strike&) = delete;
    Strike& operator=(const Strike&) = delete;

    /// errno is set.
    bool fails() const { return fails_; }
    size_t shorter(size_t size) const {
        return halves_ && size > 1 ? size / 2 : size;
    }

  private:
    bool fails_ = false, halves_ = false, kills_ = false;
};

// A program without memory goes on as it would without this library: nothing
// below throws, and what has no name is watched by nobody.

/// A line in the log, of words with tabs between them.
void note(std::initializer_list<std::string_view> words);

/// Absolute; of a descriptor, what it stands for.
std::string absolute(const char* path, int folder);
std::string path_of(int descriptor);
std::string inode_of(const std::string& path);

bool is_watched(const std::string& path);
/// Notes a file outside of the box that is opened for writing.
void note_if_outside(const std::string& path);
/// The name of a link to the file, or "-" where there is none.
std::string keep(const std::string& path);

/// The function of the C library behind the one that this library replaces.
void* real_function(const char* name);
template <class F>
F* real(const char* name) {
    return reinterpret_cast<F*>(real_function(name));
}

}  // namespace tasuki::faults
