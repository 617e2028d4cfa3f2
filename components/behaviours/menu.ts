import { onInput } from "./on-event";

/** Closes the header's menu, `<details class="menu">`, on Escape and on a click elsewhere. */
export function closeMenus(): void {
  onInput("keydown", ({ key }) => {
    if (key === "Escape") for (const menu of openMenus()) close(menu, menu.contains(document.activeElement));
  });
  onInput("click", ({ target }) => {
    for (const menu of openMenus()) if (!(target instanceof Node && menu.contains(target))) close(menu, false);
  });
}

const openMenus = () => document.querySelectorAll<HTMLDetailsElement>("details.menu[open]");

function close(menu: HTMLDetailsElement, hadFocus: boolean): void {
  menu.open = false;
  if (hadFocus) menu.querySelector("summary")?.focus();
}
