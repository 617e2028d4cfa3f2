import { EvidenceManifest, type EvidenceReport, type EvidenceResult, type ExternalDocument } from "./schema";

/** A file as it was found: its path below the evidence folder, its bytes' SHA-256 and count, and how its text begins. */
export interface FoundFile {
  file: string;
  sha256: string;
  sizeBytes: number;
  opening: string;
}

/** What the federation's checks rest on and others publish. */
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

/** @throws Error where the extension's media type is not listed */
function mediaTypeOf(file: string): string {
  const type = MEDIA_TYPES[extensionOf(file)];
  if (type === undefined) throw new Error(`${file}: lib/evidence/rules.ts lists no media type for it.`);
  return type;
}

/** `rfc/0001.md` → `rfc-0001`. */
function idOf(file: string): string {
  return file.slice(0, -extensionOf(file).length).toLowerCase().replace(/[/._]/g, "-");
}

/** What a document calls itself: its first line below any front matter, without the mark of a heading or comment, of a script up to the colon that its usage follows; `title` in JSON. */
function titleOf({ file, opening }: FoundFile): string {
  if (extensionOf(file) === ".json") return /"title":\s*"([^"]+)"/.exec(opening)?.[1] ?? file;
  const line = opening
    .replace(/^---\n[\s\S]*?\n---\n/, "")
    .split(/\r?\n/)
    .find((each) => /[^\s#/*-]/.test(each) && !each.startsWith("#!"));
  const said = extensionOf(file) === ".mjs" ? line?.replace(/: .*/, "") : line;
  return said?.replace(/^[\s#/*-]+|[\s*/.]+$/g, "") || file;
}

/**
 * The statement over the documents: an in-toto Statement v1, the same for the same files in any order.
 * @throws z.ZodError for a file name or id that is none; Error where two documents have one id
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

/** The statement's hashes as `sha256sum -c` reads them. */
export function checksumsOf({ subject }: EvidenceManifest): string {
  return subject.map(({ name, digest }) => `${digest.sha256}  ${name}\n`).join("");
}

/** Tells what comparing came to. @param skipped how many documents others host */
export function tally(results: EvidenceResult[], skipped: number): Omit<EvidenceReport, "verified_at"> {
  const matched = results.filter(({ match }) => match).length;
  return { checked: results.length, matched, mismatched: results.length - matched, skipped, results };
}
