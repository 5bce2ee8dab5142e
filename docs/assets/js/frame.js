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
 * The rows and columns that an address asks for; empty for all of them.
 * @param {string} search
 */
function partOf(search) {
  const asked = new URLSearchParams(search);
  /** @param {string} name */
  const ids = (name) => (asked.get(name) ?? "").split(",").map((id) => id.trim()).filter(Boolean);
  return { rows: ids("rows"), columns: ids("columns") };
}

/**
 * Hides what was not asked for; a group whose rows are all hidden goes, too.
 * @param {ParentNode} root
 * @param {{rows: string[], columns: string[]}} part
 */
function showPart(root, { rows, columns }) {
  if (rows.length) {
    for (const row of root.querySelectorAll("tbody tr")) {
      row.toggleAttribute("hidden", !rows.includes(row.id));
    }
  }
  if (columns.length) {
    for (const cell of root.querySelectorAll("th[data-column], td[id*='--']")) {
      const column = cell.getAttribute("data-column") ?? cell.id.slice(cell.id.indexOf("--") + 2);
      cell.toggleAttribute("hidden", !columns.includes(column));
    }
    root.querySelector("tr.kb-groups")?.setAttribute("hidden", "");
  }
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
  addEventListener("DOMContentLoaded", () => showPart(document, partOf(location.search)));
  if (window.parent !== window) addEventListener("DOMContentLoaded", () => tellHeight(window));
}
if (typeof module !== "undefined") module.exports = { heightMessage, partOf, schemeOf };
