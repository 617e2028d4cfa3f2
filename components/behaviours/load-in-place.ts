import { showNotice } from "./notice";
import { onClick } from "./on-event";

/** Aborts the previous request when a new one starts. */
let underway = new AbortController();

/**
 * Shows a result without leaving the page. `<form data-answers="id">` and `<a data-answers="id" data-intent="…">`
 * request the page that they lead to, and the element with this id gets its contents from there
 * (`components/relay/route-result.tsx`).
 */
export function loadInPlace(): void {
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement)) return;
    const box = document.getElementById(form.dataset["answers"] ?? "");
    if (!box) return;
    event.preventDefault();
    const asked = [...new FormData(form)].map(([name, value]) => [name, String(value)]);
    void ask(box, `${form.action}?${new URLSearchParams(asked)}`);
  });
  onClick<HTMLAnchorElement>("a[data-answers]", (link, event) => {
    const box = document.getElementById(link.dataset["answers"] ?? "");
    if (!box || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const field = document.querySelector<HTMLInputElement>("form[data-answers] [name=intent]");
    if (field) field.value = link.dataset["intent"] ?? "";
    void ask(box, link.href);
  });
}

const loadInto = (element: ParentNode | null | undefined) => element?.querySelector<HTMLElement>("[data-says]");

async function ask(box: HTMLElement, address: string): Promise<void> {
  underway.abort();
  underway = new AbortController();
  const { signal } = underway;
  const before = loadInto(box);
  box.ariaBusy = "true";
  if (before) before.hidden = true;
  for (const notice of box.querySelectorAll<HTMLElement>("[data-notice]")) notice.hidden = true;
  say(box, "Routing…");
  const response = await fetch(address, { signal }).catch(() => null);
  const html = await response?.text().catch(() => "");
  if (signal.aborted) return;
  box.ariaBusy = null;
  const found = loadInto(new DOMParser().parseFromString(html ?? "", "text/html").getElementById(box.id));
  say(box, response?.ok ? (found?.dataset["says"] ?? "") : "");
  showNotice(box, response);
  if (!response?.ok || !found) return;
  before?.replaceWith(found);
  history.replaceState(null, "", address);
  if (box.getBoundingClientRect().top > innerHeight * 0.8) box.scrollIntoView({ block: "nearest" });
}

function say(box: Element, text: string): void {
  const status = box.querySelector("[data-status]");
  if (status) status.textContent = text;
}
