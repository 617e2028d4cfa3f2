import { and, desc, inArray } from "drizzle-orm";
import type { Context } from "@/lib/context";
import { ledgerActs } from "@/lib/db/schema/ledger";
import { rfcs } from "@/lib/db/schema/rfcs";
import { documentIdOf, REVIEWED } from "../rules";
import { ReviewVerdict } from "../schema";
import { DECISION_KINDS, viewDecision } from "../view";
import type { FoundRfc } from "./read";

/** How many entries feeds have. */
const RECENT = 50;

/** A decision on an RFC, or a review of it. */
export interface RfcNews {
  rfc: FoundRfc;
  /** The place of the act in the council's log. */
  seq: number;
  /** As `actorName` says: a DID, `operator:…` or `system`. */
  actor: string;
  /** What became of it, or what the reviewer said. */
  says: ReturnType<typeof viewDecision>["status"] | ReviewVerdict;
  text: string;
  /** ISO 8601. */
  at: string;
}

/** What happened to the RFCs, newest first: texts that came in, decisions and reviews. */
export async function listRfcNews({ db }: Context): Promise<RfcNews[]> {
  const { number, title, status } = rfcs;
  const rows = await db.select({ number, title, status }).from(rfcs);
  const bySubject = new Map(rows.map((row) => [documentIdOf(row.number), row]));
  const acts = await db
    .select()
    .from(ledgerActs)
    .where(
      and(inArray(ledgerActs.subject, [...bySubject.keys()]), inArray(ledgerActs.kind, [...DECISION_KINDS, REVIEWED])),
    )
    .orderBy(desc(ledgerActs.seq))
    .limit(RECENT);
  return acts.flatMap((act) => {
    const rfc = bySubject.get(act.subject);
    if (!rfc) return [];
    const { seq, actor, createdAt } = act;
    return { rfc, seq, actor, at: createdAt.toISOString(), ...saidBy(act) };
  });
}

function saidBy(act: Parameters<typeof viewDecision>[0] & { kind: string }): Pick<RfcNews, "says" | "text"> {
  if (act.kind === REVIEWED) {
    return { says: ReviewVerdict.parse(act.details["verdict"]), text: String(act.details["text"]) };
  }
  const { status, reason } = viewDecision(act);
  return { says: status, text: reason };
}
