// The script of a trace's page, part 2: the picture on its canvas.
const canvas = document.querySelector('.gantt canvas');
const pen = canvas.getContext('2d');
const HIGH = { lane: 24, way: 9, gap: 3, rank: 9, track: 11, axis: 20 };
const EXCHANGE = data.exchange, WAITING = data.waiting;
let gutter = 120, width = 0, height = 0, colours = {};
let view = { from: 0, to: Math.max(1, data.length) };
let chosen = null;  // [row, item]
const shown = { path: true, messages: true };

/// Iterations overlap: each in the first track that is free.
const tracks = [];
const trackOf = data.iterations.map(([, start, end]) => {
  let track = tracks.findIndex((free) => free <= start);
  if (track === -1) track = Math.min(tracks.length, 7);
  tracks[track] = end;
  return track;
});

function layOut() {
  let y = HIGH.axis + tracks.length * HIGH.track + 6, rank = -1;
  rows.forEach((row) => {
    if (rank !== -1 && row.rank !== rank) y += HIGH.rank;
    rank = row.rank;
    row.y = y;
    row.high = row.kind === LANE ? HIGH.lane : HIGH.way;
    y += row.high + HIGH.gap;
  });
  height = y + 4;
  pen.font = '12px system-ui, sans-serif';
  gutter = 16 + Math.max(60, ...rows.map((row) =>
    pen.measureText(label(row)).width));
}
const label = (row) =>
  (data.ranks !== 1 ? 'rank ' + row.rank + '  ' : '') + row.name;

function resize() {
  const style = getComputedStyle(document.documentElement);
  for (const name of ['ink', 'page', 'soft', 'rule', 'band'])
    colours[name] = style.getPropertyValue('--' + name).trim();
  layOut();
  const scale = window.devicePixelRatio || 1;
  width = canvas.parentElement.clientWidth;
  canvas.style.height = height + 'px';
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  pen.setTransform(scale, 0, 0, scale, 0, 0);
  draw();
}

const x = (at) =>
  gutter + (at - view.from) / (view.to - view.from) * (width - gutter);
const timeAt = (px) =>
  view.from + (px - gutter) / (width - gutter) * (view.to - view.from);
const middle = ([r]) => rows[r].y + rows[r].high / 2;

function box(colour, from, to, y, high) {
  pen.fillStyle = colour;
  pen.fillRect(from, y, to - from, high);
}
function words(text, px, y, colour, room) {
  if (room !== undefined && pen.measureText(text).width + 4 > room) return;
  pen.fillStyle = colour;
  pen.fillText(text, px, y);
}
function line(colour, points, thick) {
  pen.strokeStyle = colour;
  pen.lineWidth = thick;
  pen.beginPath();
  points.forEach(([px, y], k) => k ? pen.lineTo(px, y) : pen.moveTo(px, y));
  pen.stroke();
}

/// 1, 2 or 5 times a power of ten, in about ten parts of what is seen.
function step() {
  const rough = (view.to - view.from) * 110 / Math.max(1, width - gutter);
  const power = Math.pow(10, Math.floor(Math.log10(rough)));
  return Math.max(1, [1, 2, 5, 10].map((k) => k * power)
    .find((each) => rough <= each));
}
function drawAxis() {
  const each = step(), unit = each >= 1e5 ? [1e6, ' ms']
    : each >= 100 ? [1e3, ' us'] : [1, ' ns'];
  for (let at = Math.ceil(view.from / each) * each; at <= view.to;
       at += each) {
    line(colours.rule, [[x(at), HIGH.axis - 4], [x(at), height]], 1);
    words(+(at / unit[0]).toPrecision(9) + unit[1], x(at) + 3, 11,
      colours.soft);
  }
}

function drawIterations() {
  const begin = measured.length ? data.begin : data.length;
  if (begin > view.from)
    box(colours.band, Math.max(gutter, x(view.from)), x(begin), HIGH.axis,
      height - HIGH.axis);
  data.iterations.forEach(([number, start, end, counts], k) => {
    const y = HIGH.axis + trackOf[k] * HIGH.track;
    const from = Math.max(x(start), gutter), to = Math.min(x(end), width);
    if (to <= from) return;
    pen.globalAlpha = counts ? 1 : 0.5;
    box(colours.rule, from, to - 1, y, HIGH.track - 2);
    pen.font = '9px system-ui, sans-serif';
    words(roleOf(number) + ' ' + number, from + 3, y + 8, colours.ink,
      to - from);
    pen.font = '12px system-ui, sans-serif';
    pen.globalAlpha = 1;
  });
}

function colourOf(row, k) {
  const phase = phaseOf(row, k);
  return phase === -1 ? EXCHANGE : data.phases[phase][1];
}
/// "matvec 3 T+", as much of it as there is room for.
function caption(row, k, room) {
  const [phase, block, faces] = data.classes[row.rest[k][1]];
  const name = data.phases[phase][0];
  const texts = [[name, block === -1 ? '' : block, faces].join(' ').trim(),
    name];
  return texts.find((text) => pen.measureText(text).width + 6 <= room) || '';
}

