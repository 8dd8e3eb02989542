// The faces that one task works on: a launch for each would cost more than
// the arithmetic of most of them.
#pragma once

#include <cstddef>

#include "codelets/wilson/hop.hpp"
#include "codelets/wilson/layout.hpp"

namespace tasuki::wilson {

/// One face of a block and the hop through it.
struct FaceHop {
    int mu;
    Hop hop;
};

/// Faces of one block, those of a direction side by side.
struct FaceList {
    static constexpr int kMost = 8;  ///< four directions, two hops

    int count = 0;
    FaceHop face[kMost]{};
    /// Of the sites whose spinors are packed: 0 even, 1 odd.  Fields then have
    /// the sites of one parity only, and what is merged goes to the other.
    int parity = kBoth;
    static constexpr int kBoth = -1;
    /// Of the fields and of the buffers of each face, which have one column
    /// after the other; the links are those of all of them.
    int columns = 1;

    void add(int mu, Hop hop) { face[count++] = {mu, hop}; }
    const FaceHop* begin() const { return face; }
    const FaceHop* end() const { return face + count; }

    /// Place of a face; `count` if it is not in the list.
    int place(int mu, Hop hop) const {
        int k = 0;
        while (k < count && (face[k].mu != mu || face[k].hop != hop)) ++k;
        return k;
    }
    /// Place behind the last face of the direction of face `k`.
    int end_of_direction(int k) const {
        const int mu = face[k].mu;
        while (k < count && face[k].mu == mu) ++k;
        return k;
    }
    /// A bit for each face, to tell lists apart.
    std::uint32_t mask() const {
        std::uint32_t bits = 0;
        for (const auto [mu, hop] : *this)
            bits |= 1u << (2 * mu + static_cast<int>(hop));
        return bits;
    }
};

/// Tiles of faces that are worth a CPU thread: about a microsecond of work.
inline constexpr std::size_t kTilesPerThread = 4;

/// Sites of a face that take part.
TASUKI_HD int used_sites(const Geometry& g, const FaceList& list, int mu) {
    const int all = face_sites(g, mu);
    return list.parity == FaceList::kBoth ? all : all / 2;
}
/// Places for them in its buffers, in whole tiles.
TASUKI_HD int face_places(const Geometry& g, const FaceList& list, int mu) {
    return (used_sites(g, list, mu) + kTile - 1) / kTile * kTile;
}
/// Half of the sites of a face of one block are those of one parity, and the
/// same half in the order of face_site() is that of the other parity on the
/// opposite edge.
TASUKI_HD int half_of_face(int packed_parity, Hop hop) {
    return packed_edge(hop) == Edge::first ? packed_parity : 1 - packed_parity;
}
/// The site at place `f`, in a field of the sites that take part.  Places
/// behind the last site repeat it.
TASUKI_HD SiteIndex used_site(const Geometry& g, const FaceList& list, int mu,
                              Hop hop, Edge edge, int f) {
    if (list.parity == FaceList::kBoth) return face_site(g, mu, edge, f);
    const int half = used_sites(g, list, mu);
    const int place = f < half ? f : half - 1;
    return {
        0, face_site(g, mu, edge, half_of_face(list.parity, hop) * half + place)
               .index};
}

/// Places of all faces of a list in a column; a multiple of kTile.
TASUKI_HD int list_sites(const Geometry& g, const FaceList& list) {
    int places = 0;
    for (int k = 0; k < list.count; ++k)
        places += face_places(g, list, list.face[k].mu);
    return places;
}

/// Places of all faces and all columns.
TASUKI_HD int all_places(const Geometry& g, const FaceList& list) {
    return list_sites(g, list) * list.columns;
}

/// From one column of a field to the next [reals].
template <class T>
TASUKI_HD std::size_t field_column(const Geometry& g, const FaceList& list) {
    const int halves = list.parity == FaceList::kBoth ? 2 : 1;
    return std::size_t(halves * g.half_volume / kTile) *
           SpinorRecord<T>::kTileReals;
}

/// Of the tiles of a face, those of all columns of a tile follow one another:
/// they have its links in common.
struct FaceTile {
    int column;
    int tile;       ///< in a column
    int in_buffer;  ///< in the buffers, one column after the other
};
/// @param tiles  of the face in a column
/// @param t      counts the tiles of all columns
TASUKI_HD FaceTile face_tile(const FaceList& list, int tiles, int t) {
    if (list.columns == 1) return {0, t, t};
    const int column = t % list.columns, tile = t / list.columns;
    return {column, tile, column * tiles + tile};
}

/// Which face of a list, and which place in it.
struct ListedPlace {
    int face;
    int column, place;
    int in_buffer;  ///< place in the buffers
};

/// The `i`-th place of a face.
TASUKI_HD ListedPlace face_place(const Geometry& g, const FaceList& list,
                                 int face, int i) {
    const int tiles = face_places(g, list, list.face[face].mu) / kTile;
    const FaceTile at = face_tile(list, tiles, i / kTile);
    const int lane = i % kTile;
    return {face, at.column, at.tile * kTile + lane,
            at.in_buffer * kTile + lane};
}
/// The `i`-th place of all faces one after another.
TASUKI_HD ListedPlace listed_place(const Geometry& g, const FaceList& list,
                                   int i) {
    int k = 0;
    for (; k + 1 < list.count; ++k) {
        const int places = face_places(g, list, list.face[k].mu) * list.columns;
        if (i < places) break;
        i -= places;
    }
    return face_place(g, list, k, i);
}

/// Calls body(k, begin, end) with the tiles of face k, counted as face_tile()
/// does, that are among the tiles [begin, end) of faces [first, last) of a
/// list.
template <class Body>
inline void for_listed_tiles(const Geometry& g, const FaceList& list, int first,
                             int last, std::size_t begin, std::size_t end,
                             const Body& body) {
    std::size_t offset = 0;
    for (int k = first; k < last; ++k) {
        const auto tiles = static_cast<std::size_t>(
            face_places(g, list, list.face[k].mu) / kTile * list.columns);
        const std::size_t from = begin > offset ? begin - offset : 0;
        const std::size_t to = end > offset ? end - offset : 0;
        if (from < tiles && from < to) body(k, from, to < tiles ? to : tiles);
        offset += tiles;
    }
}

}  // namespace tasuki::wilson
