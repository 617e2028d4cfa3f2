import type { SourceRow } from "@/lib/database/schema/sources";
import { isCompleteDue, serversAddress } from "../rules";
import { cardOf, entriesOf, type Item, serversOf } from "./items";
import { type FetchExternal, membersOf, readObject, SourceFault } from "./read-body";

/** Bounds of one fetch. A larger list cannot be followed. */
const MOST = { pages: 500, bytes: 67_108_864, pageBytes: 8_388_608, cursorCharacters: 2_000 } as const;
const PAGE_DEADLINE_MILLISECONDS = 20_000;
const FETCH_DEADLINE_MILLISECONDS = 600_000;
const PAGE_SERVERS = 100;
/** By how much a fetch of changes overlaps the previous fetch, because the registry's clock may differ. */
const OVERLAP_MILLISECONDS = 600_000;

/** The content of a source, completely fetched before any record is used. */
export interface Fetched {
  /** Whether it is the complete list and not only its changes. */
  complete: boolean;
  /** Whether the source responded that it has not changed. It then has no items. */
  notModified: boolean;
  items: Iterable<Item>;
  /** Number of elements of the list. Some have no item. */
  elements: number;
  etag: string | null;
  since: string | null;
}

type Source = Pick<SourceRow, "kind" | "address" | "etag" | "since" | "completeAt">;

/** Fetches a source that is one document: a catalogue or a card. */
async function fetchDocument(source: Source, ask: FetchExternal, signal: AbortSignal): Promise<Fetched> {
  const headers = { accept: "application/json", ...(source.etag ? { "if-none-match": source.etag } : {}) };
  const deadlineMilliseconds = PAGE_DEADLINE_MILLISECONDS;
  const response = await ask(source.address, { headers, maxBytes: MOST.pageBytes, deadlineMilliseconds, signal });
  if (response.status === 304 && source.etag !== null) {
    return { complete: true, notModified: true, items: [], elements: 0, etag: source.etag, since: null };
  }
  const address = new URL(source.address);
  const { text, members } = readObject(response);
  const isCatalogue = source.kind === "ard-publisher";
  const { entries } = members;
  if (isCatalogue && !Array.isArray(entries)) throw new SourceFault("`entries` must be a list.");
  const elements = Array.isArray(entries) ? entries.length : 1;
  const items = { [Symbol.iterator]: () => (isCatalogue ? entriesOf(text, address) : cardOf(text, address)) };
  const etag = response.headers.get("etag");
  const shortEtag = etag && etag.length <= 200 ? etag : null;
  return { complete: true, notModified: false, items, elements, etag: shortEtag, since: null };
}

interface Page {
  text: string;
  elements: number;
  next: string | null;
  asOf: string | null;
}

function readPage(response: Parameters<typeof readObject>[0]): Page {
  const { text, members } = readObject(response);
  const { servers } = members;
  if (!Array.isArray(servers)) throw new SourceFault("`servers` must be a list.");
  const { nextCursor, next_cursor, as_of } = membersOf(members["metadata"]) ?? {};
  const next = nextCursor ?? next_cursor ?? "";
  if (typeof next !== "string" || next.length > MOST.cursorCharacters)
    throw new SourceFault("The cursor of the next page is invalid.");
  const isMoment = typeof as_of === "string" && /^\d{4}-\d\d-\d\dT[\d:.]{8,12}Z$/.test(as_of);
  return { text, elements: servers.length, next: next === "" ? null : next, asOf: isMoment ? as_of : null };
}

/** Fetches all pages of a registry, or of its changes. A list without an end is an error. */
async function fetchRegistry(source: Source, ask: FetchExternal, signal: AbortSignal, now: Date): Promise<Fetched> {
  const complete = source.since === null || isCompleteDue(source.completeAt, now);
  const address = serversAddress(source.address);
  address.searchParams.set("limit", String(PAGE_SERVERS));
  address.searchParams.set("version", "latest");
  if (!complete && source.since !== null) {
    address.searchParams.set("updated_since", source.since);
    address.searchParams.set("include_deleted", "true");
  }
  const texts: string[] = [];
  let elements = 0;
  const seen = new Set<string>();
  let left: number = MOST.bytes;
  let since: string | null = null;
  for (let next: string | null = ""; next !== null; ) {
    if (texts.length === MOST.pages) throw new SourceFault(`The list has more than ${MOST.pages} pages.`);
    if (next !== "") address.searchParams.set("cursor", next);
    const options = {
      maxBytes: Math.min(MOST.pageBytes, left),
      deadlineMilliseconds: PAGE_DEADLINE_MILLISECONDS,
      signal,
    };
    const response = await ask(address.href, { ...options, headers: { accept: "application/json" } });
    left -= response.bytes.byteLength;
    if (left <= 0) throw new SourceFault(`The list has more than ${MOST.bytes} bytes.`);
    const page = readPage(response);
    if (page.next !== null && seen.has(page.next)) throw new SourceFault("The list repeats the cursor of a page.");
    if (page.next !== null) seen.add(page.next);
    texts.push(page.text);
    elements += page.elements;
    since ??= page.asOf;
    next = page.next;
  }
  since ??= new Date(now.getTime() - OVERLAP_MILLISECONDS).toISOString();
  function* items(): Generator<Item> {
    for (const text of texts) yield* serversOf(text, address.hostname);
  }
  return { complete, notModified: false, items: { [Symbol.iterator]: items }, elements, etag: null, since };
}

/**
 * Fetches a source over the network. Never call it inside a database transaction.
 * @param ended aborts it
 * @throws SourceFault with a sentence for an operator; OutgoingRequestError
 */
export function fetchSource(source: Source, ask: FetchExternal, now: Date, ended?: AbortSignal): Promise<Fetched> {
  const deadline = AbortSignal.timeout(FETCH_DEADLINE_MILLISECONDS);
  const signal = ended ? AbortSignal.any([ended, deadline]) : deadline;
  return source.kind === "mcp-registry" ? fetchRegistry(source, ask, signal, now) : fetchDocument(source, ask, signal);
}
