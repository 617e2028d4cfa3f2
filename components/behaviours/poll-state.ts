const ASK_MILLISECONDS = 15_000;

/**
 * Lets a page that waits, `<div data-awaits="state">`, show the next state by itself. While the page is visible it is
 * requested again, and loaded when the state has changed.
 */
export function pollState(): void {
  if (state(document) === undefined) return;
  setInterval(look, ASK_MILLISECONDS);
  document.addEventListener("visibilitychange", look);
}

const state = (page: Document) => page.querySelector<HTMLElement>("[data-awaits]")?.dataset["awaits"];

async function look(): Promise<void> {
  if (document.hidden) return;
  const response = await fetch(location.href).catch(() => null);
  if (!response?.ok) return;
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  // Not a reload: the page may be the response to a form, which must not be sent again.
  if (state(page) !== state(document)) location.replace(location.href);
}
