import type { Context } from "@/lib/authority/context";
import { notFound } from "@/lib/foundation/errors";
import { rootPath } from "@/lib/foundation/root-path";
import published from "../manifest.json";
import { tally } from "../rules";
import { EvidenceManifest, type EvidenceReport, type EvidenceResult, type VerifyEvidence } from "../schema";
import { digestFile } from "./digest";

/** Part of the build, so the expected hashes do not change with the files on disk. */
const manifest = EvidenceManifest.parse(published);

const FOLDER = rootPath("public", "evidence");

/** The statement with which the served documents are compared. */
export function getManifest(): EvidenceManifest {
  return manifest;
}

/**
 * Compares the files of a folder with a statement.
 * @param id only this document
 * @throws ServiceError `notFound` for an id that is not in the statement
 */
export async function compareEvidence(
  folder: string,
  { subject, predicate }: EvidenceManifest,
  id?: string,
): Promise<ReturnType<typeof tally>> {
  const asked = predicate.documents.filter((document) => id === undefined || document.id === id);
  if (id !== undefined && asked.length === 0) throw notFound("The ids are in /evidence/manifest.json.");
  const local = asked.filter((document) => document.location === "local");
  const results: EvidenceResult[] = [];
  for (const document of local) {
    const expected = subject.find(({ name }) => name === document.file)?.digest.sha256 ?? "";
    const actual = await digestFile(folder, document.file);
    results.push({ id: document.id, file: document.file, expected, actual, match: actual === expected });
  }
  return tally(results, asked.length - local.length);
}

/** Compares the served documents, or one of them, with the published statement. */
export async function verifyEvidence({ clock }: Context, { id }: VerifyEvidence): Promise<EvidenceReport> {
  return { ...(await compareEvidence(FOLDER, manifest, id)), verified_at: clock().toISOString() };
}
