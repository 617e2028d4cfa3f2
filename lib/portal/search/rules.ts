import { TraceId } from "@/lib/features/relay/schema";
import { ownValue } from "@/lib/foundation/own-values";
import { trimmed } from "@/lib/foundation/text/blank";
import { matchesNothing } from "@/lib/foundation/text/filter-text";
import { isUuid } from "@/lib/foundation/text/uuid";
import { isDid } from "@/lib/identity/did-syntax";
import { type SearchAnswer, type SearchHit, SearchKind } from "./schema";

/** The possible meanings of a text. Impossible ones are absent. */
export interface QueryReadings {
  /** The text without surrounding white space; "" if nothing could be found. */
  text: string;
  did?: string;
  /** The number of an incident, an RFC or an anchor; of all three if the text names no kind. */
  number?: { value: number; kind: "incident" | "rfc" | "entry" | undefined };
  /** The id or the hash of an entry, or a prefix of the hash. */
  entry?: string;
  audit?: string;
  trace?: string;
  /** The words to find in titles and texts. */
  words?: string;
  /** The words to find texts by that say the like. Absent if the text is a DID, a number, an id or a hash. */
  question?: string;
}

const NUMBER = /^(?:(incident|rfc|anchor|entry)[\s#-]*|#)?0{0,3}([1-9]\d{0,8})$/i;
const NUMBERED = { incident: "incident", rfc: "rfc", anchor: "entry", entry: "entry" } as const;
const HASH = /^[0-9a-f]{8,64}$/i;
/** Minimum length of a word for a trigram index. */
const INDEXED = /[\p{L}\p{N}]{3}/u;

export function interpretQuery(typed: string): QueryReadings {
  const text = trimmed(typed).replace(/\s+/g, " ");
  if (text === "" || matchesNothing(text)) return { text: "" };
  const [, kind, digits] = NUMBER.exec(text) ?? [];
  const value = Number(digits);
  const did = isDid(text);
  const entry = isUuid(text) || HASH.test(text);
  return {
    text,
    ...(did ? { did: text } : {}),
    ...(digits ? { number: { value, kind: ownValue(NUMBERED, kind?.toLowerCase() ?? "") } } : {}),
    ...(entry ? { entry: text } : {}),
    ...(isUuid(text) ? { audit: text } : {}),
    ...(TraceId.safeParse(text).success ? { trace: text } : {}),
    ...(INDEXED.test(text) ? { words: text } : {}),
    ...(did || digits || entry ? {} : { question: text }),
  };
}

/** Orders the results: each thing once, and a limited number of each kind. */
export function orderResults(
  { exact, others }: { exact: readonly SearchHit[]; others: readonly SearchHit[] },
  limit: number,
): Pick<SearchAnswer, "exact" | "groups"> {
  const seen = new Set<string>();
  const distinct = (results: readonly SearchHit[]) =>
    results.filter(({ kind, id }) => {
      const name = `${kind} ${id}`;
      return !seen.has(name) && seen.add(name);
    });
  const first = distinct(exact);
  const rest = distinct(others);
  const groups = SearchKind.options.flatMap((kind) => {
    const results = rest.filter((result) => result.kind === kind);
    return results.length === 0 ? [] : [{ kind, results: results.slice(0, limit), more: results.length > limit }];
  });
  return { exact: first, groups };
}
