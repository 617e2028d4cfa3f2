import { z } from "zod";
import { BOUNDS } from "@/lib/foundation/bounds";
import { plainText } from "@/lib/foundation/text/plain-text";
import { oneOf } from "@/lib/http/filter";
import { Did } from "@/lib/identity/did";

export const RfcStatus = z
  .enum(["DRAFT", "ACTIVE", "FROZEN", "SUPERSEDED"])
  .meta({ id: "RfcStatus", description: "ACTIVE and FROZEN are in force. FROZEN is also final." });
export type RfcStatus = z.infer<typeof RfcStatus>;

export const ReviewVerdict = z.enum(["approve", "object", "comment"]).meta({ id: "ReviewVerdict" });
export type ReviewVerdict = z.infer<typeof ReviewVerdict>;

const RfcNumber = z.int().min(1).max(9_999);

/** The front matter of a file. `status` is used only when the text enters; afterwards the stored status counts. */
export const FrontMatter = z
  .strictObject({
    number: RfcNumber,
    title: z.string().min(1).max(BOUNDS.name),
    status: RfcStatus,
    created: z.iso.date(),
    authors: z.array(z.string().min(1)).min(1).meta({ description: "Roles, not names." }),
    supersedes: z.array(RfcNumber).default([]),
    superseded_by: RfcNumber.nullable().default(null),
  })
  .refine(({ status, superseded_by }) => (status === "SUPERSEDED") === (superseded_by !== null), {
    error: "superseded_by is required with SUPERSEDED, and allowed only with it",
  })
  .refine(({ number, superseded_by }) => number !== superseded_by, { error: "an RFC cannot supersede itself" });
export type FrontMatter = z.infer<typeof FrontMatter>;

export interface RfcText extends FrontMatter {
  /** The whole file with front matter, over which the hash is computed. */
  text: string;
  sha256: string;
}

/** The current verdicts, one for each reviewer. */
export const Tally = z.object({ approve: z.int(), object: z.int(), comment: z.int() }).meta({ id: "RfcTally" });
export type Tally = z.infer<typeof Tally>;

export const RfcSummary = z
  .object({
    number: RfcNumber,
    title: z.string(),
    summary: z.string().meta({ description: "The first paragraph of the text." }),
    status: RfcStatus,
    since: z.iso.datetime().meta({ description: "When the status was decided or the text entered." }),
    created: z.iso.date(),
    authors: z.array(z.string()),
    superseded_by: RfcNumber.nullable(),
    sha256: z.string().meta({ description: "SHA-256 of the text, lower-case hex; also in the evidence manifest." }),
    tally: Tally,
  })
  .meta({ id: "RfcSummary" });
export type RfcSummary = z.infer<typeof RfcSummary>;

export const Review = z
  .object({
    id: z.uuid(),
    seq: z.int().meta({ description: "Its place in the council's log." }),
    rfc: RfcNumber,
    reviewer: z.string().meta({
      description:
        "A DID, or `operator:` and a pseudonym of eight letters. Up to version 0.3.0, it was `operator:` and the credential's id.",
    }),
    verdict: ReviewVerdict,
    text: z.string(),
    sha256: z.string().meta({ description: "The hash of the reviewed text." }),
    current: z.boolean().meta({
      description: "Whether it counts: it is the reviewer's latest verdict, and the text has not changed since.",
    }),
    created_at: z.iso.datetime(),
  })
  .meta({ id: "RfcReview" });
export type Review = z.infer<typeof Review>;

/** A change of status, from the council's log. */
export const Decision = z
  .object({
    seq: z.int().meta({ description: "Its place in the council's log." }),
    status: RfcStatus,
    from: RfcStatus.nullable().meta({ description: "null if the text entered." }),
    actor: z.string(),
    reason: z.string(),
    superseded_by: RfcNumber.nullable(),
    tally: Tally.meta({ description: "The verdicts at that time." }),
    sha256: z.string().meta({ description: "The hash of the text that was decided on." }),
    decided_at: z.iso.datetime(),
  })
  .meta({ id: "RfcDecision" });
export type Decision = z.infer<typeof Decision>;

export const Rfc = RfcSummary.extend({
  supersedes: z.array(RfcNumber),
  text: z.string().meta({ description: "Markdown with its front matter: exactly the bytes of the hash." }),
  reviews: z.array(Review).meta({ description: "Newest first, at most 200." }),
  decisions: z.array(Decision).meta({ description: "Oldest first." }),
  generated_at: z.iso.datetime(),
}).meta({ id: "Rfc" });
export type Rfc = z.infer<typeof Rfc>;

const ByStatus = z.object({ ACTIVE: z.int(), DRAFT: z.int(), FROZEN: z.int(), SUPERSEDED: z.int() });

export const RfcCounts = z
  .object({
    active: z.int(),
    draft: z.int(),
    deprecated: z.int().meta({ description: "The RFCs that this one superseded." }),
    frozen: z.int(),
    total: z.int(),
    by_status: ByStatus,
    generated_at: z.iso.datetime(),
  })
  .meta({ id: "RfcCounts" });
export type RfcCounts = z.infer<typeof RfcCounts>;

export const RfcQuery = z.object({ status: oneOf(RfcStatus) });
export type RfcQuery = z.infer<typeof RfcQuery>;

export const RfcList = z
  .object({
    rfcs: z.array(RfcSummary).meta({ description: "By number." }),
    by_status: ByStatus.meta({ description: "Counts of all RFCs, whatever the filter." }),
    total: z.int(),
    generated_at: z.iso.datetime(),
  })
  .meta({ id: "RfcList" });
export type RfcList = z.infer<typeof RfcList>;

/** Any text. A text that is not a number is not found. Leading zeros are ignored: `0007` is 7. */
export const RfcParams = z.object({ number: z.string() });
export type RfcParams = z.infer<typeof RfcParams>;

export const ReviewRfc = z
  .object({
    verdict: ReviewVerdict,
    text: plainText(BOUNDS.description).default("").meta({ description: "The reason. Optional only for an approval." }),
    reviewer: Did.optional().meta({
      description:
        "The reviewer. An agent's token reviews as that agent. An organisation's token names one of its agents.",
    }),
    idempotency_key: z.string().min(1).max(BOUNDS.key).optional().meta({
      description: "Requests of one reviewer with the same key record one review, however often they are sent.",
    }),
  })
  .refine(({ verdict, text }) => verdict === "approve" || text !== "", {
    path: ["text"],
    error: "is required for an objection or a comment",
  });
export type ReviewRfc = z.infer<typeof ReviewRfc>;

export const RecordedReview = Review.extend({ tally: Tally }).meta({ id: "RecordedRfcReview" });
export type RecordedReview = z.infer<typeof RecordedReview>;

export const DecideRfc = z.object({
  status: RfcStatus.meta({ description: "The new status." }),
  reason: plainText(BOUNDS.reason, "Say why."),
  superseded_by: RfcNumber.nullish().meta({
    description: "The successor, which must be in force. Required with SUPERSEDED, and allowed only with it.",
  }),
});
export type DecideRfc = z.infer<typeof DecideRfc>;

/** The same input from a form. The operator types the number again. */
export const DecideRfcForm = z
  .object({
    number: z.string(),
    ...DecideRfc.shape,
    superseded_by: z.coerce.number().pipe(RfcNumber).optional(),
    typed: z.string().trim().default(""),
  })
  .superRefine(({ number, typed }, context) => {
    if (typed === number) return;
    context.addIssue({ code: "custom", path: ["typed"], message: `Type ${number} to decide.` });
  });
