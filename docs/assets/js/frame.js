// A table alone in an iframe: takes the colour scheme from ?theme=light|dark, else the system decides, and tells the
// page around it how tall it is. Without this script the table is the same and the iframe keeps its height.
// @ts-check

/**
 * The scheme that an address asks for; nothing when it asks for none that we have.
 * @param {string} search
 */
function schemeOf(search) {
  const theme = new URLSearchParams(search).get("theme");
  return theme === "dark" ? "slate" : theme === "light" ? "default" : "";
}

/**
 * @param {string} table
 * @param {number} height in CSS pixels
 */
function heightMessage(table, height) {
  return { kb: "height", table, height: Math.ceil(height) };
}

/** @param {Window} view */
function tellHeight(view) {
  const root = view.document.documentElement;
  let told = 0;
  const tell = () => {
    const height = root.getBoundingClientRect().height;
    if (height !== told) view.parent.postMessage(heightMessage(root.dataset.table ?? "", height), "*");
    told = height;
  };
  new ResizeObserver(tell).observe(root);
  tell();
}

// A classic script, because browsers refuse modules for pages opened from disk; tests in Node take the functions.
if (typeof document !== "undefined") {
  const scheme = schemeOf(location.search);
  if (scheme) document.documentElement.dataset.mdColorScheme = scheme;
  if (window.parent !== window) addEventListener("DOMContentLoaded", () => tellHeight(window));
}
if (typeof module !== "undefined") module.exports = { heightMessage, schemeOf };
