import { and, desc, inArray } from "drizzle-orm";
import type { Context } from "@/lib/authority/context";
import { ledgerActs } from "@/lib/database/schema/ledger";
import { rfcs } from "@/lib/database/schema/rfcs";
import { documentIdOf, REVIEWED_KIND } from "../rules";
import { ReviewVerdict } from "../schema";
import { DECISION_KINDS, viewDecision } from "../view";
import type { FoundRfc } from "./read";

/** Maximum entries in a feed. */
const RECENT = 50;

/** A decision on an RFC, or a review of it. */
export interface RfcNews {
  rfc: FoundRfc;
  /** The place of the act in the council's log. */
  seq: number;
  /** The actor, in the form of `actorName`: a DID, `operator:…` or `system`. */
  actor: string;
  says: ReturnType<typeof viewDecision>["status"] | ReviewVerdict;
  text: string;
  /** ISO 8601. */
  at: string;
}

/** Returns the events of the RFCs, newest first: new texts, decisions and reviews. */
export async function listRfcNews({ db }: Context): Promise<RfcNews[]> {
  const { number, title, status } = rfcs;
  const rows = await db.select({ number, title, status }).from(rfcs);
  const bySubject = new Map(rows.map((row) => [documentIdOf(row.number), row]));
  const acts = await db
    .select()
    .from(ledgerActs)
    .where(
      and(
        inArray(ledgerActs.subject, [...bySubject.keys()]),
        inArray(ledgerActs.kind, [...DECISION_KINDS, REVIEWED_KIND]),
      ),
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
  if (act.kind === REVIEWED_KIND) {
    return { says: ReviewVerdict.parse(act.details["verdict"]), text: String(act.details["text"]) };
  }
  const { status, reason } = viewDecision(act);
  return { says: status, text: reason };
}
