import { and, eq, type SQL } from "drizzle-orm";
import { type CouncilAct, redactableFields } from "@/lib/database/erasures/redact";
import { valuesInVersions } from "@/lib/database/erasures/redact-versions";
import type { Reader } from "@/lib/database/open";
import { agents } from "@/lib/database/schema/agents";
import { audits } from "@/lib/database/schema/council";
import { incidentEvents } from "@/lib/database/schema/incidents";
import { ledgerActs } from "@/lib/database/schema/ledger";
import { relayEvents } from "@/lib/database/schema/relay";
import { replies } from "@/lib/database/schema/replies";
import { rfcReviews } from "@/lib/database/schema/rfcs";
import { notFound } from "@/lib/foundation/errors";
import { isUuid } from "@/lib/foundation/text/uuid";
import { isPublicKind } from "../../rules";
import type { NamedRecord, RedactionSubject } from "../schema";

/** A record whose texts can be redacted. */
export interface FoundRecord {
  /** The act that contains the texts; null for an event of the relay and for versions. */
  act: CouncilAct | null;
  /** The fields that can be redacted, also those that already are. */
  texts: Record<string, unknown>;
  /** The agents concerned, as far as the record names them in public. */
  dids: string[];
}

/** Where a record's texts are. */
interface Place {
  /** The fields; absent: every field that is a text. */
  fields?: readonly string[];
  /** Returns the place of its act in the council's log, or the id of its entry. */
  actOf: (db: Reader, id: string) => Promise<number | string | null | undefined>;
}

const MOST_SEQ = 2 ** 53;
const numberOf = (id: string) => (/^\d{1,15}$/.test(id) ? Number(id) : undefined);

const seqOf = async (query: Promise<{ seq: number | null }[]>) => (await query)[0]?.seq;

/** How a record is found by its id. A kind of record needs one row here, and one in `COPIES` for its table. */
const PLACES: Record<Exclude<RedactionSubject, "event" | "version">, Place> = {
  act: { actOf: async (_db, id) => numberOf(id) ?? id },
  incident: {
    fields: ["title", "description"],
    actOf: async (db, id) => {
      const number = numberOf(id);
      if (number === undefined || number >= 2 ** 31) return undefined;
      const opened = and(eq(incidentEvents.incidentId, number), eq(incidentEvents.kind, "opened"));
      return seqOf(db.select({ seq: incidentEvents.seq }).from(incidentEvents).where(opened));
    },
  },
  audit: {
    fields: ["summary", "findings", "evidence"],
    actOf: async (db, id) =>
      isUuid(id) ? seqOf(db.select({ seq: audits.seq }).from(audits).where(eq(audits.id, id))) : undefined,
  },
  reply: {
    fields: ["text"],
    actOf: async (db, id) =>
      isUuid(id) ? seqOf(db.select({ seq: replies.seq }).from(replies).where(eq(replies.id, id))) : undefined,
  },
  review: {
    fields: ["text"],
    actOf: async (db, id) =>
      isUuid(id) ? seqOf(db.select({ seq: rfcReviews.seq }).from(rfcReviews).where(eq(rfcReviews.id, id))) : undefined,
  },
};

async function findAct(db: Reader, place: number | string | null | undefined): Promise<CouncilAct> {
  let where: SQL | undefined;
  if (typeof place === "number" && place < MOST_SEQ) where = eq(ledgerActs.seq, place);
  if (typeof place === "string" && isUuid(place)) where = eq(ledgerActs.id, place);
  const [act] = where === undefined ? [] : await db.select().from(ledgerActs).where(where);
  if (!act) throw notFound("There is no such record.");
  return act;
}

async function findEvent(db: Reader, id: string): Promise<FoundRecord> {
  const [event] = isUuid(id) ? await db.select().from(relayEvents).where(eq(relayEvents.id, id)) : [];
  if (!event) throw notFound("There is no such record.");
  const { intent, payload, extensions, srcDid, dstDid } = event;
  return { act: null, texts: { intent, payload, extensions }, dids: [srcDid, dstDid ?? []].flat() };
}

async function findVersions(db: Reader, did: string, revision: number | undefined): Promise<FoundRecord> {
  const [agent] = await db.select({ did: agents.did }).from(agents).where(eq(agents.did, did));
  if (!agent) throw notFound("There is no such record.");
  return { act: null, texts: await valuesInVersions(db, did, revision), dids: [did] };
}

/** Returns the agents that an act names in public. */
function didsOf({ kind, subject, actor, details }: CouncilAct): string[] {
  if (!isPublicKind(kind)) return [];
  const named = [subject, actor, details["did"], details["affected"]].flat();
  return [...new Set(named.filter((name): name is string => typeof name === "string" && name.startsWith("did:")))];
}

/**
 * Finds a record with the texts that can be redacted. @param revision of an agent's last version
 * @throws ServiceError `notFound`
 */
export async function findRecord(db: Reader, { subject, id }: NamedRecord, revision?: number): Promise<FoundRecord> {
  if (subject === "event") return findEvent(db, id);
  if (subject === "version") return findVersions(db, id, revision);
  const { fields, actOf } = PLACES[subject];
  const act = await findAct(db, await actOf(db, id));
  const names = fields ?? redactableFields(act);
  const texts = Object.fromEntries(Object.entries(act.details).filter(([name]) => names.includes(name)));
  return { act, texts, dids: didsOf(act) };
}
