import { ownValue } from "@/lib/foundation/own-values";
import { trimEndOf } from "@/lib/foundation/text/trim";
import { EvidenceManifest, type EvidenceReport, type EvidenceResult, type ExternalDocument } from "./schema";

/** A file: its path below the evidence folder, the SHA-256 and number of its bytes, and the beginning of its text. */
export interface FoundFile {
  file: string;
  sha256: string;
  sizeBytes: number;
  opening: string;
}

/** Documents of other publishers on which the federation's checks are based. */
const EXTERNAL_DOCUMENTS: Omit<ExternalDocument, "location">[] = [
  {
    id: "rfc-6962",
    title: "RFC 6962: Certificate Transparency",
    media_type: "text/plain",
    url: "https://www.rfc-editor.org/rfc/rfc6962.txt",
  },
  {
    id: "rfc-8785",
    title: "RFC 8785: JSON Canonicalization Scheme",
    media_type: "text/plain",
    url: "https://www.rfc-editor.org/rfc/rfc8785.txt",
  },
];

const MEDIA_TYPES: Record<string, string> = {
  ".json": "application/json",
  ".md": "text/markdown",
  ".mjs": "text/javascript",
  ".pdf": "application/pdf",
  ".txt": "text/plain",
};

const extensionOf = (file: string) => /\.[^./]+$/.exec(file)?.[0] ?? "";

/** Returns a file's media type. @throws Error if none is listed for its extension */
function mediaTypeOf(file: string): string {
  const type = ownValue(MEDIA_TYPES, extensionOf(file));
  if (type === undefined) throw new Error(`${file}: lib/features/evidence/rules.ts lists no media type for it.`);
  return type;
}

/** Returns a document's id: `rfc/0001.md` becomes `rfc-0001`. */
function idOf(file: string): string {
  return file.slice(0, -extensionOf(file).length).toLowerCase().replace(/[/._]/g, "-");
}

/**
 * Returns a document's title: its first line below any front matter, without the mark of a heading or comment; of a
 * script only up to the colon before its usage; in JSON its `title`.
 */
function titleOf({ file, opening }: FoundFile): string {
  if (extensionOf(file) === ".json") return /"title":\s*"([^"]+)"/.exec(opening)?.[1] ?? file;
  const line = opening
    .replace(/^---\n[\s\S]*?\n---\n/, "")
    .split(/\r?\n/)
    .find((each) => /[^\s#/*-]/.test(each) && !each.startsWith("#!"));
  const said = extensionOf(file) === ".mjs" ? line?.replace(/: .*/, "") : line;
  return trimEndOf(said?.replace(/^[\s#/*-]+/, "") ?? "", " \t*/.") || file;
}

/**
 * Returns the statement over the documents: an in-toto Statement v1, the same for the same files in any order.
 * @throws z.ZodError for an invalid file name or id; Error if two documents have one id
 */
export function describeEvidence(found: readonly FoundFile[]): EvidenceManifest {
  const files = found.toSorted((a, b) => (a.file < b.file ? -1 : 1));
  const documents = [
    ...files.map((each) => ({
      location: "local" as const,
      id: idOf(each.file),
      title: titleOf(each),
      media_type: mediaTypeOf(each.file),
      file: each.file,
      size_bytes: each.sizeBytes,
    })),
    ...EXTERNAL_DOCUMENTS.map((each) => ({ location: "external" as const, ...each })),
  ];
  const repeated = documents.find(({ id }, index) => documents.findIndex((each) => each.id === id) !== index);
  if (repeated) throw new Error(`Two documents have the id ${repeated.id}.`);
  return EvidenceManifest.parse({
    _type: "https://in-toto.io/Statement/v1",
    subject: files.map(({ file, sha256 }) => ({ name: file, digest: { sha256 } })),
    predicateType: "urn:fgs:evidence:v1",
    predicate: { generated_by: "npm run evidence", documents },
  });
}

/** Returns the statement's hashes in the form for `sha256sum -c`. */
export function checksumsOf({ subject }: EvidenceManifest): string {
  return subject.map(({ name, digest }) => `${digest.sha256}  ${name}\n`).join("");
}

/** Describes the result of a comparison. @param skipped the number of external documents */
export function tally(results: EvidenceResult[], skipped: number): Omit<EvidenceReport, "verified_at"> {
  const matched = results.filter(({ match }) => match).length;
  return { checked: results.length, matched, mismatched: results.length - matched, skipped, results };
}
