/** What an address says, as a page gets it: of a parameter given twice the first counts. */
export function firstValues(searchParams: Record<string, string | string[] | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(searchParams).flatMap(([name, value]): [string, string][] => {
      const first = [value].flat()[0];
      return first === undefined ? [] : [[name, first]];
    }),
  );
}
