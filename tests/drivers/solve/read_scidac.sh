#!/usr/bin/env bash
# read_scidac.sh TASUKI: a reader that shares no code with Tasuki finds in the
# SciDAC files of free propagators, from a point and from a random source, what
# the Wilson operator in the basis of DeGrand and Rossi makes of the solutions.
set -euo pipefail
program=$1
command -v python3 >/dev/null || {
    echo "skipped: python3 is not installed"
    exit 77
}
folder=$(mktemp -d)
trap 'rm -rf -- "$folder"' EXIT
solve=("$program" solve --gauge cold --lattice 4x2x4x6 --kappa 0.11 --tolerance
    1e-12 --placement cpu)
"${solve[@]}" --source point:1,1,2,3 --out "$folder/s.lime" \
    --prop-format scalar --json "$folder/s.json"
"${solve[@]}" --source random:7 --out "$folder/r.scidac"
"${solve[@]}" --source point:1,1,2,3 --out "$folder/p.lime"
python3 - "$folder"/{s.lime,s.json,r.scidac,p.lime} <<'PYTHON'
import json
import re
import struct
import sys
import zlib


def records_of(path):
    bytes_ = open(path, "rb").read()
    records, at = [], 0
    while at < len(bytes_):
        magic, version, flags, size = struct.unpack_from(">IHHQ", bytes_, at)
        assert magic == 0x456789AB and version == 1, at
        kind = bytes_[at + 16 : at + 144].split(b"\0")[0].decode()
        records.append((kind, flags, bytes_[at + 144 : at + 144 + size]))
        at += 144 + (size + 7) // 8 * 8
    assert at == len(bytes_)
    return records


records = records_of(sys.argv[1])
assert len(records) == 2 + 13 * 4
kinds = ["private-record-xml", "record-xml", "binary-data", "checksum"]
assert [r[0] for r in records[2:]] == 13 * ["scidac-" + kind for kind in kinds]
assert records[1][0] == "scidac-file-xml"
assert b"_DiracFermion_ScalarSource_TwelveSink<" in records[1][2]
assert b"kappa 0.11;" in records[1][2]
assert b"<datatype>QLA_D_Complex<" in records[2][2]
assert b"point:1,1,2,3" in records[3][2]
for k in range(12):
    about, user = records[6 + 4 * k][2], records[7 + 4 * k][2]
    assert b"<datatype>USQCD_D3_DiracFermion<" in about, k
    assert b"<spin>%d</spin><color>%d</color>" % divmod(k, 3) in user, k
X, Y, Z, T = map(int, re.search(rb"<dims>(.*?)</dims>", records[0][2])[1].split())
sites = X * Y * Z * T
assert (X, Y, Z, T) == (4, 2, 4, 6)


def rotated(value, by):
    by %= 32
    return (value << by | value >> (32 - by)) & 0xFFFFFFFF


def field(k):
    data, stated = records[4 + 4 * k][2], records[5 + 4 * k][2]
    size = len(data) // sites
    a = b = 0
    for n in range(sites):
        crc = zlib.crc32(data[n * size : (n + 1) * size])
        a ^= rotated(crc, n % 29)
        b ^= rotated(crc, n % 31)
    assert b"<suma>%x</suma><sumb>%x</sumb>" % (a, b) in stated, k
    reals = struct.unpack(">%dd" % (len(data) // 8), data)
    numbers = [complex(*reals[j : j + 2]) for j in range(0, len(reals), 2)]
    count = size // 16
    return [numbers[n * count : (n + 1) * count] for n in range(sites)]


i = 1j
gammas = [
    [[0, 0, 0, i], [0, 0, i, 0], [0, -i, 0, 0], [-i, 0, 0, 0]],
    [[0, 0, 0, -1], [0, 0, 1, 0], [0, 1, 0, 0], [-1, 0, 0, 0]],
    [[0, 0, i, 0], [0, 0, 0, -i], [-i, 0, 0, 0], [0, i, 0, 0]],
    [[0, 0, 1, 0], [0, 0, 0, 1], [1, 0, 0, 0], [0, 1, 0, 0]],
]
extents = (X, Y, Z, T)


def place(n):
    found = []
    for extent in extents:
        found.append(n % extent)
        n //= extent
    return found


def moved(n, mu, step):
    c = place(n)
    c[mu] += step
    sign = -1 if mu == 3 and not 0 <= c[3] < T else 1
    c[mu] %= extents[mu]
    return ((c[3] * Z + c[2]) * Y + c[1]) * X + c[0], sign


def wilson(x):
    out = []
    for n in range(sites):
        total = list(x[n])
        for mu in range(4):
            for step in (1, -1):
                m, sign = moved(n, mu, step)
                for s in range(4):
                    for r in range(4):
                        p = (s == r) - step * gammas[mu][s][r]
                        for c in range(3):
                            total[3 * s + c] -= 0.11 * sign * p * x[m][3 * r + c]
        out.append(total)
    return out


source = field(0)
here = ((3 * Z + 2) * Y + 1) * X + 1
assert [n for n in range(sites) if source[n] != [0]] == [here]
pion = [0.0] * T
for k in range(12):
    x = field(1 + k)
    for n in range(sites):
        pion[(place(n)[3] - 3) % T] += sum(abs(z) ** 2 for z in x[n])
    if k not in (0, 10):
        continue
    b = wilson(x)
    b[here][k] -= 1
    assert max(abs(z) for site in b for z in site) < 1e-11, k
for mine, theirs in zip(pion, json.load(open(sys.argv[2]))["pion"]):
    assert abs(mine - theirs) < 1e-10 * theirs

scalar, records = records, records_of(sys.argv[4])
assert len(records) == 2 + 24 * 4
assert b"_DiracFermion_Source_Sink_Pairs<" in records[1][2]
for k in range(12):
    about, data = records[3 + 8 * k][2], records[8 + 8 * k][2]
    component = b"<spin>%d</spin><color>%d</color>" % divmod(k, 3)
    assert b"<usqcdSourceInfo>" in about and component in about, k
    assert component in records[7 + 8 * k][2], k
    for n, b in enumerate(field(2 * k)):
        assert b == [float(n == here and s == k) for s in range(12)], (k, n)
    assert data == scalar[8 + 4 * k][2], k

records = records_of(sys.argv[3])
assert len(records) == 2 + 2 * 4
assert b"_DiracFermion_Source_Sink_Pairs<" in records[1][2]
for b, found in zip(field(0), wilson(field(1))):
    assert max(abs(z) for z in b) > 0.1
    assert max(abs(z - w) for z, w in zip(b, found)) < 1e-10
PYTHON
