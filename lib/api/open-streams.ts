import { requestScope } from "@/lib/authority/context";
import { addressBucket } from "@/lib/edge/address";
import { ServiceError } from "@/lib/foundation/errors";
import { metrics } from "@/lib/foundation/metrics";
import { actorName, type Caller } from "@/lib/identity/permissions";

/** The use of a stream: an agent's inbox, the change feed, or a task of the A2A door. */
export type StreamUse = "inbox" | "feed" | "door";

/** Most open streams of a process, without and with the reserve for inboxes. */
const MAX_STREAMS = 1_000;
const MAX_WITH_RESERVE = 1_250;
/** Most open streams of callers without a token. */
const MAX_ANONYMOUS = MAX_STREAMS / 2;
/** Most streams of one caller per use. An organisation may need one per agent. Anonymous ones count by address. */
export const MAX_STREAMS_OF = { agent: 4, provider: 100, operator: 100, system: 100, anonymous: 4 } as const;
const RETRY_SECONDS = 5;

interface OpenStreams {
  /** The controllers that end the streams, by caller and use. */
  byCaller: Map<string, Set<AbortController>>;
  open: number;
  anonymous: number;
  ending: boolean;
}

const streams: OpenStreams = { byCaller: new Map(), open: 0, anonymous: 0, ending: false };

const tooMany = (message: string) => new ServiceError("unavailable", message, { retryAfterSeconds: RETRY_SECONDS });

/** Returns the name under which a stream is counted. Inboxes count separately. */
function countedAs(caller: Caller, use: StreamUse): string {
  const name = caller.kind === "anonymous" ? addressBucket(requestScope().address) : actorName(caller);
  return `${use === "inbox" ? "inbox" : "other"} ${name}`;
}

/**
 * Counts a caller's new stream until its controller is aborted.
 * @throws ServiceError `unavailable` if this caller or this process has too many, or if the process is stopping
 */
export function admitStream(caller: Caller, use: StreamUse): AbortController {
  const name = countedAs(caller, use);
  const isAnonymous = caller.kind === "anonymous";
  const own = streams.byCaller.get(name) ?? new Set();
  if (streams.ending) throw tooMany("This instance is draining.");
  if (own.size >= MAX_STREAMS_OF[caller.kind]) {
    throw tooMany(
      `A caller${isAnonymous ? " without a token" : ""} can have at most ${MAX_STREAMS_OF[caller.kind]} streams at once.`,
    );
  }
  const isFull = streams.open >= (use === "inbox" ? MAX_WITH_RESERVE : MAX_STREAMS);
  if (isFull || (isAnonymous && streams.anonymous >= MAX_ANONYMOUS)) throw tooMany("Too many streams are open.");
  const ending = new AbortController();
  const count = (by: 1 | -1) => {
    streams.open += by;
    if (isAnonymous) streams.anonymous += by;
    metrics().streams.set(streams.open);
  };
  streams.byCaller.set(name, own.add(ending));
  count(1);
  ending.signal.addEventListener("abort", () => {
    own.delete(ending);
    if (own.size === 0 && streams.byCaller.get(name) === own) streams.byCaller.delete(name);
    count(-1);
  });
  return ending;
}

/** Ends all streams, and admits no more, because the process is stopping. */
export function endStreams(): void {
  streams.ending = true;
  for (const own of [...streams.byCaller.values()]) for (const ending of [...own]) ending.abort();
}
