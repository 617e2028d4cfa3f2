import type { z } from "zod";

/** Returns the query parameters for a page. The first value of a repeated parameter is used. */
export function firstValues(searchParams: Record<string, string | string[] | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(searchParams).flatMap(([name, value]): [string, string][] => {
      const first = [value].flat()[0];
      return first === undefined ? [] : [[name, first]];
    }),
  );
}

/**
 * Returns the parsed query of a page's address. An invalid filter is left out, and the page shows that it does not
 * apply. The API returns an error instead.
 */
export function readQuery<S extends z.ZodObject>(schema: S, given: Record<string, unknown>): z.output<S> {
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  const refused = new Set(parsed.error.issues.map(({ path }) => path[0]));
  return schema.parse(Object.fromEntries(Object.entries(given).filter(([name]) => !refused.has(name))));
}

/**
 * Returns a name as a segment of a page's path. Colons stay readable. A percent sign in the name is encoded once more.
 * So is the dot of a name that ends in `.md`, `.atom` or `.json`, which would otherwise request markdown or a feed.
 */
export function pageSegment(name: string): string {
  return encodeURIComponent(name)
    .replaceAll("%3A", ":")
    .replace(/\.(md|atom|json)$/, "%2E$1");
}

/** Returns the decoded segment of a page's path. An invalid encoding stays unchanged and matches nothing. */
export function decodedSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** Returns a page's address with a query. Absent, empty and zero values are left out. */
export function addressWith(place: string, asked: Record<string, string | number | undefined>): string {
  const given = Object.entries(asked).flatMap(([name, value]): [string, string][] =>
    value ? [[name, String(value)]] : [],
  );
  return given.length === 0 ? place : `${place}?${new URLSearchParams(given)}`;
}
