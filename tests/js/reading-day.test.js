// The arithmetic of days, without a browser: node --test tests/js
const test = require("node:test");
const assert = require("node:assert");
const { dayOf, daysBetween } = require("../../docs/assets/js/reading-day.js");

test("days are counted across months, leap days and changes of the clock", () => {
  assert.equal(daysBetween("2026-11-29", "2026-11-29"), 0);
  assert.equal(daysBetween("2026-11-29", "2026-12-11"), 12);
  assert.equal(daysBetween("2026-12-11", "2026-11-29"), -12);
  assert.equal(daysBetween("2028-02-28", "2028-03-01"), 2);
  assert.equal(daysBetween("2027-02-28", "2027-03-01"), 1);
  assert.equal(daysBetween("2026-03-28", "2026-03-30"), 2);
});

test("what is no day counts nothing", () => {
  assert.ok(Number.isNaN(daysBetween("", "2026-11-29")));
  assert.ok(!(daysBetween("soon", "2026-11-29") > 0));
});

test("the day is that in UTC, whatever the place", () => {
  assert.equal(dayOf(new Date("2026-11-29T23:59:59.999Z")), "2026-11-29");
  assert.equal(dayOf(new Date("2026-11-30T00:30:00+14:00")), "2026-11-29");
});
