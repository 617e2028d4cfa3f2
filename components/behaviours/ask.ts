import { onClick, onInput } from "./on-event";

/** As long as somebody who types pauses between two words. */
const PAUSE_MILLISECONDS = 400;

let underway = new AbortController();
let pause: ReturnType<typeof setTimeout> | undefined;

/**
 * Lets the page say what it thinks of a value while that is typed: `<input data-asks="part">` asks for the page with the
 * value in its address, and shows what that has in its element of this id. `<button data-takes="value" data-for="id">`
 * puts a value into a field.
 */
export function askWhileTyping(): void {
  onInput("input", ({ target }) => {
    if (!(target instanceof HTMLInputElement) || target.dataset["asks"] === undefined) return;
    // What was said of another value holds no longer.
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
