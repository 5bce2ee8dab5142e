// What a table alone in an iframe takes from its address and tells its parent, without a browser.
const test = require("node:test");
const assert = require("node:assert");
const { heightMessage, schemeOf } = require("../../docs/assets/js/frame.js");

test("an address may ask for light or dark, and for nothing else", () => {
  assert.equal(schemeOf("?theme=dark"), "slate");
  assert.equal(schemeOf("?a=b&theme=light"), "default");
  assert.equal(schemeOf("?theme=pink"), "");
  assert.equal(schemeOf(""), "");
});

test("a height is told in whole pixels, never too few", () => {
  assert.deepEqual(heightMessage("t", 100.2), { kb: "height", table: "t", height: 101 });
});
