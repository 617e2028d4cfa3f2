/**
 * Matches JSON's white space, punctuation and strings. Any other run of characters is a number, true, false or null.
 */
const TOKEN = /[ \t\n\r]+|[[\]{},:]|"(?:[^"\\]|\\.)*"|[^ \t\n\r[\]{},:"]+/gs;

/**
 * Finds the texts of a list's elements: of an array, or of the array in a member of an object. If several members have
 * that name, the last is used, as in `JSON.parse`.
 * @param json valid JSON that is such a list; @param member the member's name
 */
export function elementTexts(json: string, member = "servers"): string[] {
  let elements: string[] = [];
  /** The number of open brackets. */
  let depth = 0;
  /** The depth of the list's elements, 0 outside the list. */
  let listDepth = 0;
  let start = -1;
  let end = -1;
  let key: unknown;
  let before = "";
  for (const { 0: text, index } of json.matchAll(TOKEN)) {
    if (text.trim() === "") continue;
    const closes = text === "]" || text === "}";
    if (listDepth > 0 && depth === listDepth && (closes || text === ",")) {
      if (start >= 0) elements.push(json.slice(start, end));
      start = -1;
      if (closes) listDepth = 0;
    } else if (listDepth > 0) {
      if (start < 0) start = index;
      end = index + text.length;
    } else if (text === "[" && (depth === 0 || (depth === 1 && before === ":" && key === member))) {
      elements = [];
      listDepth = depth + 1;
    } else if (text === ":" && depth === 1) {
      key = JSON.parse(before);
    }
    if (text === "[" || text === "{") depth += 1;
    if (closes) depth -= 1;
    before = text;
  }
  return elements;
}
