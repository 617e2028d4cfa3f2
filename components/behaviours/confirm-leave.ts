import { COPIED } from "./copy";

/** Returns the checkbox that confirms that the visitor kept the contents of an element. */
function boxOf(shown: HTMLElement | null | undefined): HTMLInputElement | null {
  const box = document.getElementById(shown?.dataset["keptBy"] ?? "");
  return box instanceof HTMLInputElement ? box : null;
}

/**
 * Asks the visitor before leaving a page with `data-kept-by`, which shows something once, until the checkbox is ticked.
 */
export function confirmLeave(): void {
  document.addEventListener(COPIED, ({ target }) => {
    const box = target instanceof Element ? boxOf(target.closest<HTMLElement>("[data-kept-by]")) : null;
    if (box) box.checked = true;
  });
  addEventListener("beforeunload", (event) => {
    if (boxOf(document.querySelector<HTMLElement>("[data-kept-by]"))?.checked === false) event.preventDefault();
  });
}
