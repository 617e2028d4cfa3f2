import type { Context } from "@/lib/authority/context";
import { type Settings, settings } from "@/lib/foundation/env";
import { conflict, forbidden, found, invalid, notFound } from "@/lib/foundation/errors";
import type { VerifierKey } from "@/lib/foundation/verifier-key";
import { sameBytes } from "@/lib/ledger/bytes";
import { keyIdOf, verifyEd25519 } from "@/lib/ledger/checkpoint";
import { assertClock } from "@/lib/ledger/clock";
import { cosign } from "@/lib/ledger/cosignature";
import { verifyConsistency } from "@/lib/ledger/merkle";
import { sha256 } from "@/lib/ledger/sha256";
import { type Offer, readOffer } from "../rules";
import type { WitnessedParams } from "../schema";
import { cosigners } from "./identity";
import { guardState, originHash, readKnown, readNote, replaceState, storeNote } from "./state";

const encoder = new TextEncoder();

/**
 * Returns the lines that trusted keys signed, one of each. Lines of other keys are ignored.
 * @throws ServiceError `forbidden` if there is none, or one in the name of a trusted key is wrong
 */
async function trustedLines({ text, signatures }: Offer, keys: readonly VerifierKey[]): Promise<string[]> {
  const trusted = new Map<string, string>();
  for (const { line, signed } of signatures) {
    for (const { name, raw, text: key } of keys) {
      if (signed?.name !== name || !sameBytes(signed.id, keyIdOf(sha256, name, raw))) continue;
      const isValid = await verifyEd25519(raw, encoder.encode(text), signed.signature);
      if (!isValid) throw forbidden("A signature of a trusted key is wrong.");
      trusted.set(key, line);
    }
  }
  if (trusted.size === 0) throw forbidden("No trusted key of this log signed the checkpoint.");
  return [...trusted.values()];
}

/** A cosignature, or the size that was cosigned last. */
type Answer = { status: 200; body: string } | { status: 409; body: string };

const answerSize = (size: number): Answer => ({ status: 409, body: `${size}\n` });

/**
 * Cosigns a checkpoint of a log of others, if that log only grew since the last one (C2SP tlog-witness). The database decides
 * between requests at a time. A state is in the database and in the guard before its cosignature exists, and the larger of
 * both counts, so a restored backup is no reason to cosign a fork.
 * @throws ServiceError `invalid`, `notFound`, `forbidden`, `conflict`, `clockSkew`, `unavailable`
 */
export async function addCheckpoint(
  ctx: Context,
  body: string,
  { WITNESS_LOGS }: Pick<Settings, "WITNESS_LOGS"> = settings(),
): Promise<Answer> {
  const offer = readOffer(body);
  if (offer === null) throw invalid("The body is not as C2SP tlog-witness specifies.");
  const { origin, size, root, text, old, proof } = offer;
  const keys = WITNESS_LOGS.filter(({ name }) => name === origin);
  if (keys.length === 0) throw notFound("This service does not witness this log.");
  const trusted = await trustedLines(offer, keys);
  if (old > size) throw invalid("The old size is larger than that of the checkpoint.");
  assertClock();
  const signers = await cosigners(ctx.db);
  const known = await readKnown(ctx, origin);
  const { latest } = known;
  if (old !== latest.size) return answerSize(latest.size);
  if (!verifyConsistency(sha256, { from: old, to: size, fromRoot: latest.root, toRoot: root, path: proof })) {
    throw conflict(`The proof does not show that the log of ${old} entries is the beginning of this one.`);
  }
  // Before the state is stored, because the cosignature says that no larger one was seen at this time.
  const seconds = Math.floor(ctx.clock().getTime() / 1_000);
  const next = { size, root };
  if (!(await replaceState(ctx.db, origin, known, next))) {
    return answerSize((await readKnown(ctx, origin)).latest.size);
  }
  const guarded = await guardState(ctx, origin, known, next);
  if (guarded.size > size) return answerSize(guarded.size);
  const lines = signers.map((signer) => cosign(sha256, text, seconds, signer)).join("");
  await storeNote(ctx.db, origin, next, `${text}\n${trusted.map((line) => `${line}\n`).join("")}${lines}`);
  return { status: 200, body: lines };
}

/** Returns the newest cosigned checkpoint of a log of others. @throws ServiceError `notFound` */
export async function readWitnessed(
  { db }: Context,
  { origin: hash }: WitnessedParams,
  { WITNESS_LOGS }: Pick<Settings, "WITNESS_LOGS"> = settings(),
): Promise<string> {
  const log = found(WITNESS_LOGS.find(({ name }) => originHash(name) === hash));
  return found(await readNote(db, log.name));
}
