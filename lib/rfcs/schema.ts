import { z } from "zod";
import { Did } from "@/lib/did";
import { oneOf } from "@/lib/http/filter";
import { plainText } from "@/lib/text/plain-text";

export const RfcStatus = z
  .enum(["DRAFT", "ACTIVE", "FROZEN", "SUPERSEDED"])
  .meta({ id: "RfcStatus", description: "ACTIVE and FROZEN are in force; a FROZEN one is closed for good." });
export type RfcStatus = z.infer<typeof RfcStatus>;

export const ReviewVerdict = z.enum(["approve", "object", "comment"]).meta({ id: "ReviewVerdict" });
export type ReviewVerdict = z.infer<typeof ReviewVerdict>;

const RfcNumber = z.int().min(1).max(9_999);

/** What stands above a text, in its file. `status` is the one that it is entered with; from then on the row decides. */
export const FrontMatter = z
  .strictObject({
    number: RfcNumber,
    title: z.string().min(1).max(200),
    status: RfcStatus,
    created: z.iso.date(),
    authors: z.array(z.string().min(1)).min(1).meta({ description: "Roles, not names." }),
    supersedes: z.array(RfcNumber).default([]),
    superseded_by: RfcNumber.nullable().default(null),
  })
  .refine(({ status, superseded_by }) => (status === "SUPERSEDED") === (superseded_by !== null), {
    error: "superseded_by goes with SUPERSEDED, and only with it",
  })
  .refine(({ number, superseded_by }) => number !== superseded_by, { error: "nothing supersedes itself" });
export type FrontMatter = z.infer<typeof FrontMatter>;

/** A text as it lies in its file. */
export interface RfcText extends FrontMatter {
  /** The whole file, front matter too: what the hash is of. */
  text: string;
  sha256: string;
}

/** The current verdicts, one a reviewer. */
export const Tally = z.object({ approve: z.int(), object: z.int(), comment: z.int() }).meta({ id: "RfcTally" });
export type Tally = z.infer<typeof Tally>;

export const RfcSummary = z
  .object({
    number: RfcNumber,
    title: z.string(),
    summary: z.string().meta({ description: "The first paragraph of the text." }),
    status: RfcStatus,
    since: z.iso.datetime().meta({ description: "When the status was decided, or the text came in." }),
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
    reviewer: z.string().meta({ description: "A DID, or `operator:` and a credential's id." }),
    verdict: ReviewVerdict,
    text: z.string(),
    sha256: z.string().meta({ description: "Of the text that was reviewed." }),
    current: z.boolean().meta({ description: "Whether it counts: the reviewer's last word, on the text as it is." }),
    created_at: z.iso.datetime(),
  })
  .meta({ id: "RfcReview" });
export type Review = z.infer<typeof Review>;

/** A change of status, as the council's log has it. */
export const Decision = z
  .object({
    seq: z.int().meta({ description: "Its place in the council's log." }),
    status: RfcStatus,
    from: RfcStatus.nullable().meta({ description: "null where the text came in." }),
    actor: z.string(),
    reason: z.string(),
    superseded_by: RfcNumber.nullable(),
    tally: Tally.meta({ description: "The verdicts at that moment." }),
    sha256: z.string().meta({ description: "Of the text that was decided on." }),
    decided_at: z.iso.datetime(),
  })
  .meta({ id: "RfcDecision" });
export type Decision = z.infer<typeof Decision>;

export const Rfc = RfcSummary.extend({
  supersedes: z.array(RfcNumber),
  text: z.string().meta({ description: "Markdown with its front matter, byte for byte what the hash is of." }),
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
    deprecated: z.int().meta({ description: "Those that another one superseded." }),
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
    by_status: ByStatus.meta({ description: "Of all, whatever was asked for." }),
    total: z.int(),
    generated_at: z.iso.datetime(),
  })
  .meta({ id: "RfcList" });
export type RfcList = z.infer<typeof RfcList>;

/** Any text: one that is no number is simply not found. Zeros before it do not matter, so `0007` is 7. */
export const RfcParams = z.object({ number: z.string() });
export type RfcParams = z.infer<typeof RfcParams>;

export const ReviewRfc = z
  .object({
    verdict: ReviewVerdict,
    text: plainText(4_000).default("").meta({ description: "Why. Only an approval may do without." }),
    reviewer: Did.optional().meta({
      description: "Who reviews. An agent's token reviews as itself; an organisation's key names one of its agents.",
    }),
    idempotency_key: z.string().min(1).max(200).optional().meta({
      description: "The same reviewer's same key records one review, however often it is sent.",
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
  status: RfcStatus.meta({ description: "What it becomes." }),
  reason: plainText(1_000, "Say why."),
  superseded_by: RfcNumber.nullish().meta({
    description: "The successor, in force; with SUPERSEDED, and only with it.",
  }),
});
export type DecideRfc = z.infer<typeof DecideRfc>;

/** The same as a form sends it: the number is typed once more. */
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
