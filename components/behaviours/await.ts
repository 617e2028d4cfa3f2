const ASK_MILLISECONDS = 15_000;

/**
 * Lets a page that waits for something, `<div data-awaits="state">`, show the next state by itself: while somebody looks at
 * it, it is asked for again, and loaded once its state is another.
 */
export function awaitState(): void {
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
  // By its address: the page may be the response to a form, which must not be sent again.
  if (state(page) !== state(document)) location.replace(location.href);
}
