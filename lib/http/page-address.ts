/** What an address says, as a page gets it: of a parameter given twice the first counts. */
export function firstValues(searchParams: Record<string, string | string[] | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(searchParams).flatMap(([name, value]): [string, string][] => {
      const first = [value].flat()[0];
      return first === undefined ? [] : [[name, first]];
    }),
  );
}

/** A segment of a page's path as it was meant; one that is badly encoded stays as it is, and names nothing. */
export function decodedSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
