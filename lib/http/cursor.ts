/** The cursor behind an entry. */
export function cursorBehind(entry: number): string {
  return btoa(`after:${entry}`).replace(/=+$/, "");
}
