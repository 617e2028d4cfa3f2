export function cursorAfter(entry: number): string {
  return btoa(`after:${entry}`).replaceAll("=", "");
}
