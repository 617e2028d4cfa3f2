import { onClick, onInput } from "./on-event";

/** Longer than the usual pause between two letters, so few requests are sent. */
const PAUSE_MILLISECONDS = 250;
const RETRY_MILLISECONDS = 5_000;

/** How a view enters the history. `none` if the visitor goes back or forward. */
type Entry = "push" | "replace" | "none";

let underway = new AbortController();
let pause: ReturnType<typeof setTimeout> | undefined;

/** Returns the form of a list that updates in place. */
const liveForm = () => document.querySelector<HTMLFormElement>("form[data-live]");
const fieldOf = (form: HTMLFormElement) => form.querySelector<HTMLInputElement>("input[type=search]");
const isLive = (address: URL) => address.origin === location.origin && address.pathname === location.pathname;

/**
 * Updates a list without loading the page, if the page has a `<form data-live>`. Text in its search field and links to
 * the same page are requested from the server. Each element with `data-live-part` gets its contents from the new page.
 * The address changes, and `data-live-status` repeats the text of `data-live-said`. Without JavaScript these are a form
 * and links.
 */
export function liveFilter(): void {
  onInput("input", ({ target }) => {
    const form = liveForm();
    if (!form || !(target instanceof HTMLInputElement) || fieldOf(form) !== target) return;
    clearTimeout(pause);
    pause = setTimeout(() => show(addressOf(form), "replace"), PAUSE_MILLISECONDS);
  });
  addEventListener("submit", (event) => {
    if (!(event.target instanceof HTMLFormElement) || event.target !== liveForm()) return;
    event.preventDefault();
    show(addressOf(event.target), "push");
  });
  onClick<HTMLAnchorElement>("[data-live-part] a[href]", (link, event) => {
    const isPlain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
    if (!isPlain || !liveForm() || !isLive(new URL(link.href))) return;
    event.preventDefault();
    show(new URL(link.href), "push");
  });
  addEventListener("popstate", () => {
    if (liveForm()) show(new URL(location.href), "none");
  });
}

/** Returns the address that a form requests, without empty fields. */
function addressOf(form: HTMLFormElement): URL {
  const address = new URL(form.action);
  for (const [name, value] of new FormData(form)) {
    if (typeof value === "string" && value.trim() !== "") address.searchParams.append(name, value.trim());
  }
  return address;
}

/** Shows another view. The address changes at once, so a visitor who goes back later finds the view. */
function show(address: URL, entry: Entry): void {
  clearTimeout(pause);
  underway.abort();
  underway = new AbortController();
  if (entry === "push" && address.href !== location.href) history.pushState(null, "", address);
  else if (entry !== "none") history.replaceState(null, "", address);
  void ask(address, underway.signal, entry);
}

async function ask(address: URL, signal: AbortSignal, entry: Entry): Promise<void> {
  const page = await fetch(address, { signal })
    .then((response) => (response.ok ? response.text() : null))
    .then((html) => html && new DOMParser().parseFromString(html, "text/html"))
    .catch(() => null);
  if (signal.aborted) return;
  if (page) put(page, entry);
  else showUnavailable(() => ask(address, signal, entry));
}

/** Replaces the parts of the page by those of another page, and keeps the keyboard focus. */
function put(page: Document, entry: Entry): void {
  const { activeElement } = document;
  const key = activeElement instanceof HTMLElement ? activeElement.dataset["key"] : undefined;
  for (const part of document.querySelectorAll("[data-live-part]")) {
    part.replaceChildren(...(page.getElementById(part.id)?.childNodes ?? []));
  }
  document.title = page.title;
  const form = liveForm();
  const field = form && fieldOf(form);
  const typed = page.querySelector<HTMLInputElement>("form[data-live] input[type=search]")?.value ?? "";
  // Text that the visitor is typing stays.
  if (field && (entry === "none" || document.activeElement !== field)) field.value = typed;
  const heading = document.querySelector<HTMLElement>("[data-live-said]");
  const said = document.querySelector("[data-live-status]");
  if (said && heading) said.textContent = heading.textContent;
  if (activeElement?.isConnected || entry !== "push") return;
  const same = key && document.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`);
  if (same) same.focus({ preventScroll: true });
  else heading?.focus();
}

/** Says that the results may be out of date, and tries again. */
function showUnavailable(again: () => Promise<void>): void {
  const part = [...document.querySelectorAll("[data-live-part]")].at(-1);
  const why = navigator.onLine ? "The registry is temporarily unavailable." : "No connection.";
  const notice = document.createElement("p");
  notice.setAttribute("role", "alert");
  notice.className = "mb-4 border border-ink px-4 py-3 text-sm";
  notice.textContent = `${why} The results below may be out of date. This page tries again every five seconds.`;
  part?.querySelector(":scope > [role=alert]")?.remove();
  part?.prepend(notice);
  pause = setTimeout(again, RETRY_MILLISECONDS);
}
