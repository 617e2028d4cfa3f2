import { z } from "zod";
import { ownValue } from "@/lib/foundation/own-values";
import { Did } from "@/lib/identity/did";
import { standingKey } from "@/lib/interop/registry/rules";

/** How often a change feed is read. Three intervals and a slow response take less than a minute. */
export const FEED_EVERY_SECONDS = 15;
/** The longest pause after failures of a feed. */
const MAX_PAUSE_SECONDS = 300;
/** The pause before an address without a feed is checked again, because its federation may get one. */
const ABSENT_PAUSE_SECONDS = 86_400;
/** How long a list may show the state from before a change, because it is cached and read page by page. */
export const LIST_LAGS_MINUTES = 10;
export const FEED_PAGE_CHANGES = 200;

const GONE = ["agent.suspended", "agent.withdrawn"];
const BACK = ["agent.reinstated", "agent.returned"];
/** The changes that a follower acts on. */
export const FOLLOWED_KINDS: readonly string[] = [...GONE, ...BACK];

/** Returns the address of the change feed in a federation of our kind. @param address of a list of its agents */
export function feedAddress(address: string): string {
  return new URL("/api/events", address).href;
}

/**
 * Returns the pause until the next read of a feed.
 * @param found whether the address has a feed
 * @param failures how often in a row it failed
 * @param retryAfterSeconds its `Retry-After`, which counts up to an hour
 */
export function feedPauseSeconds(found: boolean, failures: number, retryAfterSeconds = 0): number {
  if (!found) return ABSENT_PAUSE_SECONDS;
  const doubled = FEED_EVERY_SECONDS * 2 ** Math.min(failures, 10);
  return Math.max(Math.min(doubled, MAX_PAUSE_SECONDS), Math.min(retryAfterSeconds, 3_600));
}

type Fields = Record<string, unknown>;
const fieldsOf = (value: unknown): Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : {};
const didOrNull = (value: unknown) => Did.safeParse(value).data ?? null;

/** Returns an agent's DID in the federation that publishes the list. A list of our kind has it under its own host. */
export function peerDid(record: unknown, hostname: string): string | null {
  const { _meta, metadata } = fieldsOf(record);
  const reversed = hostname.split(".").reverse().join(".");
  const { did } = fieldsOf(ownValue(fieldsOf(_meta), standingKey(`https://${hostname}`)));
  return didOrNull(did) ?? didOrNull(ownValue(fieldsOf(metadata), `${reversed}.did`));
}

/** Returns the DID in the address of a card or manifest that a federation of our kind serves. */
export function peerDidOfAddress({ pathname }: URL): string | null {
  const [, segment] = /\/api\/agents\/([^/]+)\/(?:card|manifest)$/.exec(pathname) ?? [];
  try {
    return segment === undefined ? null : didOrNull(decodeURIComponent(segment));
  } catch {
    return null;
  }
}

/** A cursor of another federation's feed. It is stored and sent back unchanged. */
const Cursor = z.string().regex(/^[\w.~-]{1,200}$/);

const FeedPage = z.object({
  events: z.array(z.unknown()).max(10_000),
  cursor: Cursor,
  has_more: z.boolean().catch(false),
});
const Change = z.object({
  kind: z.string(),
  subject: z.string(),
  data: z.object({ status: z.string().optional() }).catch({}),
});

export interface FeedPage {
  /** The new states of agents, by their DIDs in that federation. The last change of each agent counts. */
  agents: Map<string, "gone" | "back">;
  cursor: string;
  more: boolean;
}

/** Reads a page of a feed. Unknown changes are skipped. @returns null if the body is not a page of a feed */
export function readFeedPage(body: unknown): FeedPage | null {
  const page = FeedPage.safeParse(body);
  if (!page.success) return null;
  const agents: FeedPage["agents"] = new Map();
  for (const each of page.data.events) {
    const { data: change } = Change.safeParse(each);
    if (!change) continue;
    const { kind, subject, data } = change;
    if (GONE.includes(kind)) agents.set(subject, "gone");
    // After the end of a suspension, the agent may be withdrawn.
    if (BACK.includes(kind)) agents.set(subject, data.status === "withdrawn" ? "gone" : "back");
  }
  return { agents, cursor: page.data.cursor, more: page.data.has_more };
}

/** Reads the oldest cursor from the body of a 410; undefined if it contains none. */
export function readOldest(body: unknown): string | undefined {
  return Cursor.safeParse(fieldsOf(body)["oldest"]).data;
}
