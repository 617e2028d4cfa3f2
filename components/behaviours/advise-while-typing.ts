import { onClick, onInput } from "./on-event";

/** Longer than the usual pause between two letters, so few requests are sent. */
const PAUSE_MILLISECONDS = 400;

let underway = new AbortController();
let pause: ReturnType<typeof setTimeout> | undefined;

/**
 * Shows advice on a value while the visitor types. `<input data-asks="part">` requests the page with the value in its
 * address, and shows the element with this id from the response. `<button data-takes="value" data-for="id">` puts a
 * value into a field.
 */
export function adviseWhileTyping(): void {
  onInput("input", ({ target }) => {
    if (!(target instanceof HTMLInputElement) || target.dataset["asks"] === undefined) return;
    // The problems belong to the previous value.
    document.getElementById(`${target.id}-problems`)?.remove();
    underway.abort();
    clearTimeout(pause);
    pause = setTimeout(ask, PAUSE_MILLISECONDS, target, target.dataset["asks"]);
  });
  onClick<HTMLButtonElement>("button[data-takes]", ({ dataset }) => {
    const field = document.getElementById(dataset["for"] ?? "");
    if (!(field instanceof HTMLInputElement)) return;
    field.value = dataset["takes"] ?? "";
    field.dispatchEvent(new Event("input", { bubbles: true }));
    field.focus();
  });
}

async function ask({ name, value }: HTMLInputElement, part: string): Promise<void> {
  underway = new AbortController();
  const { signal } = underway;
  const said = await fetch(`${location.pathname}?${new URLSearchParams({ [name]: value })}`, { signal })
    .then((response) => response.text())
    .then((html) => new DOMParser().parseFromString(html, "text/html").getElementById(part))
    .catch(() => null);
  if (!signal.aborted) document.getElementById(part)?.replaceChildren(...(said?.childNodes ?? []));
}
