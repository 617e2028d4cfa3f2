import path from "node:path";
import type { Context } from "@/lib/context";
import { notFound } from "@/lib/errors";
import published from "../manifest.json";
import { tally } from "../rules";
import { EvidenceManifest, type EvidenceReport, type EvidenceResult, type VerifyEvidence } from "../schema";
import { digestFile } from "./digest";

/** Part of the build, so that what is expected does not change with what lies on the disk. */
const manifest = EvidenceManifest.parse(published);

const FOLDER = path.resolve("public", "evidence");

/** The statement that the served documents are held against. */
export function getManifest(): EvidenceManifest {
  return manifest;
}

/**
 * Holds the files of a folder against a statement.
 * @param id only this document
 * @throws ServiceError `notFound` for an id that the statement does not have
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

/** Holds the served documents, or one of them, against the published statement. */
export async function verifyEvidence({ clock }: Context, { id }: VerifyEvidence): Promise<EvidenceReport> {
  return { ...(await compareEvidence(FOLDER, manifest, id)), verified_at: clock().toISOString() };
}
