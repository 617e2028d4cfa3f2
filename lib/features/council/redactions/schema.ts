import { z } from "zod";
import { BOUNDS } from "@/lib/foundation/bounds";
import { trimmedText } from "@/lib/foundation/text/blank";
import { plainText } from "@/lib/foundation/text/plain-text";

/** The kinds of records whose texts can be redacted. */
export const RedactionSubject = z
  .enum(["act", "audit", "event", "incident", "reply", "review", "version"])
  .meta({ id: "RedactionSubject" });
export type RedactionSubject = z.infer<typeof RedactionSubject>;

const named = {
  subject: RedactionSubject,
  id: trimmedText().min(1).max(BOUNDS.identifier).meta({
    description:
      "The id of the incident, audit, reply, review or event, an act's `seq`, or for versions the agent's DID. An incident's notes are acts of its timeline.",
  }),
};

/** The record whose texts are asked for. */
export const NamedRecord = z.object(named);
export type NamedRecord = z.infer<typeof NamedRecord>;

export const RedactRecord = z.object({
  ...named,
  fields: z.array(z.string().max(BOUNDS.text)).min(1, "Name at least one field.").max(20).meta({
    description:
      "The fields to redact. Of an incident: `title`, `description`. Of an audit: `summary`, `findings`, `evidence`. Of a reply or a review: `text`. Of an event: `intent`, `payload`, `extensions`. Of versions: any field that changed, in all versions of the agent. Of an act: any field of its `details`, such as `reason` or `note`.",
  }),
  reason: plainText(BOUNDS.reason, "Say why.").meta({ description: "Public. Do not repeat what you redact." }),
});
export type RedactRecord = z.infer<typeof RedactRecord>;

/** The same input from a form, which sends a value for each field that is marked. The operator types `redact`. */
export const RedactForm = z
  .object({
    ...named,
    reason: RedactRecord.shape.reason,
    typed: z.string().trim().toLowerCase().default(""),
  })
  .catchall(z.string())
  .transform(({ subject, id, reason, typed, ...marked }, context): RedactRecord => {
    const fields = Object.keys(marked).flatMap((name) => (name.startsWith("field:") ? name.slice(6) : []));
    if (fields.length === 0)
      context.addIssue({ code: "custom", path: ["fields"], message: "Choose at least one text." });
    if (typed !== "redact") context.addIssue({ code: "custom", path: ["typed"], message: "Type redact to confirm." });
    return { subject, id, fields, reason };
  });

export const Redaction = z
  .object({
    subject: RedactionSubject,
    id: z.string(),
    fields: z.array(z.string()),
    text: z.string().meta({ description: "What everyone now reads in their place. Versions lose the values instead." }),
    acts: z.array(z.int()).meta({
      description: "The acts whose payload and salt were erased. Their hashes, leaves and commitments stay.",
    }),
    seq: z.int().meta({ description: "The place in the council's log of the act that records the redaction." }),
    at: z.iso.datetime(),
  })
  .meta({ id: "Redaction" });
export type Redaction = z.infer<typeof Redaction>;

/** What a redaction of a record would change. */
export interface RedactionEffect extends NamedRecord {
  /** The texts that can still be redacted. */
  texts: readonly { field: string; text: string }[];
  /** The acts whose payload and salt would be erased. */
  acts: readonly { seq: number; id: string; kind: string; at: string }[];
}
