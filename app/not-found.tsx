/**
 * Prevents Next's own page. Next includes this component in every page and never shows it, because
 * `(portal)/[...unknown]` handles unknown addresses.
 */
export default function NotFound() {
  return null;
}
