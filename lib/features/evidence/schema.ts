import { z } from "zod";
import { BOUNDS } from "@/lib/foundation/bounds";

export const Sha256 = z
  .string()
  .regex(/^[0-9a-f]{64}$/)
  .meta({ description: "SHA-256 of the document's bytes, lower-case hex." });

const DocumentId = z.string().regex(/^[a-z0-9][a-z0-9-]{0,99}$/);

/** A path below the evidence folder: plain names joined by slashes. None begins with a dot or leaves the folder. */
const DocumentFile = z
  .string()
  .max(BOUNDS.identifier)
  .regex(/^\w[\w.-]*(\/\w[\w.-]*)*$/);

const described = { id: DocumentId, title: z.string().min(1), media_type: z.string() };

/** A document that this service serves and checks. */
export const LocalDocument = z.object({
  location: z.literal("local"),
  ...described,
  file: DocumentFile.meta({ description: "The subject's name, below `/evidence/`." }),
  size_bytes: z.int().min(0),
});
export type LocalDocument = z.infer<typeof LocalDocument>;

/** A document of another publisher: listed here, never checked. */
export const ExternalDocument = z.object({ location: z.literal("external"), ...described, url: z.url() });
export type ExternalDocument = z.infer<typeof ExternalDocument>;

export const EvidenceManifest = z
  .object({
    _type: z.literal("https://in-toto.io/Statement/v1"),
    subject: z.array(z.object({ name: DocumentFile, digest: z.object({ sha256: Sha256 }) })),
    predicateType: z.literal("urn:fgs:evidence:v1"),
    predicate: z.object({
      generated_by: z.string().meta({ description: "The command that reproduces this statement, byte for byte." }),
      documents: z.array(z.discriminatedUnion("location", [LocalDocument, ExternalDocument])),
    }),
  })
  .refine(
    ({ subject, predicate }) =>
      predicate.documents.every(
        (document) => document.location === "external" || subject.some(({ name }) => name === document.file),
      ),
    "must list every local document as a subject",
  )
  .meta({ id: "EvidenceManifest", description: "An in-toto Statement v1 over the federation's documents." });
export type EvidenceManifest = z.infer<typeof EvidenceManifest>;

/** Any text. A text that is not a document's id is not found. */
export const VerifyEvidence = z.object({
  id: z
    .string()
    .transform((id) => id || undefined)
    .optional()
    .meta({
      description: "A document's id in the manifest. If absent or empty, all are checked.",
      example: "charter",
    }),
});
export type VerifyEvidence = z.infer<typeof VerifyEvidence>;

export const EvidenceResult = z
  .object({
    id: z.string(),
    file: z.string(),
    expected: Sha256,
    actual: z.union([Sha256, z.literal("")]).meta({ description: "Empty if the file does not exist." }),
    match: z.boolean(),
  })
  .meta({ id: "EvidenceResult" });
export type EvidenceResult = z.infer<typeof EvidenceResult>;

export const EvidenceReport = z
  .object({
    checked: z.int().meta({ description: "matched + mismatched." }),
    matched: z.int(),
    mismatched: z.int(),
    skipped: z.int().meta({ description: "External documents." }),
    results: z.array(EvidenceResult),
    verified_at: z.iso.datetime(),
  })
  .meta({ id: "EvidenceReport" });
export type EvidenceReport = z.infer<typeof EvidenceReport>;
