import { z } from "zod";
import { BOUNDS } from "@/lib/foundation/bounds";
import { plainText } from "@/lib/foundation/text/plain-text";
import { Did } from "@/lib/identity/did";
import { Decision, MAX_VERSIONS } from "./rules";

const Text = plainText(BOUNDS.description, "Write the reply.").meta({
  description: `Plain text. It may contain addresses, but no DID that the record does not name. At most ${MAX_VERSIONS} versions of all owners together, one in 24 hours.`,
});

export const WriteReply = z.object({ text: Text });
export type WriteReply = z.infer<typeof WriteReply>;

/** A reply to an incident, which can name several agents. */
export const WriteIncidentReply = z.object({
  did: Did.optional().meta({
    description: "The named agent whose owner replies. An agent's token replies for itself if it is absent.",
  }),
  text: Text,
});
export type WriteIncidentReply = z.infer<typeof WriteIncidentReply>;

/** A reply from a form. `record` is `incident:<id>` or `audit:<id>`. */
export const ReplyForm = z.object({
  record: z.string().regex(/^(incident:[1-9]\d{0,8}|audit:[0-9a-f-]{36})$/),
  did: Did,
  text: Text,
});
export type ReplyForm = z.infer<typeof ReplyForm>;

export const DecisionReason = plainText(BOUNDS.reason, "Give the reason. It is public.").meta({
  description: "The reason. It is public.",
});

export const Reply = z
  .object({
    id: z.uuid(),
    seq: z.int().meta({ description: "The place of its act in the council's log." }),
    version: z.int().meta({ description: `From 1 to ${MAX_VERSIONS}, for all owners of the agent together.` }),
    author: z.string().meta({ description: "The agent's DID, or `organisation:` and the name of its owner." }),
    text: z.string(),
    superseded: z.boolean().meta({
      description: "Whether the same owner wrote a later version. A new owner never replaces an earlier owner's.",
    }),
    at: z.iso.datetime(),
  })
  .meta({ id: "Reply" });
export type Reply = z.infer<typeof Reply>;

/** The replies about one agent that a record names, and the decision. */
export const Dispute = z
  .object({
    did: z.string(),
    disputed: z.boolean().meta({ description: "Whether its owner replied and no operator has decided yet." }),
    due_at: z.iso.datetime().nullable().meta({
      description: "The date by which an operator decides. null if there is a decision without a reply.",
    }),
    replies: z.array(Reply).meta({ description: "All versions, oldest first." }),
    decision: z
      .object({
        decision: Decision,
        by: z.string().meta({ description: "`operator:` and a pseudonym of eight letters." }),
        reason: z.string(),
        at: z.iso.datetime(),
        seq: z.int().meta({ description: "The place of its act in the council's log." }),
      })
      .nullable(),
  })
  .meta({ id: "Dispute" });
export type Dispute = z.infer<typeof Dispute>;

export const DisputeState = z
  .enum(["disputed", ...Decision.options])
  .nullable()
  .meta({
    description: "`disputed` while an operator must decide on a reply, then the decision. null without a reply.",
  });
export type DisputeState = z.infer<typeof DisputeState>;