/// What is narrower than a pixel is put together: a column as opaque as it is
/// full, in the colour of what took most of it.
class Columns {
  constructor(row) {
    this.row = row;
    this.at = null;
    this.sums = new Map();
  }
  add(from, to, colour) {
    const at = Math.floor(from);
    if (at !== this.at) this.flush();
    this.at = at;
    this.sums.set(colour, (this.sums.get(colour) || 0) + to - from);
  }
  flush() {
    let most = null, sum = 0;
    this.sums.forEach((part, colour) => {
      sum += part;
      if (most === null || part > this.sums.get(most)) most = colour;
    });
    if (most !== null) {
      pen.globalAlpha = Math.min(1, 0.25 + sum);
      box(most, this.at, this.at + 1, this.row.y, this.row.high);
      pen.globalAlpha = 1;
    }
    this.sums.clear();
  }
}

function drawRow(row) {
  row.waits.forEach(([start, end]) => {
    if (end > view.from && start < view.to)
      box(WAITING, x(start), Math.max(x(end), x(start) + 0.5),
        row.y + row.high / 3, row.high / 3);
  });
  const columns = new Columns(row);
  for (let k = firstAt(row, view.from); k < row.count; ++k) {
    if (row.start[k] > view.to) break;
    if (row.end[k] < view.from) continue;
    const from = x(row.start[k]), to = x(row.end[k]);
    if (to - from < 1.5) {
      columns.add(from, Math.max(to, from + 0.2), colourOf(row, k));
      continue;
    }
    columns.flush();
    const counts = row.kind === TRANSFERS ||
      roleOf(iterationOf(row, k)) === 'iteration';
    pen.globalAlpha = counts ? 1 : 0.55;
    const seen = Math.max(from, gutter), room = Math.min(to, width) - seen;
    box(colourOf(row, k), seen, seen + room - (room > 4 ? 1 : 0), row.y,
      row.high);
    if (row.kind === LANE && room > 30)
      words(caption(row, k, room), seen + 3, row.y + 16, '#000000');
    pen.globalAlpha = 1;
  }
  columns.flush();
}

function arrow(from, to, colour, thick) {
  line(colour, [from, to], thick);
  const angle = Math.atan2(to[1] - from[1], to[0] - from[0]), long = 6;
  line(colour, [-0.4, 0.4].map((turn) =>
    [to[0] - long * Math.cos(angle + turn), to[1] - long * Math.sin(angle + turn)]
  ).reduce((list, end) => list.concat([end, to]), [to]), thick);
}

/// From the worker that made it; too many arrows would hide what they explain.
function drawMessages() {
  const seen = [];
  rows.forEach((row, r) => {
    if (row.kind !== MESSAGES) return;
    for (let k = firstAt(row, view.from); k < row.count; ++k) {
      if (row.start[k] > view.to || seen.length > 150) break;
      if (row.end[k] > view.from) seen.push([r, k]);
    }
  });
  if (seen.length > 150) return;
  pen.globalAlpha = 0.7;
  seen.forEach(([r, k]) => {
    const maker = taskAt.get(rows[r].rest[k][3]);
    if (maker) arrow([x(rows[r].start[k]), middle(maker)],
      [x(rows[r].end[k]), middle([r])], EXCHANGE, 1);
  });
  pen.globalAlpha = 1;
}

function outline([r, k], colour, thick) {
  const row = rows[r];
  if (row.end[k] < view.from || row.start[k] > view.to) return;
  pen.strokeStyle = colour;
  pen.lineWidth = thick;
  pen.strokeRect(x(row.start[k]), row.y + 1,
    Math.max(1, x(row.end[k]) - x(row.start[k]) - 1), row.high - 2);
}
function drawPath() {
  path.forEach((item, k) => {
    outline(item, colours.ink, 2);
    if (!k) return;
    const [r, i] = path[k - 1], [next, j] = item;
    line(colours.ink, [[x(rows[r].end[i]), middle([r])],
      [x(rows[next].start[j]), middle([next])]], 1.5);
  });
}
function drawChosen() {
  if (!chosen) return;
  before(chosen).forEach(([r, k]) =>
    arrow([x(rows[r].end[k]), middle([r])],
      [x(rows[chosen[0]].start[chosen[1]]), middle(chosen)],
      colours.soft, 1.2));
  outline(chosen, colours.ink, 3);
}

let waiting = false;
function draw() {
  if (waiting) return;
  waiting = true;
  requestAnimationFrame(() => {
    waiting = false;
    box(colours.page, 0, width, 0, height);
    pen.save();
    pen.beginPath();
    pen.rect(gutter, 0, width - gutter, height);
    pen.clip();
    drawAxis();
    drawIterations();
    rows.forEach(drawRow);
    if (shown.messages) drawMessages();
    if (shown.path) drawPath();
    drawChosen();
    pen.restore();
    rows.forEach((row) => {
      pen.font = (row.kind === LANE ? '12px' : '10px') +
        ' system-ui, sans-serif';
      words(label(row), 2, row.y + (row.kind === LANE ? 16 : 8),
        row.kind === LANE ? colours.ink : colours.soft);
    });
  });
}
