import { z } from "zod";
import { BOUNDS } from "@/lib/foundation/bounds";
import { wholeNumber } from "@/lib/http/page";
import { Did } from "@/lib/identity/did";
import { cursorOf, type Place, parseCursor } from "./cursor";

/** The kinds of changes. Names are valid event types of Standard Webhooks: `[a-zA-Z0-9_.]`. */
export const ChangeKind = z
  .enum([
    "agent.joined",
    "agent.registered",
    "agent.changed",
    "agent.withdrawn",
    "agent.returned",
    "agent.deprecated",
    "agent.deprecation_lifted",
    "agent.suspended",
    "agent.reinstated",
    "agent.tier_changed",
    "audit.recorded",
    "audit.disputed",
    "audit.decided",
    "incident.opened",
    "incident.confirmed",
    "incident.updated",
    "incident.agent_struck",
    "incident.frozen",
    "incident.reopened",
    "incident.resolved",
    "incident.postmortem",
    "incident.exported",
    "incident.disputed",
    "incident.decided",
    "freeze.set",
    "freeze.lifted",
    "maintenance.announced",
    "maintenance.cancelled",
    "rfc.decided",
    "record.redacted",
    "release.published",
    "key.added",
    "key.retired",
  ])
  .meta({ id: "ChangeKind" });
export type ChangeKind = z.infer<typeof ChangeKind>;

export const Change = z
  .object({
    cursor: z.string().meta({ description: "The change's place in the feed. Send it as `after` to continue." }),
    kind: ChangeKind,
    subject: z.string().meta({
      description:
        "The changed thing: an agent's DID, `incident:<id>`, `rfc:<number>`, a disputed or redacted record such as `audit:<id>`, `release:<version>`, `maintenance:<id>`, `key:<kid>` for a key of this service, or `freeze:<subsystem>`. The changes of one subject are in the order in which they happened.",
    }),
    dids: z.array(z.string()).meta({ description: "The agents concerned." }),
    zone: z.string().optional().meta({ description: "The zone of the agent, if the change concerns only one." }),
    at: z.iso.datetime(),
    data: z.record(z.string(), z.unknown()).meta({
      description:
        "A few fields of the change. The subject's own endpoint has the whole record. For an incident, `confirmed` says whether it counts, or is only a report so far. `disputed` says whether the owner of a named agent replied and no operator has decided; `address` is the page with the reply. For a key, `purpose` says what it signs, as in /.well-known/jwks.json.",
    }),
  })
  .meta({ id: "Change" });
export type Change = z.infer<typeof Change>;

/** Most values of one filter. */
const MAX_VALUES = 50;

/**
 * Returns the schema of a filter whose values are separated by commas. An empty filter counts as absent.
 * @param must the message for an invalid value
 */
function listOf<S extends z.ZodType>(value: S, must: string) {
  return z
    .string()
    .transform((given, context): z.output<S>[] | undefined => {
      const parts = given.split(",").map((each) => each.trim());
      const values = parts.filter((each) => each !== "");
      const parsed = z.array(value).safeParse(values);
      if (parsed.success && values.length <= MAX_VALUES) return values.length > 0 ? parsed.data : undefined;
      context.addIssue({
        code: "custom",
        message: parsed.success ? `must have at most ${MAX_VALUES} values` : must,
      });
      return z.NEVER;
    })
    .optional();
}

const KINDS = ChangeKind.options.join(", ");
const AnyCaseKind = z.string().toLowerCase().pipe(ChangeKind);

export const FeedZone = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, "must be a zone, such as S1");

const filters = {
  kind: listOf(AnyCaseKind, `must be one of ${KINDS}, or several separated by commas`).meta({
    example: "agent.registered",
    description: `Only these kinds, in any case, separated by commas: ${KINDS}.`,
  }),
  did: listOf(Did, "must be a DID, did:<method>:<zone>:<name>, or several separated by commas").meta({
    example: "did:demo:s2:glossa",
    description: "Only changes about these agents: DIDs, separated by commas.",
  }),
  zone: listOf(FeedZone, "must be a zone, such as S1, or several separated by commas").meta({
    example: "s1,s2",
    description: "Only changes about agents of these zones, in any case, separated by commas.",
  }),
};

/** A place in the feed, written as a cursor. */
export const After = z
  .string()
  .max(BOUNDS.key)
  .transform((given, context): Place | undefined => {
    if (given === "") return undefined;
    const place = parseCursor(given);
    if (place !== null) return place;
    context.addIssue({ code: "custom", message: "must be the `cursor` of a previous response" });
    return z.NEVER;
  })
  .optional()
  .meta({ example: cursorOf("m1", 42) });

export const ChangesQuery = z.object({
  after: After.meta({ description: "The `cursor` of a previous response. Absent: begin with the oldest kept change." }),
  limit: wholeNumber(1, 500, 100),
  ...filters,
});
export type ChangesQuery = z.output<typeof ChangesQuery>;

export const ChangeStreamQuery = z.object({
  after: After.meta({
    description: "Begin after this cursor. `Last-Event-ID` has priority. Without both: begin with new changes.",
  }),
  ...filters,
});
export type ChangeStreamQuery = z.output<typeof ChangeStreamQuery>;

export const LastEventId = z.object({
  "last-event-id": After.meta({ description: "The `id` of the last event received: a cursor." }),
});

export const ChangeList = z
  .object({
    events: z.array(Change).meta({ description: "Oldest first." }),
    cursor: z.string().meta({
      description:
        "Send it as `after` with the next call, also if no change matched. It is after all changes that were compared.",
    }),
    has_more: z.boolean().meta({ description: "Whether more changes can be read now." }),
    limit: z.int(),
  })
  .meta({ id: "ChangeList" });
export type ChangeList = z.infer<typeof ChangeList>;
