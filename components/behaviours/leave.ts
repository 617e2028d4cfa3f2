import { COPIED } from "./copy";

/** The checkbox that says that what an element shows once was kept. */
function boxOf(shown: HTMLElement | null | undefined): HTMLInputElement | null {
  const box = document.getElementById(shown?.dataset["keptBy"] ?? "");
  return box instanceof HTMLInputElement ? box : null;
}

/** Lets the browser ask whoever leaves a page on which something is shown once, `data-kept-by`, before it was kept. */
export function holdUntilKept(): void {
  document.addEventListener(COPIED, ({ target }) => {
    const box = target instanceof Element ? boxOf(target.closest<HTMLElement>("[data-kept-by]")) : null;
    if (box) box.checked = true;
  });
  addEventListener("beforeunload", (event) => {
    if (boxOf(document.querySelector<HTMLElement>("[data-kept-by]"))?.checked === false) event.preventDefault();
  });
}
