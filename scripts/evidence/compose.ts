import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { checksumsOf, describeEvidence, type FoundFile } from "@/lib/features/evidence/rules";
import { trustWeights } from "./trust-weights";

const FOLDER = "public/evidence";
const CHECKSUMS = "SHA256SUMS";
/** Documents generated from the code, by name. */
const MADE: Record<string, () => string> = { "trust-weights.json": trustWeights };
const OPENING_CHARACTERS = 1_000;

/** Returns the documents written by people. @throws Error for anything but a plain file */
function writtenFiles(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const kept = entries.filter(({ name }) => !name.startsWith(".") && name !== CHECKSUMS && !Object.hasOwn(MADE, name));
  const odd = kept.find((entry) => !entry.isFile() && !entry.isDirectory());
  if (odd) throw new Error(`${path.join(odd.parentPath, odd.name)} is no plain file.`);
  return kept
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => path.relative(folder, path.join(parentPath, name)).replaceAll(path.sep, "/"));
}

function found(file: string, bytes: Buffer): FoundFile {
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  return { file, sha256, sizeBytes: bytes.length, opening: bytes.toString("utf8").slice(0, OPENING_CHARACTERS) };
}

/**
 * Returns the output of `npm run evidence`, which depends only on the documents and the code.
 * @param root of the repository
 * @returns contents by path below `root`
 */
export function composeEvidence(root: string): Map<string, string> {
  const folder = path.join(root, FOLDER);
  const made = Object.entries(MADE).map(([file, make]) => [file, make()] as const);
  const manifest = describeEvidence([
    ...writtenFiles(folder).map((file) => found(file, readFileSync(path.join(folder, file)))),
    ...made.map(([file, content]) => found(file, Buffer.from(content))),
  ]);
  return new Map([
    ...made.map(([file, content]) => [`${FOLDER}/${file}`, content] as const),
    [`${FOLDER}/${CHECKSUMS}`, checksumsOf(manifest)],
    ["lib/features/evidence/manifest.json", `${JSON.stringify(manifest, null, 2)}\n`],
  ]);
}

/** Returns the paths whose content on disk differs from the output of `npm run evidence`. */
export function staleEvidence(root: string): string[] {
  const onDisk = (file: string) => {
    try {
      return readFileSync(path.join(root, file), "utf8");
    } catch {
      return undefined;
    }
  };
  return [...composeEvidence(root)].flatMap(([file, content]) => (onDisk(file) === content ? [] : [file]));
}
