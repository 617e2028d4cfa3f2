/** A way in that a menu shows. */
export interface Place {
  href: string;
  name: string;
  /** What belongs to it under another address. */
  below?: readonly string[];
}

const within = (path: string, place: string) => path === place || path.startsWith(`${place}/`);

/** How a menu marks a place: the page itself, one that the page belongs to, or neither. */
export function currentMark({ href, below = [] }: Place, path: string): "page" | true | undefined {
  if (path === href) return "page";
  return [href, ...below].some((place) => within(path, place)) || undefined;
}
