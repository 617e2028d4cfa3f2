import { setTimeout as sleep } from "node:timers/promises";
import type { Context } from "@/lib/authority/context";
import { retryAfterSeconds } from "@/lib/features/events/webhooks/rules";
import type { Settings } from "@/lib/foundation/env";
import { metrics } from "@/lib/foundation/metrics";
import { counted } from "@/lib/foundation/text/counted";
import { toBase64 } from "@/lib/ledger/checkpoint";
import { readHead } from "@/lib/ledger/head";
import { proveConsistency } from "@/lib/ledger/proofs";
import { type fetchExternal, OutgoingRequestError } from "@/lib/outgoing/request";
import type { LogName } from "../../service/prove";
import { PACE_SECONDS, takeLine } from "../rules";

export type Witness = Settings["WITNESSES"][number];
export type SendOutside = typeof fetchExternal;

/** What a witness is asked to cosign. */
export interface Offered {
  log: LogName;
  size: number;
  note: string;
}

/** Why there is no cosignature. */
export interface Failure {
  says: string;
  /** Whether the witness has seen another log than ours. */
  isContradiction?: true;
  /** As the witness asked. */
  retryAfterSeconds?: number | undefined;
}

/** Somebody gave the witness a later checkpoint of our log, which has that size. */
export interface Overtaken {
  overtaken: true;
}

type Answer = { line: string; cosignedAt: Date } | Failure | Overtaken;

/** A signature line has about 130 bytes, and a witness may have several keys. */
const MAX_BYTES = 16_384;
const DEADLINE_MILLISECONDS = 10_000;

const SAYS: Readonly<Record<number, string>> = {
  400: "It did not understand our request.",
  403: "It does not accept our signature. Its operators must add the present key of this log.",
  404: "It does not know this log. Its operators must add the key of this log.",
};

/** How a witness is asked. */
export interface Asked {
  witness: Witness;
  send: SendOutside;
  signal: AbortSignal;
  /** Waits between two requests to it. */
  rest?: (milliseconds: number, signal: AbortSignal) => Promise<unknown>;
}

interface Exchange extends Asked {
  offered: Offered;
}

const restUsually = (milliseconds: number, signal: AbortSignal) => sleep(milliseconds, undefined, { signal });

/** Asks once. @returns an answer, or the size that the witness cosigned last */
async function askFrom(ctx: Context, exchange: Exchange, old: number): Promise<Answer | { size: number }> {
  const { witness, offered, send, signal } = exchange;
  const { path } = await proveConsistency(ctx.db, offered.log, old, offered.size);
  const body = [`old ${old}`, ...path.map(toBase64), "", offered.note].join("\n");
  const response = await send(`${witness.url}/add-checkpoint`, {
    method: "POST",
    headers: { "content-type": "text/plain" },
    body,
    maxBytes: MAX_BYTES,
    deadlineMilliseconds: DEADLINE_MILLISECONDS,
    exempt: true,
    withoutRedirects: true,
    signal,
  });
  const { status, headers } = response;
  const text = new TextDecoder().decode(response.bytes);
  if (status === 200) {
    const taken = await takeLine(text, offered.note, witness.key, ctx.clock());
    return taken ?? { says: "Its answer has no valid signature of its key on our checkpoint." };
  }
  if (status === 409 && headers.get("content-type")?.startsWith("text/x.tlog.size")) {
    const size = /^(?:0|[1-9]\d{0,15})\n$/.test(text) ? Number(text) : Number.NaN;
    return Number.isSafeInteger(size) ? { size } : { says: "It named no size of this log." };
  }
  if (status === 422) {
    return { says: "It has seen another log under this name, so it refused our proof.", isContradiction: true };
  }
  return {
    says: SAYS[status] ?? `Its status was ${status}.`,
    retryAfterSeconds: retryAfterSeconds(headers.get("retry-after"), ctx.clock()),
  };
}

/**
 * Says what it means that a witness cosigned more than we offered. Anyone may give it our present checkpoint, so only a size that the
 * present log does not have is a contradiction.
 */
async function explainAhead({ db }: Context, { log }: Offered, size: number): Promise<Failure | Overtaken> {
  const { tree } = await readHead(db, log);
  if (size <= tree.size) return { overtaken: true };
  const cosigned = counted(size, "entry", "entries");
  const says = `It cosigned ${cosigned} of this log, which has ${tree.size.toLocaleString("en")}. The log was rolled back, or the witness is wrong.`;
  return { says, isContradiction: true };
}

async function askAgain(ctx: Context, exchange: Exchange, old: number): Promise<Answer> {
  const { offered, signal, rest = restUsually } = exchange;
  const first = await askFrom(ctx, exchange, old);
  if (!("size" in first)) return first;
  if (first.size > offered.size) return explainAhead(ctx, offered, first.size);
  await rest(PACE_SECONDS * 1_000, signal);
  const second = await askFrom(ctx, exchange, first.size);
  if (!("size" in second)) return second;
  if (second.size > offered.size) return explainAhead(ctx, offered, second.size);
  return { says: "It names another size each time." };
}

/**
 * Asks a witness to cosign a checkpoint of our log: twice if it cosigned another size last than we know.
 * @param old the size that it cosigned last, as far as we know
 */
export async function askWitness(ctx: Context, exchange: Exchange, old: number): Promise<Answer> {
  const answer = await askAgain(ctx, exchange, old).catch((error: unknown) => {
    if (error instanceof OutgoingRequestError && !exchange.signal.aborted) {
      return { says: "It did not respond, or not as a witness does." };
    }
    throw error;
  });
  if (!("overtaken" in answer)) metrics().witnessRequests.inc({ outcome: "line" in answer ? "cosigned" : "failed" });
  return answer;
}
