import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { getManifest } from "@/lib/features/evidence/service/verify";
import type { Logger } from "@/lib/foundation/log";
import { rootPath } from "@/lib/foundation/root-path";
import { readFrontMatter } from "../rules";
import type { RfcText } from "../schema";

const FOLDER = rootPath("public", "evidence");

/** Reads a text with its front matter. @throws Error that names the file */
export function rfcTextOf(file: string, bytes: Buffer): RfcText {
  const text = bytes.toString("utf8");
  try {
    return { ...readFrontMatter(text), text, sha256: createHash("sha256").update(bytes).digest("hex") };
  } catch (error) {
    throw new Error(`${file}: ${error instanceof Error ? error.message : error}`);
  }
}

/** Reads the texts in this build's manifest from the disk. A text that does not match its hash is left out. */
export async function readTexts(log: Logger): Promise<RfcText[]> {
  const subjects = getManifest().subject.filter(({ name }) => /^rfc\/\d{4}\.md$/.test(name));
  const read = await Promise.all(
    subjects.map(async ({ name, digest }) => {
      const bytes = await readFile(path.join(FOLDER, name)).catch(() => Buffer.alloc(0));
      const matches = createHash("sha256").update(bytes).digest("hex") === digest.sha256;
      if (!matches) log.warn({ event: "rfc_left_out", file: name }, "it does not match the evidence manifest");
      return matches ? [rfcTextOf(name, bytes)] : [];
    }),
  );
  return read.flat();
}
