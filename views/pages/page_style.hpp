// How every page looks on screens and on paper.
#pragma once

namespace tasuki::page {

inline constexpr const char* kPageStyle = R"(
:root { color-scheme: light dark; --ink: #1a1a1a; --page: #ffffff;
  --soft: #5a5f66; --rule: #d8dce0; --band: #f3f5f7; --warn: #a33a00; }
@media screen and (prefers-color-scheme: dark) {
  :root { --ink: #e8eaed; --page: #16191d; --soft: #a6acb3; --rule: #363c43;
    --band: #1f2429; --warn: #ff9d66; } }
body { margin: 0 auto; max-width: 84rem; padding: 1.5rem; color: var(--ink);
  background: var(--page); line-height: 1.5;
  font-family: system-ui, "DejaVu Sans", Helvetica, sans-serif; }
h1 { font-size: 1.6rem; margin: 0; }
h2 { font-size: 1.2rem; margin: 2.2rem 0 .6rem; padding-bottom: .2rem;
  border-bottom: 1px solid var(--rule); }
p { max-width: 60rem; }
.soft, figcaption { color: var(--soft); }
.lead { background: var(--band); padding: .8rem 1.2rem; border-radius: .4rem; }
.lead ul { margin: 0; padding-left: 1.2rem; }
.lead li:first-child { font-weight: 600; }
.warn { color: var(--warn); }
.charts { display: grid; gap: 1.2rem;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 30rem), 1fr)); }
figure { margin: 0; border: 1px solid var(--rule); border-radius: .4rem;
  padding: .6rem; }
figure svg { width: 100%; height: auto; display: block; }
figcaption { font-size: .8rem; padding: 0 .4rem; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-size: .82rem;
  font-variant-numeric: tabular-nums; }
th, td { padding: .25rem .4rem; text-align: left; white-space: nowrap; }
td.number, th.number { text-align: right; }
td.text { white-space: normal; min-width: 13rem; }
thead th { border-bottom: 1px solid var(--ink); vertical-align: bottom; }
tbody tr:nth-child(even) { background: var(--band); }
code { font: .8rem ui-monospace, "DejaVu Sans Mono", Menlo, monospace;
  overflow-wrap: anywhere; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .2rem 1.2rem; }
dt { color: var(--soft); }
dd { margin: 0; }
@media print {
  @page { size: A4 landscape; margin: 12mm; }
  body { padding: 0; max-width: none; font-size: 10pt; }
  .charts { grid-template-columns: 1fr 1fr; }
  .wide { overflow: visible; }
  table { font-size: 6.6pt; } th, td { padding: .15rem .35rem; }
  figure, tr { break-inside: avoid; } h2 { break-after: avoid; } }
)";

}  // namespace tasuki::page
