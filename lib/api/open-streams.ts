import { ServiceError } from "@/lib/errors";
import { metrics } from "@/lib/metrics";
import { actorName, type Caller } from "@/lib/permissions";

/** Most streams that a process keeps open, and of one caller: an organisation has one for each of its agents. */
const MAX_STREAMS = 1_000;
export const MAX_STREAMS_OF = { agent: 4, provider: 100, operator: 100, system: 100, anonymous: 0 } as const;
const RETRY_SECONDS = 5;

interface OpenStreams {
  /** By caller, what ends each of its streams. */
  byCaller: Map<string, Set<AbortController>>;
  open: number;
  ending: boolean;
}

const streams: OpenStreams = { byCaller: new Map(), open: 0, ending: false };

const tooMany = (message: string) => new ServiceError("unavailable", message, { retryAfterSeconds: RETRY_SECONDS });

/**
 * Counts a stream that a caller opens, until its controller is aborted.
 * @throws ServiceError `unavailable` where this caller or this process has too many, or the process ends
 */
export function admitStream(caller: Caller): AbortController {
  const name = actorName(caller);
  const own = streams.byCaller.get(name) ?? new Set();
  if (streams.ending) throw tooMany("This instance is draining.");
  if (own.size >= MAX_STREAMS_OF[caller.kind]) throw tooMany(`At most ${MAX_STREAMS_OF[caller.kind]} streams at once.`);
  if (streams.open >= MAX_STREAMS) throw tooMany("Too many streams are open.");
  const ending = new AbortController();
  streams.byCaller.set(name, own.add(ending));
  streams.open += 1;
  metrics().streams.set(streams.open);
  ending.signal.addEventListener("abort", () => {
    own.delete(ending);
    if (own.size === 0 && streams.byCaller.get(name) === own) streams.byCaller.delete(name);
    streams.open -= 1;
    metrics().streams.set(streams.open);
  });
  return ending;
}

/** Ends every stream, and admits no more: the process is going. */
export function endStreams(): void {
  streams.ending = true;
  for (const own of [...streams.byCaller.values()]) for (const ending of [...own]) ending.abort();
}
