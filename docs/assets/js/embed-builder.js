// The page "Embed": choose a table, its rows and columns, look at it, and copy it in the form you need. The page lists
// every marker without this script, too.
// @ts-check

/**
 * @typedef {{id: string, title: string, rows: string[][], columns: string[][]}} Table
 * @typedef {{table: string, rows: string[], columns: string[]}} Choice
 */

/**
 * The options of a choice as a marker has them; all rows or columns need not be named.
 * @param {Choice} choice
 */
function optionsOf(choice) {
  const parts = [["table", choice.table], ["rows", choice.rows.join(",")], ["columns", choice.columns.join(",")]];
  return parts.filter(([, value]) => value);
}

/** @param {Choice} choice */
function markerOf(choice) {
  const options = optionsOf(choice).map(([name, value]) => `${name}=${value}`);
  return `<!-- kb:begin ${options.join(" ")} -->\n<!-- kb:end -->`;
}

/**
 * The address of the table alone, with the part of it that was chosen.
 * @param {Choice} choice
 * @param {string} site the address of the site, ending in a slash
 */
function frameOf(choice, site) {
  const part = new URLSearchParams(optionsOf(choice).slice(1)).toString().replaceAll("%2C", ",");
  return `${site}embed/${choice.table}/index.html${part ? `?${part}` : ""}`;
}

/**
 * @param {Choice} choice
 * @param {string} title
 * @param {string} site
 */
function iframeOf(choice, title, site) {
  const named = title.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
  const address = frameOf(choice, site).replaceAll("&", "&amp;");
  return `<iframe src="${address}" title="${named}" style="width:100%;height:24rem;border:0"></iframe>`;
}

/**
 * The chosen part of a table that is written as Markdown, with its notes numbered anew.
 * @param {string} text
 * @param {Table} table
 * @param {Choice} choice
 */
function partOf(text, table, choice) {
  const lines = text.split("\n");
  const end = lines.findIndex((line) => !line.startsWith("|"));
  const cells = lines.slice(0, end).map((line) => line.slice(2, -2).split(" | "));
  const rows = table.rows.map(([id], index) => ({ id, at: index + 2 })).filter(({ id }) => chosen(choice.rows, id));
  const columns = table.columns.map(([id], index) => ({ id, at: index + 1 })).filter(({ id }) => chosen(choice.columns, id));
  const kept = [0, 1, ...rows.map(({ at }) => at)].map((at) => [cells[at][0], ...columns.map((column) => cells[at][column.at])]);
  /** @type {string[]} */
  const used = [];
  const numbered = kept.map((row) => `| ${row.join(" | ")} |`.replace(/<sup>(\d+)<\/sup>/g, (_, number) => {
    if (!used.includes(number)) used.push(number);
    return `<sup>${used.indexOf(number) + 1}</sup>`;
  }));
  const notes = used.map((number, index) => {
    const line = lines.find((candidate) => candidate.startsWith(`${number}. `)) ?? "";
    return `${index + 1}. ${line.slice(number.length + 2)}`;
  });
  return [...numbered, ...(notes.length ? ["", ...notes] : [])].join("\n");
}

/**
 * @param {string[]} ids
 * @param {string} id
 */
function chosen(ids, id) {
  return ids.length === 0 || ids.includes(id);
}

// -- the page -----------------------------------------------------------------------------------

/** @param {Document} page */
function start(page) {
  const box = page.getElementById("kb-builder");
  const data = page.getElementById("kb-b-data");
  if (!box || !data) return;
  /** @type {{tables: Table[]}} */
  const { tables } = JSON.parse(data.textContent ?? "{}");
  const select = /** @type {HTMLSelectElement} */ (page.getElementById("kb-b-table"));
  const frame = /** @type {HTMLIFrameElement} */ (page.getElementById("kb-b-preview"));
  const site = new URL("../", page.location.href).href;
  select.append(...tables.map((table) => new Option(table.title, table.id)));
  select.value = new URLSearchParams(page.location.search).get("table") ?? "";
  if (select.selectedIndex < 0) select.selectedIndex = 0; // none asked for, or one that is not there
  const table = () => tables[select.selectedIndex];
  const choice = () => ({ table: table().id, rows: ticked(page, "kb-b-rows"), columns: ticked(page, "kb-b-columns") });

  const show = async () => {
    const now = choice();
    put(page, "kb-b-marker", markerOf(now));
    put(page, "kb-b-iframe", iframeOf(now, table().title, site));
    put(page, "kb-b-url", `${site}api/v1/tables/${now.table}.json`);
    frame.src = frameOf(now, site);
    try {
      const answer = await fetch(`${site}exports/${now.table}.md`);
      if (!answer.ok) throw new Error(answer.statusText);
      put(page, "kb-b-text", partOf(await answer.text(), table(), now));
    } catch {
      put(page, "kb-b-text", "The file cannot be read from here. Open the site over HTTP.");
    }
  };
  const offer = () => {
    boxes(page, "kb-b-rows", table().rows);
    boxes(page, "kb-b-columns", table().columns);
    return show();
  };
  select.addEventListener("change", offer);
  box.addEventListener("change", (event) => event.target === select || show());
  box.addEventListener("click", (event) => copy(page, event.target));
  addEventListener("message", (event) => {
    if (event.source === frame.contentWindow && event.data?.kb === "height") frame.style.height = `${event.data.height}px`;
  });
  box.hidden = false;
  offer();
}

/**
 * @param {Document} page
 * @param {string} name
 * @param {string[][]} items
 */
function boxes(page, name, items) {
  page.getElementById(name)?.replaceChildren(
    ...items.map(([id, label]) => {
      const line = page.createElement("label");
      const input = Object.assign(page.createElement("input"), { type: "checkbox", value: id });
      line.append(input, ` ${label}`);
      return line;
    }),
  );
}

/**
 * @param {Document} page
 * @param {string} name
 */
function ticked(page, name) {
  const found = /** @type {NodeListOf<HTMLInputElement>} */ (page.querySelectorAll(`#${name} input:checked`));
  return [...found].map((input) => input.value);
}

/**
 * @param {Document} page
 * @param {string} name
 * @param {string} text
 */
function put(page, name, text) {
  const place = page.getElementById(name);
  if (place) place.textContent = text;
}

/**
 * @param {Document} page
 * @param {EventTarget | null} target
 */
async function copy(page, target) {
  const name = target instanceof HTMLElement ? target.dataset.copies : "";
  if (!name) return;
  try {
    await navigator.clipboard.writeText(page.getElementById(name)?.textContent ?? "");
    put(page, "kb-b-said", "Copied.");
  } catch {
    put(page, "kb-b-said", "The browser does not let this page copy; select the text instead.");
  }
}

// A classic script, because browsers refuse modules for pages opened from disk; tests in Node take the functions.
if (typeof document !== "undefined") start(document);
if (typeof module !== "undefined") module.exports = { frameOf, iframeOf, markerOf, partOf };
