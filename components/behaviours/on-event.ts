/** Listens on the whole page, in the capture phase, because React stops some events. */
export function onInput<K extends "click" | "input" | "keydown">(
  type: K,
  act: (event: WindowEventMap[K]) => void,
): void {
  addEventListener(type, act, { capture: true });
}

/** Calls `act` with the element for each click within an element that matches the selector. */
export function onClick<E extends HTMLElement>(selector: string, act: (element: E, event: MouseEvent) => void): void {
  onInput("click", (event) => {
    const element = event.target instanceof Element ? event.target.closest<E>(selector) : null;
    if (element) act(element, event);
  });
}
