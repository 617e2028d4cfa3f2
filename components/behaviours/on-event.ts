/** Listens to what a visitor does anywhere on the page, before React does, which stops some events. */
export function onInput<K extends "click" | "input" | "keydown">(
  type: K,
  act: (event: WindowEventMap[K]) => void,
): void {
  addEventListener(type, act, { capture: true });
}

/** Calls `act` for each click within an element that the selector meets, with that element. */
export function onClick<E extends HTMLElement>(selector: string, act: (element: E, event: MouseEvent) => void): void {
  onInput("click", (event) => {
    const element = event.target instanceof Element ? event.target.closest<E>(selector) : null;
    if (element) act(element, event);
  });
}
