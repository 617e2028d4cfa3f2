import { showNotice } from "./notice";
import { onClick, onInput } from "./on-event";

type Press = (box: Element) => void;
/** The functions of the loaded scripts, by address. */
const loaded = new Map<string, Press>();

/** Calls the function at once if its script is loaded. */
function press(script: string, box: Element): void {
  const known = loaded.get(script);
  if (known) known(box);
  else
    import(script).then(
      (module: { press: Press }) => {
        loaded.set(script, module.press);
        module.press(box);
      },
      () => showNotice(box, null),
    );
}

/**
 * Loads the script that a `<button data-script>` names when it is pressed, and calls its function `press`. A page that
 * is only read does not load it. The element `data-script-box` around the button shows a failure. Enter in one of its
 * fields presses the button.
 */
export function loadOnPress(): void {
  onClick<HTMLElement>("[data-script]", (button) => {
    const box = button.closest("[data-script-box]");
    if (box) press(button.dataset["script"] ?? "", box);
  });
  // The fields around it are no form, so that the browser never sends what was typed.
  onInput("keydown", ({ key, target, isComposing }) => {
    if (key !== "Enter" || isComposing || !(target instanceof HTMLInputElement)) return;
    target.closest("[data-script-box]")?.querySelector<HTMLElement>("[data-script]")?.click();
  });
}
