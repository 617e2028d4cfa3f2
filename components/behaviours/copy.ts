import { onClick } from "./on-event";

const SHOW_MILLISECONDS = 2_000;

/** Told by a button when its text is on the clipboard; it bubbles. */
export const COPIED = "copied";

/** Lets each `<button data-copy>` put that text on the clipboard, and say so in its `<span>` for a moment. */
export function copyOnPress(): void {
  onClick<HTMLButtonElement>("button[data-copy]", (button) => {
    const words = button.querySelector("span");
    const say = (text: string) => {
      if (words) words.textContent = text;
    };
    // Without TLS browsers have no clipboard for pages of other hosts than their own.
    Promise.resolve(button.dataset["copy"] ?? "")
      .then((text) => navigator.clipboard.writeText(text))
      .then(
        () => {
          say("Copied");
          button.dataset["copied"] = "";
          button.dispatchEvent(new Event(COPIED, { bubbles: true }));
        },
        () => say("Select it"),
      )
      .finally(() =>
        setTimeout(() => {
          say("");
          delete button.dataset["copied"];
        }, SHOW_MILLISECONDS),
      );
  });
}
