export interface NavItem {
  href: string;
  name: string;
  /** Other paths that belong to this item. */
  below?: readonly string[];
}

const within = (path: string, place: string) => path === place || path.startsWith(`${place}/`);

/** Returns how a menu marks an item: as the page itself, as the section of the page, or not at all. */
export function ariaCurrent({ href, below = [] }: NavItem, path: string): "page" | true | undefined {
  if (path === href) return "page";
  return [href, ...below].some((place) => within(path, place)) || undefined;
}
