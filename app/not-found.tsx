/**
 * Is in every page, and shown by none, since `(portal)/[...unknown]` stands where no page does: without it Next would put
 * its own there.
 */
export default function NotFound() {
  return null;
}
