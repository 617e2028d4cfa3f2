import { onClick } from "./on-event";

const SHOW_MILLISECONDS = 2_000;

/** The event of a button whose text was copied to the clipboard. It bubbles. */
export const COPIED = "copied";

/** Copies the text of each `<button data-copy>` to the clipboard, and says so in its `<span>` for a moment. */
export function copyOnPress(): void {
  onClick<HTMLButtonElement>("button[data-copy]", (button) => {
    const words = button.querySelector("span");
    const say = (text: string) => {
      if (words) words.textContent = text;
    };
    // Without TLS, browsers have a clipboard only for pages on localhost.
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
