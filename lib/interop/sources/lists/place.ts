/** The place of a record: its line in a file of lines (from 1), or its index in a list in one value (from 0). */
export interface Place {
  file: string;
  line?: number;
  index?: number;
}

/** `line 3`, `index 0`; empty if the whole list is one record. */
export function placeInList({ line, index }: Place): string {
  const parts = [line === undefined ? [] : `line ${line}`, index === undefined ? [] : `index ${index}`];
  return parts.flat().join(", ");
}

/** `servers.jsonl, line 3`, `cards.json, index 0`. */
export function describePlace(place: Place): string {
  return [place.file, placeInList(place)].filter(Boolean).join(", ");
}
