// What the page "Embed" offers to copy, without a browser: node --test tests/js
const test = require("node:test");
const assert = require("node:assert");
const { frameOf, iframeOf, markerOf, partOf } = require("../../docs/assets/js/embed-builder.js");

const TABLE = { id: "t", title: 'A "b" & c', rows: [["elm", "Elm"], ["oak", "Oak"]], columns: [["x", "X"], ["y", "Y"]] };
const TEXT = [
  "| Engine | X | Y |",
  "| --- | --- | --- |",
  "| Elm | yes <sup>1</sup> | no <sup>2</sup> |",
  "| Oak | no <sup>3</sup> | yes <sup>1</sup> |",
  "",
  "1. first",
  "2. second",
  "3. third",
  "",
  "Cells: 4 verified.",
  "",
].join("\n");

test("a marker names only what was chosen", () => {
  assert.equal(markerOf({ table: "t", rows: [], columns: [] }), "<!-- kb:begin table=t -->\n<!-- kb:end -->");
  assert.match(markerOf({ table: "t", rows: ["elm", "oak"], columns: ["x"] }), /table=t rows=elm,oak columns=x -->/);
});

test("a frame shows the chosen part", () => {
  const site = "https://atlas.example/";
  assert.equal(frameOf({ table: "t", rows: [], columns: [] }, site), `${site}embed/t/index.html`);
  const part = { table: "t", rows: ["elm", "oak"], columns: ["x"] };
  assert.equal(frameOf(part, site), `${site}embed/t/index.html?rows=elm,oak&columns=x`);
  const frame = iframeOf(part, TABLE.title, site);
  assert.match(frame, /title="A &quot;b&quot; &amp; c"/);
  assert.match(frame, /rows=elm,oak&amp;columns=x"/);
});

test("Markdown keeps the chosen cells and numbers their notes anew", () => {
  assert.equal(partOf(TEXT, TABLE, { table: "t", rows: [], columns: [] }).split("\n").length, 8);
  assert.equal(
    partOf(TEXT, TABLE, { table: "t", rows: ["oak"], columns: ["x"] }),
    "| Engine | X |\n| --- | --- |\n| Oak | no <sup>1</sup> |\n\n1. third",
  );
});
