import { type Context, charged } from "@/lib/authority/context";
import { ProvenAct } from "@/lib/features/anchors/acts/schema";
import { type FixedLog, proveEntries } from "@/lib/features/anchors/service/prove";
import { listPlaces, readPublicActs } from "@/lib/features/council/service/public-acts";
import { MAX_FILES, type Period } from "../rules";

/** The proofs of so many acts share one look-up of the tree's nodes. */
const CHUNK = 50;

/**
 * Returns the places of the acts of a pack: first those that its records name, then the others about the agent in the
 * period. Each part newest first.
 */
export async function listActs(
  { db }: Context,
  { did, period, named, size }: { did: string; period: Period; named: readonly number[]; size: number },
): Promise<number[]> {
  const about = await listPlaces(db, { subject: did, ...period }, { upTo: size, limit: MAX_FILES });
  const newestFirst = [...new Set(named)].filter((seq) => seq <= size).sort((a, b) => b - a);
  return [...new Set([...newestFirst, ...about])];
}

/** Reads acts as far as they are public, each with its proof, in this order. */
export async function* readProvenActs(
  { db }: Context,
  log: FixedLog,
  seqs: readonly number[],
): AsyncGenerator<ProvenAct> {
  for (let at = 0; at < seqs.length; at += CHUNK) {
    const chunk = seqs.slice(at, at + CHUNK);
    const acts = new Map((await readPublicActs(db, chunk)).map((found) => [found.act.seq, found]));
    const proofs = new Map((await proveEntries(db, log, chunk)).map((proof) => [proof.entry.seq, proof]));
    for (const seq of chunk) yield charged(() => ProvenAct.parse({ ...acts.get(seq), ...proofs.get(seq) }));
  }
}
