import { z } from "zod";
import { ChangeKind as KnownKind } from "@/lib/features/events/schema";
import { ApiError, type CallOptions } from "@/lib/http/client";
import { OPERATIONS } from "@/lib/portal/contract";
import { follow } from "./follow";
import type { ChangeKind, FederationEvent } from "./operations";
import { callAgain, type RetryOptions } from "./retry";
import { isTemporary, pause, retryPause } from "./waiting";

const Event = z
  .looseObject({
    cursor: z.string().meta({ description: "The change's place in the feed. Send it as `after` to continue." }),
    kind: z.union([KnownKind, z.string()]),
    subject: z.string(),
    dids: z.array(z.string()).meta({ description: "The agents concerned." }),
    zone: z.string().optional(),
    at: z.string(),
    data: z.record(z.string(), z.unknown()).meta({
      description: "A few fields of the change. For an incident, `confirmed` says whether it counts.",
    }),
  })
  .meta({
    id: "FederationEvent",
    description: "A change of the federation. A newer service may send further kinds and fields.",
  });

const { listChanges, streamChanges } = OPERATIONS;

/** The operations of the feed. The service's own declarations accept only the kinds of the time of this build. */
export const FEED = {
  listChanges: {
    ...listChanges,
    responses: {
      200: z.looseObject({
        events: z.array(Event),
        cursor: z.string(),
        has_more: z.boolean(),
        head: z.string().optional(),
      }),
    },
  },
  streamChanges: { ...streamChanges, responses: { 200: Event } },
} as const;

/** Thrown if the changes after a cursor are no longer in the feed. Changes were missed, so read the lists again. */
export class CursorExpired extends ApiError {
  override readonly name = "CursorExpired";
  /** The oldest cursor from which the feed can continue. */
  readonly oldest: string;

  constructor({ status, body }: ApiError, oldest: string) {
    super(status, body, new Headers());
    this.oldest = oldest;
  }
}

export interface EventsOptions {
  /** Continue after this cursor. Absent: only new changes. */
  after?: string | undefined;
  kinds?: readonly ChangeKind[] | undefined;
  dids?: readonly string[] | undefined;
  zones?: readonly string[] | undefined;
  /** `oldest`: if the cursor has expired, continue from the oldest change instead of throwing. */
  onExpired?: "throw" | "oldest" | undefined;
}

/** The first pause before a new attempt to find the end of the feed. */
const PAUSE_MILLISECONDS = 2_000;
/** No agent has this DID, so a page filtered by it is empty, and its cursor is after all changes. */
const NOBODY = "did:client:none:none";

/** Returns the cursor after the newest change. Tries again after temporary errors. @returns undefined after the signal */
async function waitForHead(options: CallOptions & RetryOptions): Promise<string | undefined> {
  const { signal } = options;
  for (let failures = 0; !signal?.aborted; failures += 1) {
    try {
      return await findHead(options);
    } catch (error) {
      if (signal?.aborted) return undefined;
      if (!isTemporary(error)) throw error;
      await pause(retryPause(error, PAUSE_MILLISECONDS, failures), signal);
    }
  }
  return undefined;
}

async function findHead(options: CallOptions & RetryOptions): Promise<string> {
  for (let after: string | undefined; ; ) {
    const page = await callAgain(FEED.listChanges, { query: { after, did: NOBODY, limit: 1 } }, options);
    if (page.head !== undefined || !page.has_more || page.cursor === after) return page.head ?? page.cursor;
    after = page.cursor;
  }
}

/** Converts the error response for an expired cursor. @returns undefined for other errors */
function asExpired(error: unknown): CursorExpired | undefined {
  if (!(error instanceof ApiError) || error.status !== 410) return undefined;
  const { oldest } = error.body;
  return typeof oldest === "string" ? new CursorExpired(error, oldest) : undefined;
}

/**
 * Follows the change feed until the signal, or until the reader leaves the loop. To continue later, save the `cursor`
 * of the last handled event, and pass it as `after`.
 * @throws CursorExpired; ApiError for an error that is not temporary
 */
export async function* followEvents(
  { after, kinds, dids, zones, onExpired = "throw" }: EventsOptions,
  options: CallOptions & RetryOptions & { silenceMilliseconds?: number },
): AsyncGenerator<FederationEvent, void> {
  const joined = (values: readonly string[] | undefined) => (values?.length ? values.join(",") : undefined);
  const query = { kind: joined(kinds), did: joined(dids), zone: joined(zones) };
  // Read first, so no change is missed if the first connection fails before its first event.
  let from = after ?? (await waitForHead(options));
  while (from !== undefined) {
    try {
      for await (const event of follow(FEED.streamChanges, { query }, { ...options, after: from })) {
        yield event;
        from = event.cursor;
      }
      return;
    } catch (error) {
      const expired = asExpired(error);
      if (!expired) throw error;
      if (onExpired !== "oldest" || expired.oldest === from) throw expired;
      from = expired.oldest;
    }
  }
}
