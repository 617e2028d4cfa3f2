import { onInput } from "./on-input";

/** Calls `act` for each click within an element that the selector meets, with that element. */
export function onClick<E extends HTMLElement>(selector: string, act: (element: E, event: MouseEvent) => void): void {
  onInput("click", (event) => {
    const element = event.target instanceof Element ? event.target.closest<E>(selector) : null;
    if (element) act(element, event);
  });
}
