import type { z } from "zod";

/** What an address says, as a page gets it: of a parameter given twice the first counts. */
export function firstValues(searchParams: Record<string, string | string[] | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(searchParams).flatMap(([name, value]): [string, string][] => {
      const first = [value].flat()[0];
      return first === undefined ? [] : [[name, first]];
    }),
  );
}

/**
 * What a page's address asks for. A filter that the schema refuses is left out: the page then shows that it is not in
 * force. The API refuses it instead.
 */
export function readQuery<S extends z.ZodObject>(schema: S, given: Record<string, unknown>): z.output<S> {
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  const refused = new Set(parsed.error.issues.map(({ path }) => path[0]));
  return schema.parse(Object.fromEntries(Object.entries(given).filter(([name]) => !refused.has(name))));
}

/**
 * A name as a segment of a page's path. Colons stay readable; a percent sign of its own is encoded once more, and so is
 * the dot of one that ends in `.md`, `.atom` or `.json`, which would ask for another page as markdown or as a feed.
 */
export function pageSegment(name: string): string {
  return encodeURIComponent(name)
    .replaceAll("%3A", ":")
    .replace(/\.(md|atom|json)$/, "%2E$1");
}

/** A segment of a page's path as it was meant; one that is badly encoded stays as it is, and names nothing. */
export function decodedSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** A page's address with what it is asked for; what is absent, empty or zero is left out. */
export function addressWith(place: string, asked: Record<string, string | number | undefined>): string {
  const given = Object.entries(asked).flatMap(([name, value]): [string, string][] =>
    value ? [[name, String(value)]] : [],
  );
  return given.length === 0 ? place : `${place}?${new URLSearchParams(given)}`;
}
