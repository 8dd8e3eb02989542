// The script of a trace's page, part 3: mouse, keys and what they show.
const tip = document.querySelector('.gantt .tip');
const said = document.querySelector('.gantt .said');

function show(from, to) {
  const least = 50, whole = Math.max(1, data.length);
  const length = Math.min(Math.max(to - from, least), whole);
  const start = Math.min(Math.max(0, from), whole - length);
  view = { from: start, to: start + length };
  draw();
}
function zoom(factor, at) {
  const point = at === undefined ? (view.from + view.to) / 2 : at;
  show(point - (point - view.from) * factor,
    point + (view.to - point) * factor);
}
function pan(part) {
  const by = part * (view.to - view.from);
  if (view.from + by > 0 && view.to + by < data.length)
    show(view.from + by, view.to + by);
  else show(by > 0 ? data.length - (view.to - view.from) : 0,
    by > 0 ? data.length : view.to - view.from);
}
const all = () => show(0, data.length);
/// The measured iterations, or one of them.
function iterations(k) {
  const spans = k === undefined ? measured : [measured[k]];
  if (!spans.length || !spans[0]) return all();
  const from = Math.min(...spans.map((span) => span[1]));
  const to = Math.max(...spans.map((span) => span[2]));
  show(from - 0.02 * (to - from), to + 0.02 * (to - from));
}

function itemAt(px, y) {
  const r = rows.findIndex((row) =>
    y >= row.y && y <= row.y + row.high + HIGH.gap);
  if (r === -1 || px < gutter) return null;
  const row = rows[r], at = timeAt(px);
  const near = 3 * (view.to - view.from) / (width - gutter);
  let best = null, distance = near;
  for (let k = firstAt(row, at - near); k < row.count; ++k) {
    if (row.start[k] > at + near) break;
    const away = Math.max(row.start[k] - at, at - row.end[k], 0);
    if (away < distance || (best === null && away === distance)) {
      best = [r, k];
      distance = away;
    }
  }
  return best;
}

function choose(item, px, y) {
  chosen = item;
  tip.hidden = !item;
  if (item) {
    const [heading, pairs] = describe(item);
    const list = document.createElement('dl');
    pairs.forEach(([name, value]) => {
      list.appendChild(document.createElement('dt')).textContent = name;
      list.appendChild(document.createElement('dd')).textContent = value;
    });
    const title = document.createElement('b');
    title.textContent = heading;
    tip.replaceChildren(title, list);
    const left = px + 16 + tip.offsetWidth > width ? px - 16 - tip.offsetWidth
      : px + 16;
    tip.style.left = Math.max(0, left) + 'px';
    tip.style.top = Math.max(0, Math.min(y + 12,
      Math.max(height, 260) - tip.offsetHeight)) + 'px';
  }
  draw();
}

let drag = null;
canvas.addEventListener('pointerdown', (event) => {
  drag = { px: event.offsetX, view };
  canvas.setPointerCapture(event.pointerId);
});
canvas.addEventListener('pointerup', () => { drag = null; });
canvas.addEventListener('pointercancel', () => { drag = null; });
canvas.addEventListener('pointermove', (event) => {
  if (!drag) return choose(itemAt(event.offsetX, event.offsetY),
    event.offsetX, event.offsetY);
  const by = (drag.px - event.offsetX) / (width - gutter) *
    (drag.view.to - drag.view.from);
  show(drag.view.from + by, drag.view.to + by);
});
canvas.addEventListener('pointerleave', () => { if (!drag) choose(null); });
canvas.addEventListener('dblclick', (event) =>
  zoom(0.4, timeAt(event.offsetX)));
canvas.addEventListener('wheel', (event) => {
  const sideways = event.shiftKey ? event.deltaY : event.deltaX;
  if (event.ctrlKey || event.metaKey)
    zoom(Math.exp(0.002 * Math.max(-300, Math.min(300, event.deltaY))),
      timeAt(event.offsetX));
  else if (sideways) pan(0.001 * sideways);
  else return;  // the page scrolls
  event.preventDefault();
}, { passive: false });

/// Along the longest chain, with what there is to say about each step.
let place = -1;
function walk(by) {
  if (!path.length) return;
  place = (place + by + path.length + (place === -1 && by === -1 ? 1 : 0)) %
    path.length;
  const [r, k] = path[place], row = rows[r];
  const room = Math.max(6 * (row.end[k] - row.start[k]), 50);
  if (row.start[k] < view.from || row.end[k] > view.to ||
      row.end[k] - row.start[k] < 0.01 * (view.to - view.from))
    show((row.start[k] + row.end[k] - room) / 2,
      (row.start[k] + row.end[k] + room) / 2);
  choose(path[place], (x(row.start[k]) + x(row.end[k])) / 2, middle(path[place]));
  const [heading, pairs] = describe(path[place]);
  said.textContent = 'Step ' + (place + 1) + ' of ' + path.length + ': ' +
    heading + ', ' + pairs.map((pair) => pair.join(' ')).join(', ');
}

let current = -1;
function next(by) {
  if (!measured.length) return;
  current = Math.min(Math.max(current + by, 0), measured.length - 1);
  iterations(current);
}
const actions = {
  '+': () => zoom(0.7), '=': () => zoom(0.7), '-': () => zoom(1 / 0.7),
  ArrowLeft: () => pan(-0.15), ArrowRight: () => pan(0.15),
  PageUp: () => pan(-0.9), PageDown: () => pan(0.9),
  Home: all, 0: all, m: () => iterations(),
  i: () => next(1), I: () => next(-1),
  '.': () => walk(1), ',': () => walk(-1),
  Escape: () => choose(null),
};
canvas.addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const action = actions[event.key];
  if (!action) return;
  event.preventDefault();
  action();
});
document.querySelectorAll('.gantt button').forEach((button) =>
  button.addEventListener('click', () => actions[button.dataset.key]()));
document.querySelectorAll('.gantt input').forEach((box) =>
  box.addEventListener('change', () => {
    shown[box.dataset.shows] = box.checked;
    draw();
  }));

document.documentElement.classList.add('live');
new ResizeObserver(resize).observe(canvas.parentElement);
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', resize);
resize();
iterations();
