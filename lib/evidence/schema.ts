import { z } from "zod";

export const Sha256 = z
  .string()
  .regex(/^[0-9a-f]{64}$/)
  .meta({ description: "SHA-256 of the document's bytes, lower-case hex." });

const DocumentId = z.string().regex(/^[a-z0-9][a-z0-9-]{0,99}$/);

/** A path below the evidence folder: plain names joined by slashes, so none begins with a dot or climbs out. */
const DocumentFile = z
  .string()
  .max(255)
  .regex(/^\w[\w.-]*(\/\w[\w.-]*)*$/);

const described = { id: DocumentId, title: z.string().min(1), media_type: z.string() };

/** A document whose bytes this service serves and checks. */
export const LocalDocument = z.object({
  location: z.literal("local"),
  ...described,
  file: DocumentFile.meta({ description: "The subject's name, below `/evidence/`." }),
  size_bytes: z.int().min(0),
});
export type LocalDocument = z.infer<typeof LocalDocument>;

/** A document that others publish: named here, never checked. */
export const ExternalDocument = z.object({ location: z.literal("external"), ...described, url: z.url() });
export type ExternalDocument = z.infer<typeof ExternalDocument>;

export const EvidenceManifest = z
  .object({
    _type: z.literal("https://in-toto.io/Statement/v1"),
    subject: z.array(z.object({ name: DocumentFile, digest: z.object({ sha256: Sha256 }) })),
    predicateType: z.literal("urn:fgs:evidence:v1"),
    predicate: z.object({
      generated_by: z.string().meta({ description: "The command that makes this statement again, byte for byte." }),
      documents: z.array(z.discriminatedUnion("location", [LocalDocument, ExternalDocument])),
    }),
  })
  .refine(
    ({ subject, predicate }) =>
      predicate.documents.every(
        (document) => document.location === "external" || subject.some(({ name }) => name === document.file),
      ),
    "every local document is a subject",
  )
  .meta({ id: "EvidenceManifest", description: "An in-toto Statement v1 over the federation's documents." });
export type EvidenceManifest = z.infer<typeof EvidenceManifest>;

/** Any text: one that is no document's id is simply not found. */
export const VerifyEvidence = z.object({
  id: z
    .string()
    .transform((id) => id || undefined)
    .optional()
    .meta({ description: "A document's id in the manifest; absent or empty, all are checked." }),
});
export type VerifyEvidence = z.infer<typeof VerifyEvidence>;

export const EvidenceResult = z
  .object({
    id: z.string(),
    file: z.string(),
    expected: Sha256,
    actual: z.union([Sha256, z.literal("")]).meta({ description: "Empty where there is no such file." }),
    match: z.boolean(),
  })
  .meta({ id: "EvidenceResult" });
export type EvidenceResult = z.infer<typeof EvidenceResult>;

export const EvidenceReport = z
  .object({
    checked: z.int().meta({ description: "matched + mismatched." }),
    matched: z.int(),
    mismatched: z.int(),
    skipped: z.int().meta({ description: "Documents that others host." }),
    results: z.array(EvidenceResult),
    verified_at: z.iso.datetime(),
  })
  .meta({ id: "EvidenceReport" });
export type EvidenceReport = z.infer<typeof EvidenceReport>;
