# Sets $root and reads the pieces that every command needs.
root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.." && pwd)
for piece in say child progress space folders compilers gpu targets packages starpu build; do
    # shellcheck source=/dev/null
    source "$root/cmake/setup/$piece.sh"
done
