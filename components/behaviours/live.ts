import { onClick, onInput } from "./on-event";

/** As long as somebody who types pauses between two words. */
const PAUSE_MILLISECONDS = 250;
const RETRY_MILLISECONDS = 5_000;

/** What a view is in the history; `none` where the visitor goes back or forth. */
type Entry = "push" | "replace" | "none";

let underway = new AbortController();
let pause: ReturnType<typeof setTimeout> | undefined;

/** The form whose page follows what is typed and chosen. */
const liveForm = () => document.querySelector<HTMLFormElement>("form[data-live]");
const fieldOf = (form: HTMLFormElement) => form.querySelector<HTMLInputElement>("input[type=search]");
const isLive = (address: URL) => address.origin === location.origin && address.pathname === location.pathname;

/**
 * Lets a list follow the visitor without a load: where the page has a `<form data-live>`, what is typed into its search
 * field and what is chosen by links to the same page is asked for from the server, and the elements with `data-live-part`
 * get the contents that the new page has for them. The address follows, and `data-live-status` says what `data-live-said`
 * now says. Without JavaScript these are a form and links.
 */
export function followLive(): void {
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

/** What a form asks for, without what is empty. */
function addressOf(form: HTMLFormElement): URL {
  const address = new URL(form.action);
  for (const [name, value] of new FormData(form)) {
    if (typeof value === "string" && value.trim() !== "") address.searchParams.append(name, value.trim());
  }
  return address;
}

/** Shows another view. The address changes at once, so that whoever leaves and comes back finds it. */
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
  else sayUnanswered(() => ask(address, signal, entry));
}

/** Puts the parts of a page in place of the present ones, and keeps the keyboard where it was. */
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
  // What is being typed stays.
  if (field && (entry === "none" || document.activeElement !== field)) field.value = typed;
  const heading = document.querySelector<HTMLElement>("[data-live-said]");
  const said = document.querySelector("[data-live-status]");
  if (said && heading) said.textContent = heading.textContent;
  if (activeElement?.isConnected || entry !== "push") return;
  const same = key && document.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`);
  if (same) same.focus({ preventScroll: true });
  else heading?.focus();
}

/** Says that what is shown is the last that was said, and asks again. */
function sayUnanswered(again: () => Promise<void>): void {
  const part = [...document.querySelectorAll("[data-live-part]")].at(-1);
  const why = navigator.onLine ? "The register does not answer." : "There is no connection.";
  const notice = document.createElement("p");
  notice.setAttribute("role", "alert");
  notice.className = "mb-4 border border-ink px-4 py-3 text-sm";
  notice.textContent = `${why} Below is what it said last. It is asked again every five seconds.`;
  part?.querySelector(":scope > [role=alert]")?.remove();
  part?.prepend(notice);
  pause = setTimeout(again, RETRY_MILLISECONDS);
}
