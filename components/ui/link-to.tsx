import type { Wrap } from "./sentence";

/** Returns a function that links a part of a sentence to an address. */
export function linkTo(href: string): Wrap {
  return (label) => <a href={href}>{label}</a>;
}
