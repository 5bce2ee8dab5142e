// The theme's search box is a dialog without a name, which a screen reader needs. The word, translated, is in the box.
document
  .querySelector("[data-md-component=search]")
  ?.setAttribute("aria-label", document.querySelector("[data-md-component=search-query]")?.ariaLabel ?? "Search");
