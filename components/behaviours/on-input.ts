/**
 * Listens to what a visitor does anywhere on the page, before React does: while that begins its work, it keeps clicks and
 * keys from whoever listens later.
 */
export function onInput<K extends "click" | "input" | "keydown">(
  type: K,
  act: (event: WindowEventMap[K]) => void,
): void {
  addEventListener(type, act, { capture: true });
}
