// How a trace's page looks, beside what all pages have in common.
#pragma once

namespace tasuki::trace {

inline constexpr const char* kReportStyle = R"(
body { padding: 1.1rem 1.5rem 3rem; }
h1 { font-size: 1.35rem; }
h1 + p { margin: .2rem 0 .7rem; }
.lead { padding: .5rem 1rem; font-size: .88rem; margin-bottom: .9rem; }
h2 { font-size: 1.1rem; margin: 1.5rem 0 .5rem; }
.two { display: grid; gap: 0 2.5rem; align-items: start;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 32rem), 1fr)); }
.two section { min-width: 0; }
.gantt, .legend, .controls { display: none; }
.live .static { display: none; }
.live .gantt { display: block; position: relative; overflow: hidden;
  border: 1px solid var(--rule); border-radius: .4rem; }
.live .legend, .live .controls { display: flex; }
.legend, .controls { flex-wrap: wrap; align-items: center; gap: .25rem .8rem;
  font-size: .8rem; padding: .35rem .6rem; }
.controls { border-bottom: 1px solid var(--rule); gap: .25rem .4rem; }
.controls button { font: inherit; color: inherit; background: var(--band);
  border: 1px solid var(--rule); border-radius: .25rem; padding: .1rem .5rem;
  cursor: pointer; }
.controls label { margin-left: .5rem; }
.controls .hint { color: var(--soft); margin-left: auto; }
.legend i { display: inline-block; width: .9rem; height: .75rem;
  vertical-align: -.05rem; margin-right: .3rem; border-radius: .1rem; }
.legend .line { height: 0; border: 1px solid var(--ink); vertical-align: .2rem;
  box-sizing: border-box; }
.pane { position: relative; max-height: 60vh; overflow-y: auto; }
.pane canvas { display: block; width: 100%; cursor: crosshair;
  touch-action: pan-y; }
.pane canvas:focus-visible { outline: 2px solid var(--ink);
  outline-offset: -2px; }
.tip { position: absolute; background: var(--page); color: var(--ink);
  border: 1px solid var(--soft); border-radius: .3rem; padding: .3rem .6rem;
  font-size: .78rem; pointer-events: none; max-width: 22rem; z-index: 2;
  box-shadow: 0 2px 6px rgba(0, 0, 0, .3); }
.tip[hidden] { display: none; }
.tip dl { margin: .1rem 0 0; gap: 0 .7rem; }
.said { position: absolute; width: 1px; height: 1px; overflow: hidden;
  clip-path: inset(50%); }
.static svg { width: 100%; height: auto; display: block; fill: currentColor;
  font: 11px system-ui, "DejaVu Sans", Helvetica, sans-serif; }
.static .way { font-size: 8px; fill: var(--soft); }
.static .in { font-size: 10px; fill: #000000; }
.static .mark { stroke: var(--rule); }
.static .critical { stroke: var(--ink); stroke-width: 1.5; }
.workers { width: 100%; max-width: 60rem; }
.workers .bars { width: 55%; }
.bar { height: .8rem; border: 1px solid var(--soft); display: flex;
  min-width: 6rem; }
.bar span { height: 100%; }
.bar .busy, i.busy { background: var(--soft); }
.bar .waiting { background: repeating-linear-gradient(135deg, var(--soft) 0 2px,
  transparent 2px 5px); }
.bar, .static rect { print-color-adjust: exact;
  -webkit-print-color-adjust: exact; }
@media print {
  .live .gantt, .live .controls { display: none; }
  .live .static { display: block; }
  .live .legend { display: flex; }
  i, .bar span { print-color-adjust: exact;
    -webkit-print-color-adjust: exact; }
  .two { grid-template-columns: 1fr 1fr; }
  table { font-size: 8pt; } }
)";

}  // namespace tasuki::trace
