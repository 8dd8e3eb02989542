// The script of a trace's page, run without a browser: it draws every task,
// finds what is under the mouse, and has an answer to every key.
#include <doctest/doctest.h>

#include <cstdlib>
#include <string>

#include "json/json.hpp"
#include "tests/folder.hpp"
#include "tests/skip.hpp"
#include "tests/views/traces/made_timeline.hpp"
#include "views/traces/views.hpp"

namespace {

using namespace tasuki::trace;
using tasuki::Json;
using tasuki::test::MadeTimeline;

/// As much of a browser as the script uses.
constexpr const char* kBrowser = R"js(
const listeners = {}, boxes = [];
const pen = new Proxy({ measureText: (text) => ({ width: 6 * text.length }),
  fillRect: (x, y, w, h) => boxes.push([pen.fillStyle, x, y, w, h]) },
  { get: (pen, name) => name in pen ? pen[name] : () => {} });
const element = () => ({ style: {}, children: [], offsetWidth: 100,
  offsetHeight: 50, addEventListener: () => {},
  appendChild(child) { this.children.push(child); return child; },
  replaceChildren(...all) { this.children = all; } });
const canvas = Object.assign(element(), { getContext: () => pen,
  parentElement: { clientWidth: 1000 }, setPointerCapture: () => {},
  addEventListener: (name, call) => { listeners[name] = call; } });
const tip = element(), said = element();
globalThis.window = { devicePixelRatio: 1 };
globalThis.document = {
  documentElement: { classList: { add: () => {} } },
  getElementById: () => ({ textContent: DATA }),
  createElement: element, querySelectorAll: () => [],
  querySelector: (name) => name.endsWith('canvas') ? canvas
    : name.endsWith('.tip') ? tip : said };
globalThis.getComputedStyle = () => ({ getPropertyValue: (name) => name });
globalThis.matchMedia = () => ({ addEventListener: () => {} });
globalThis.ResizeObserver = class { observe() {} };
globalThis.requestAnimationFrame = (call) => call();
)js";

/// What has to be true afterwards; the timeline is that of the test below.
constexpr const char* kChecks = R"js(
const assert = require('assert');
const key = (name) => listeners.keydown({ key: name, preventDefault() {} });
const drawn = (colour) => {
  boxes.length = 0;
  key('Home');
  return boxes.filter((box) => box[0] === colour);
};
const interior = drawn('#56b4e9'), merge = drawn('#009e73');
assert.equal(interior.length, 2);
assert.equal(merge.length, 1);
// A half and two quarters of the time, each a pixel from its neighbour.
const [pack] = drawn('#f0b429');
const whole = pack[1] + pack[3] + 1 - interior[0][1];
assert(Math.abs(interior[0][3] + 1 - whole / 2) < 0.01);
assert(Math.abs(merge[0][3] + 1 - whole / 4) < 0.01);
assert(Math.abs(pack[1] - interior[0][1] - 3 / 4 * whole) < 0.01);
assert.equal(drawn('#cc79a7').length, 1);
const point = { offsetX: interior[0][1] + 5, offsetY: interior[0][2] + 5 };
listeners.pointermove(point);
assert.equal(tip.hidden, false);
const words = tip.children[1].children.map((child) => child.textContent);
assert.equal(tip.children[0].textContent, 'interior');
assert.deepEqual(words.slice(words.indexOf('took'), words.indexOf('took') + 2),
  ['took', '50.00 us']);
listeners.pointermove({ offsetX: 2, offsetY: 2 });
assert.equal(tip.hidden, true);
key('.');
assert(said.textContent.startsWith('Step 1 of 3: interior'));
for (const name of ['+', '-', '=', '0', 'm', 'i', 'I', ',', 'ArrowLeft',
  'ArrowRight', 'PageUp', 'PageDown', 'Escape', 'x']) key(name);
for (let k = 0; k < 60; ++k) key('+');
listeners.wheel({ ctrlKey: true, deltaY: -500, offsetX: 400,
  preventDefault() {} });
listeners.wheel({ deltaX: 50, deltaY: 0, offsetX: 400, preventDefault() {} });
listeners.pointerdown({ offsetX: 300, pointerId: 1 });
listeners.pointermove({ offsetX: 900, offsetY: 30 });
listeners.pointerup({});
listeners.dblclick({ offsetX: 300 });
assert.equal(drawn('#56b4e9').length, 2);
)js";

std::string between(const std::string& text, const std::string& begin,
                    const std::string& end) {
    const auto from = text.find(begin) + begin.size();
    return text.substr(from, text.find(end, from) - from);
}

void check_script(const Timeline& t, const std::string& checks) {
    if (std::system("command -v node >/dev/null 2>&1") != 0)
        return tasuki::test::skip("node is not installed");
    const auto html = to_html(t, summarize(t));
    const auto data = between(html, "id=\"trace-data\">", "</script>");
    const tasuki::test::Folder folder;
    tasuki::test::write_file(
        folder / "page.js",
        "const DATA = " + Json(data).dump() + ";\n" + kBrowser +
            between(html, "<script>", "</script>") + "\n" + checks);
    CHECK(std::system(("node " + (folder / "page.js")).c_str()) == 0);
}

}  // namespace

TEST_CASE("the page's script draws, and answers to mouse and keys") {
    MadeTimeline made{2};
    const int first = made.cpu(0), second = made.cpu(1);
    const int interior = made.task("interior", first, 0, 50000);
    const int merge = made.task("merge", first, 50000, 75000, {interior});
    made.task("pack", first, 75000, 100000, {merge});
    made.task("interior", second, 0, 90000);
    made.message(0, 1, 50000, 80000, {interior});
    check_script(made.get(), kChecks);
}

TEST_CASE("what is narrower than a pixel is drawn together") {
    MadeTimeline made;
    const int cpu = made.cpu();
    for (int k = 0; k < 20000; ++k)
        made.task(k % 3 == 0 ? "interior" : "merge", cpu, 10 * k, 10 * k + 9);
    // The first picture is of all of them.
    check_script(
        made.get(),
        "require('assert')(boxes.length > 500 && boxes.length < 5000);");
}
