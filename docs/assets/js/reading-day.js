// Brings what a page says about its own age up to the day on which it is read. A page says by which day its facts are
// to be checked again; built last month and read today, it should say that they are due. Without this script the text
// stays true. No dates of the reader's place: a day is a day in UTC, as everywhere here.
// @ts-check

const WORDS = {
  /** @param {number} days */
  due: (days) => `due for ${days === 1 ? "1 day" : `${days} days`}`,
  standing: "Due: facts were to be checked again by",
  /** @param {number} days */
  ledger: (days) => `Releases were last looked up ${days} days ago, so newer ones may be missing here.`,
};

/**
 * Days from one ISO day to another, negative when the second is earlier; NaN for what is no day.
 * @param {string} from
 * @param {string} to
 */
function daysBetween(from, to) {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000);
}

/**
 * The day it is in UTC.
 * @param {Date} now
 */
function dayOf(now) {
  return now.toISOString().slice(0, 10);
}

/**
 * @param {ParentNode} root
 * @param {string} today
 */
function bringUpToDate(root, today) {
  for (const list of /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll("dl[data-review-by]"))) {
    const over = daysBetween(list.dataset.reviewBy ?? "", today);
    if (over > 0) markDue(list, over);
  }
  for (const line of /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll(".kb-standing.f-fresh[data-review-by]"))) {
    const over = daysBetween(line.dataset.reviewBy ?? "", today);
    if (over > 0) {
      line.classList.replace("f-fresh", "f-due");
      line.textContent = `◔ ${WORDS.standing} ${line.dataset.reviewBy} (${WORDS.due(over)})`;
    }
  }
  for (const banner of /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll("[data-looked-up]"))) {
    const age = daysBetween(banner.dataset.lookedUp ?? "", today);
    if (age > Number(banner.dataset.promisedDays)) {
      banner.textContent = WORDS.ledger(age);
      banner.hidden = false;
    }
  }
}

/**
 * @param {HTMLElement} list what stands behind a statement
 * @param {number} over days since it was to be checked again
 */
function markDue(list, over) {
  const last = list.querySelector("dd:last-of-type");
  if (last) last.append(` (${WORDS.due(over)})`);
  const cell = list.closest("td.f-fresh");
  cell?.classList.replace("f-fresh", "f-due");
  const summary = list.closest("details.kb-why")?.querySelector("summary");
  if (summary && !summary.querySelector(".kb-state")) {
    const state = document.createElement("span");
    state.className = "kb-state f-due";
    state.textContent = "due";
    summary.append(" ", state);
  }
}

// A classic script, because browsers refuse modules for pages opened from disk; tests in Node take the functions.
if (typeof document !== "undefined") bringUpToDate(document, dayOf(new Date()));
if (typeof module !== "undefined") module.exports = { bringUpToDate, dayOf, daysBetween };
