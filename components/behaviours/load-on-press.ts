import { showNotice } from "./notice";
import { onClick, onInput } from "./on-event";

/**
 * Loads the script that a `<button data-script>` names when it is pressed, and calls its function `press`. A page that
 * is only read does not load it. The element `data-script-box` around the button shows a failure. Enter in one of its
 * fields presses the button. The fields are in no form, so the browser never sends their values.
 */
export function loadOnPress(): void {
  onClick<HTMLElement>("[data-script]", (button) => {
    const box = button.closest("[data-script-box]");
    if (!box) return;
    import(button.dataset["script"] ?? "").then(
      ({ press }: { press: (box: Element) => void }) => press(box),
      () => showNotice(box, null),
    );
  });
  onInput("keydown", ({ key, target }) => {
    if (key === "Enter" && target instanceof HTMLInputElement)
      target.closest("[data-script-box]")?.querySelector<HTMLElement>("[data-script]")?.click();
  });
}
