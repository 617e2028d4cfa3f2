import { expect, it } from "vitest";
import type { Endpoint } from "@/lib/http/endpoint";
import { OPERATIONS } from "@/lib/portal/contract";
import { bodiesWith } from "./testing/every-string";

/** The Hangul filler, the Braille blank, a joiner, a variation selector and a tag. */
const BLANKS = ["\u3164", "\u2800", "\u200d", "\ufe0f", " \u{e0041}\n"];

/** Returns what an operation makes of a text, for each place of its body that takes one. */
const readingsOf = (endpoint: Endpoint, text: string): string[] =>
  bodiesWith(endpoint, text).map((sent) => {
    const { success, data } = endpoint.body?.safeParse(sent) ?? {};
    return JSON.stringify({ success, data });
  });

/** Searches accept any text; one that shows nothing finds nothing. */
const SEARCHES: readonly Endpoint[] = [OPERATIONS.searchArd, OPERATIONS.exploreArd];
const WITH_BODY = (Object.values(OPERATIONS) as readonly Endpoint[]).filter(
  (endpoint) => endpoint.body && !SEARCHES.includes(endpoint),
);

it.each(WITH_BODY.map((endpoint): [string, Endpoint] => [endpoint.operationId, endpoint]))(
  "%s reads a text that shows nothing as an empty one, wherever it does so with white space",
  (_, endpoint) => {
    const [empty, space] = [readingsOf(endpoint, ""), readingsOf(endpoint, " ")];
    for (const blank of BLANKS) {
      const wrong = readingsOf(endpoint, blank).filter((reading, n) => space[n] === empty[n] && reading !== empty[n]);
      expect(wrong).toEqual([]);
    }
  },
);
