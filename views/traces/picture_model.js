// The script of a trace's page, part 1: the data of picture_data.hpp, unpacked.
const data = JSON.parse(document.getElementById('trace-data').textContent);
const LANE = 0, TRANSFERS = 1, MESSAGES = 2;
const FIELDS = [6, 4, 6];  // per item of such a row

/// Items as columns: a few typed arrays stay quick with many tasks.
function unpack([kind, rank, name, lane, flat]) {
  const fields = FIELDS[kind], count = flat.length / fields;
  const row = { kind, rank, name, lane, waits: [], count,
    start: new Float64Array(count),
    end: new Float64Array(count), rest: [] };
  let at = 0;
  for (let k = 0; k < count; ++k) {
    at += flat[k * fields];
    row.start[k] = at;
    row.end[k] = at + flat[k * fields + 1];
    row.rest.push(flat.slice(k * fields + 2, (k + 1) * fields));
  }
  // Messages overlap: no item before this one can still be under way.
  row.longest = 0;
  for (let k = 0; k < count; ++k)
    row.longest = Math.max(row.longest, row.end[k] - row.start[k]);
  return row;
}
const rows = data.rows.map(unpack);

/// Where the tasks and messages are, by their place in the trace.
const taskAt = new Map(), messageAt = new Map();
rows.forEach((row, r) => {
  for (let k = 0; k < row.count; ++k)
    if (row.kind === LANE) taskAt.set(row.rest[k][0], [r, k]);
    else if (row.kind === MESSAGES) messageAt.set(row.rest[k][0], [r, k]);
});
const path = data.path
  .map(([isTask, place]) => (isTask ? taskAt : messageAt).get(place))
  .filter(Boolean);
const onPath = new Set(path.map(([r, k]) => r + ':' + k));

const rowOfLane = new Map(rows.map((row) => [row.lane, row]));
data.waits.forEach(([lane, start, length]) =>
  rowOfLane.get(lane).waits.push([start, start + length]));

const measured = data.iterations.filter(([, , , counts]) => counts);
const roleOf = (iteration) =>
  measured.some(([number]) => number === iteration) ? 'iteration' :
    measured.some(([number]) => number > iteration) ? 'warm-up' : 'run-out';

/// The first item of a row that may still be there at `time`.
function firstAt(row, time) {
  let low = 0, high = row.count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (row.start[middle] + row.longest < time) low = middle + 1;
    else high = middle;
  }
  return low;
}

const phaseOf = (row, k) =>
  row.kind === LANE ? data.classes[row.rest[k][1]][0] : -1;
const iterationOf = (row, k) =>
  row.kind === TRANSFERS ? null : row.rest[k][2];

/// In the largest unit that it has one of.
function scaled(value, units, digits, smallest) {
  const unit = units.find(([size]) => Math.abs(value) >= size);
  return unit ? (value / unit[0]).toPrecision(digits) + unit[1]
    : value + smallest;
}
const time = (ns) =>
  scaled(ns, [[1e9, ' s'], [1e6, ' ms'], [1e3, ' us']], 4, ' ns');
const bytes = (count) =>
  scaled(count, [[1e9, ' GB'], [1e6, ' MB'], [1e3, ' kB']], 3, ' B');

/// What there is to say about an item: a heading and pairs.
function describe([r, k]) {
  const row = rows[r], [start, end] = [row.start[k], row.end[k]];
  const pairs = [], rest = row.rest[k];
  const add = (name, value) => pairs.push([name, value]);
  const rate = (amount, unit) => {
    const value = amount / (end - start);
    return (value < 1000 ? value.toPrecision(3) : Math.round(value)) + unit;
  };
  const addBytes = (name, size) => add(name, bytes(size) +
    (end === start ? '' : ', ' + rate(size, ' GB/s')));
  let heading;
  if (row.kind === LANE) {
    const [phase, block, faces, flops, size] = data.classes[rest[1]];
    heading = data.phases[phase][0];
    if (block >= 0) add('block', block + (faces ? ', faces ' + faces : ''));
    add(roleOf(rest[2]), rest[2]);
    add('on', (data.ranks !== 1 ? 'rank ' + row.rank + ', ' : '') + row.name);
    add('start', time(start));
    add('took', time(end - start));
    add('ready before', time(Math.max(0, rest[3])));
    if (flops && end !== start) add('speed', rate(flops, ' GFLOP/s'));
    if (size) addBytes('arrays', size);
    if (onPath.has(r + ':' + k)) add('longest chain', 'is in it');
  } else {
    const size = row.kind === MESSAGES ? rest[1] : rest[0];
    heading = row.kind === MESSAGES ? 'message' : 'transfer';
    add('way', row.kind === MESSAGES
      ? row.name + ' to rank ' + row.rank : row.name);
    if (row.kind === MESSAGES) add('iteration', rest[2]);
    else add('asked for', rest[1] ? 'ahead' : 'by a worker that waits');
    add('start', time(start));
    add('took', time(end - start));
    addBytes('size', size);
  }
  return [heading, pairs];
}

/// What a task had to wait for.
function before([r, k]) {
  const row = rows[r];
  if (row.kind !== LANE || !data.after) return [];
  const [tasks, messages] = data.after[row.rest[k][0]];
  return tasks.map((place) => taskAt.get(place))
    .concat(messages.map((place) => messageAt.get(place))).filter(Boolean);
}
