import { ownValue } from "@/lib/foundation/own-values";
import { showNotice } from "./notice";
import { onClick, onInput } from "./on-event";

const PAUSE_MILLISECONDS = 150;
const LIMIT = "5";
const TYPED_IN = "input, textarea, select, [contenteditable]";

/** Returns whether a key opens the search: Ctrl-K or Cmd-K anywhere, and a slash outside of text fields. */
function asksForSearch({ key, ctrlKey, metaKey, altKey, shiftKey, target }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey) return key.toLowerCase() === "k" && !altKey && !shiftKey;
  return key === "/" && !altKey && !(target instanceof Element && target.closest(TYPED_IN));
}

const searchDialog = () => document.querySelector<HTMLDialogElement>("dialog#search");
const optionsIn = (dialog: HTMLDialogElement) => [...dialog.querySelectorAll<HTMLAnchorElement>("[role=option]")];

/** Returns the parts of `components/layout/search-dialog.tsx`. */
function partsOf(dialog: HTMLDialogElement) {
  const part = <E extends HTMLElement>(selector: string) => dialog.querySelector<E>(selector) as E;
  return {
    field: part<HTMLInputElement>("[role=combobox]"),
    list: part<HTMLElement>("[role=listbox]"),
    status: part<HTMLElement>("[role=status]"),
  };
}

/** Aborts the previous search when a new one starts. */
let underway = new AbortController();
let pause: ReturnType<typeof setTimeout> | undefined;

/** Opens the header's link to the search as a dialog. While the visitor types, it requests the page of the search. */
export function searchFromAnywhere(): void {
  onClick<HTMLAnchorElement>("a[data-opens=search]", (_link, event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    open();
  });
  onClick("dialog#search [data-closes], dialog#search [role=option]", () => searchDialog()?.close());
  onClick("dialog#search [data-again]", look);
  addEventListener("online", () => searchDialog()?.open && look());
  onInput("keydown", (event) => {
    if (event.target === searchDialog()?.querySelector("[role=combobox]")) choose(event);
    if (!asksForSearch(event)) return;
    event.preventDefault();
    if (searchDialog()?.open) searchDialog()?.close();
    else open();
  });
  onInput("input", ({ target }) => {
    if (target !== searchDialog()?.querySelector("[role=combobox]")) return;
    // The present options are for another text, so Enter must not open one.
    underway.abort();
    mark(undefined);
    clearTimeout(pause);
    pause = setTimeout(look, PAUSE_MILLISECONDS);
  });
}

function open(): void {
  searchDialog()?.showModal();
  searchDialog()?.querySelector<HTMLInputElement>("[role=combobox]")?.select();
  void look();
}

/** Shows the results of the search page for the typed text. */
async function look(): Promise<void> {
  const dialog = searchDialog();
  if (!dialog) return;
  const { field, list, status } = partsOf(dialog);
  const q = field.value.trim();
  underway.abort();
  underway = new AbortController();
  const { signal } = underway;
  try {
    const response = await fetch(`/search?${new URLSearchParams(q === "" ? {} : { q, limit: LIMIT })}`, { signal });
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    list.replaceChildren(
      ...(response.ok ? [...page.querySelectorAll("[data-found] section:has(li a)")].map(groupOf) : []),
    );
    const options = optionsIn(dialog);
    for (const [index, option] of options.entries()) option.id = `search-option-${index}`;
    const found = page.querySelector<HTMLElement>("[data-found]")?.dataset["found"] ?? "0";
    status.textContent = response.ok && q !== "" ? `${found} found` : "";
    // Enter opens no result that is only related.
    const [first] = options;
    mark(q !== "" && found !== "0" && !first?.dataset["weak"] ? first : undefined);
    showNotice(dialog, response, optionsIn(dialog).length === 0 ? "empty" : "");
  } catch {
    if (signal.aborted) return;
    list.replaceChildren();
    showNotice(dialog, null);
  }
}

function groupOf(section: Element): HTMLElement {
  const title = document.createElement("p");
  title.textContent = section.querySelector("h2")?.textContent ?? "";
  title.ariaHidden = "true";
  title.className = "px-4 pt-4 pb-1 font-semibold text-ink-3 text-xs";
  const group = document.createElement("div");
  group.role = "group";
  group.ariaLabel = title.textContent;
  group.append(title, ...section.querySelectorAll("li a"));
  for (const option of group.querySelectorAll("a")) {
    option.role = "option";
    option.tabIndex = -1;
    option.className = "block scroll-my-8 px-4 py-2 text-sm no-underline hover:bg-sunk aria-selected:bg-accent-wash";
  }
  return group;
}

/** Marks the option that Enter opens. */
function mark(chosen: HTMLAnchorElement | undefined): void {
  const dialog = searchDialog();
  if (!dialog) return;
  const { field } = partsOf(dialog);
  const options = optionsIn(dialog);
  for (const option of options) option.ariaSelected = String(option === chosen);
  field.ariaExpanded = String(options.length > 0);
  if (chosen) field.setAttribute("aria-activedescendant", chosen.id);
  else field.removeAttribute("aria-activedescendant");
  chosen?.scrollIntoView({ block: "nearest" });
}

/**
 * Moves the mark with the arrow keys, and opens the marked option on Enter. Without a mark, Enter sends the form to the
 * page.
 */
function choose(event: KeyboardEvent): void {
  const dialog = searchDialog();
  const options = dialog ? optionsIn(dialog) : [];
  const place = options.findIndex((option) => option.ariaSelected === "true");
  const step = ownValue({ ArrowDown: 1, ArrowUp: -1 }, event.key);
  if (step !== undefined && options.length > 0) {
    event.preventDefault();
    mark(options.at(((place < 0 ? Math.min(-step, 0) : place) + step) % options.length));
  } else if (event.key === "Enter" && place >= 0 && !event.isComposing) {
    event.preventDefault();
    options[place]?.click();
  }
}
