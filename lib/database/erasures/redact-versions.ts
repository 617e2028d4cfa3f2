import { and, eq, lte, sql } from "drizzle-orm";
import type { Reader, Transaction } from "../open";
import { agents, agentVersions } from "../schema/agents";
import { recordErasures } from "./journal";
import type { RedactedTexts } from "./redact";

const versionsOf = (did: string, revision: number | undefined) =>
  and(eq(agentVersions.did, did), revision === undefined ? undefined : lte(agentVersions.revision, revision));

/** Returns the values that each field has in an agent's versions. @param revision of the last version; absent: all */
export async function valuesInVersions(db: Reader, did: string, revision?: number): Promise<Record<string, unknown[]>> {
  const rows = await db.select().from(agentVersions).where(versionsOf(did, revision)).orderBy(agentVersions.revision);
  const values = new Map<string, Map<string, unknown>>();
  for (const [field, value] of rows.flatMap(({ before, after }) => [before, after].flatMap(Object.entries))) {
    const found = values.get(field) ?? new Map();
    values.set(field, found.set(JSON.stringify(value), value));
  }
  return Object.fromEntries([...values].map(([field, found]) => [field, [...found.values()]]));
}

/** Removes fields from an agent's versions, and from what the next one would store. Records it in the journal. */
export async function redactVersions(tx: Transaction, did: string, { fields, at, revision }: RedactedTexts) {
  const names = sql`array(select jsonb_array_elements_text(${JSON.stringify(fields)}::jsonb))`;
  // The agent is locked first, as a change of it does.
  const [agent] = await tx
    .update(agents)
    .set({ unversioned: sql`array(select unnest(${agents.unversioned}) union select unnest(${names}))` })
    .where(eq(agents.did, did))
    .returning({ revision: agents.revision });
  if (!agent) return;
  const last = revision ?? agent.revision;
  await tx
    .update(agentVersions)
    .set({ before: sql`${agentVersions.before} - ${names}`, after: sql`${agentVersions.after} - ${names}` })
    .where(versionsOf(did, last));
  const line = { at: at.toISOString(), key: `version:${did}`, revision: last, fields: [...fields] };
  await recordErasures([{ kind: "redaction", ...line }]);
}
