/** Maximum length of a value that a filter could match. A longer filter matches nothing. */
const MAX_FILTER_CHARACTERS = 255;

/** Whether no stored value can contain this filter: too long, or with characters that are never stored. */
export function matchesNothing(filter: string): boolean {
  return filter.length > MAX_FILTER_CHARACTERS || filter.includes("\0") || !filter.isWellFormed();
}

/** Returns the LIKE pattern for "contains", with `%`, `_` and `\` as literal characters. */
export function containsPattern(part: string): string {
  return `%${part.replace(/[\\%_]/g, "\\$&")}%`;
}
