import { OutgoingRequestError } from "@/lib/outgoing/request";
import { FEED_PAGE_CHANGES, type FeedPage, FOLLOWED_KINDS, readFeedPage, readOldest } from "../feed-rules";
import { type ExternalResponse, type FetchExternal, readObject, SourceFault } from "./read-body";

const PAGE_BYTES = 1_048_576;
const PAGE_DEADLINE_MILLISECONDS = 8_000;

/** The response of a feed: a page, the oldest cursor if ours has expired, no feed at this address, or a failure. */
export type FeedResponse =
  | { page: FeedPage }
  | { oldest: string }
  | { absent: true }
  | { failed: string; retryAfterSeconds?: number | undefined };

/** Statuses of an address without a feed. All others are treated as temporary. */
const ABSENT = [404, 405, 406, 501];

function retryAfter({ headers }: ExternalResponse): number | undefined {
  const seconds = headers.get("retry-after") ?? "";
  return /^\d{1,6}$/.test(seconds) ? Number(seconds) : undefined;
}

function bodyOf(response: ExternalResponse): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(response.bytes));
  } catch {
    return undefined;
  }
}

/**
 * Requests the page of a feed after a cursor, or its oldest page. Never call it inside a database transaction.
 * @param ended aborts the request
 */
export async function fetchFeed(
  { address, cursor }: { address: string; cursor: string | null },
  ask: FetchExternal,
  ended?: AbortSignal,
): Promise<FeedResponse> {
  const url = new URL(address);
  url.searchParams.set("kind", FOLLOWED_KINDS.join(","));
  url.searchParams.set("limit", String(FEED_PAGE_CHANGES));
  if (cursor !== null) url.searchParams.set("after", cursor);
  let response: ExternalResponse;
  try {
    response = await ask(url.href, {
      headers: { accept: "application/json" },
      maxBytes: PAGE_BYTES,
      deadlineMilliseconds: PAGE_DEADLINE_MILLISECONDS,
      ...(ended ? { signal: ended } : {}),
    });
  } catch (error) {
    if (error instanceof OutgoingRequestError) return { failed: error.message };
    throw error;
  }
  const { status } = response;
  if (status === 410) {
    const oldest = readOldest(bodyOf(response));
    return oldest === undefined ? { failed: "Its cursor has expired." } : { oldest };
  }
  if (ABSENT.includes(status)) return { absent: true };
  if (status !== 200)
    return { failed: `The response has the status ${status}.`, retryAfterSeconds: retryAfter(response) };
  try {
    const page = readFeedPage(readObject(response).members);
    return page ? { page } : { absent: true };
  } catch (error) {
    if (error instanceof SourceFault) return { absent: true };
    throw error;
  }
}
