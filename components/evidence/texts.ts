import type { ReactNode } from "react";
import { sentence } from "@/components/ui/sentence";
import { evidencePageTexts } from "@/lib/features/evidence/texts";

const number = (value: number) => value.toLocaleString("en");

export const evidenceTexts = {
  title: evidencePageTexts.title,
  metaDescription: "The federation’s documents, and whether each matches its hash in the manifest.",
  lede: "The federation’s written documents. The hash of each document was fixed when this build was made. If a document changed since then, its hash no longer matches.",
  allMatch: (documents: number) => `All ${documents} documents match`,
  mismatched: (wrong: number, documents: number) =>
    `${wrong} of ${documents} documents ${wrong === 1 ? "does" : "do"} not match`,
  asOf: (time: ReactNode) => sentence`as of ${time}`,
  utc: (time: string) => `${time} UTC`,
  asJson: "Same as JSON",
  check: "Check your copy",
  checkHow: "Your browser hashes the file and compares it with the manifest. Nothing is uploaded.",
  terminal: "Or in a terminal",
  commands: "Commands that check all documents",
  sums: "SHA256SUMS",
  manifest: "The manifest",
  limits: "What this does not show",
  limitsWhy:
    "It does not show that a document is true, or that manifest and document were not changed together. To detect that, compare with an older copy of the manifest.",
  documents: "Documents",
  match: (matched: number, documents: number) => `${matched} of ${documents} match`,
  documentsHow: "Beside each document is its SHA-256 from the manifest.",
  elsewhere: "Kept elsewhere",
  named: (documents: number) => `${documents} listed`,
  matches: "Matches",
  missing: "Missing",
  doesNotMatch: "Does not match",
  expectedHash: (file: string) => `the expected hash of ${file}`,
  file: (file: ReactNode, mediaType: string, bytes: number) => sentence`${file}, ${mediaType}, ${number(bytes)} bytes`,
  documentAsJson: (title: string) => `${title} as JSON`,
  sha256: "SHA-256",
  inManifest: "In the manifest",
  onServer: "Found on the server",
  noFile: "No such file",
  notChecked: "not checked",
} as const;

/** For a client component. */
export const fileCheckTexts = {
  tooLarge: "It is larger than any document here.",
  insecure: "This browser hashes files on secure pages only. Use sha256sum, below.",
  unreadable: "The file could not be read. Choose files, not a folder.",
  drop: "Drop a file here",
  choose: "or choose one",
  noScript: "Hashing in the browser needs JavaScript. The commands below do the same.",
  reading: (file: ReactNode, progress: ReactNode) => sentence`Reading ${file} ${progress}`,
  readingFile: (file: string) => `Reading ${file}`,
  notChecked: "Not checked",
  genuine: "Genuine",
  genuineWhy: (title: string) => `It is “${title}”, byte for byte.`,
  inManifest: (file: string) => `${file} in the manifest`,
  yourFile: "Your file",
  different: "Not the same",
  differentWhy: (title: string) => `It has the name of “${title}”, but other bytes.`,
  unknown: "Not in the manifest",
  unknownWhy: "No document here has this hash.",
} as const;
