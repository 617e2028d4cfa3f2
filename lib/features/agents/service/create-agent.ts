import type { Context } from "@/lib/authority/context";
import { GroupCommit } from "@/lib/database/group-commit";
import type { Database } from "@/lib/database/open";
import { agentChange, agentFields } from "@/lib/features/events/agent-change";
import { recordChanges } from "@/lib/features/events/record-change";
import { type AssessedAgent, type Assessment, NOTHING_ON_RECORD, standingOf, utcDay } from "@/lib/features/trust/rules";
import { recordTierChanges, refreshTrust } from "@/lib/features/trust/service/standing";
import { ServiceError } from "@/lib/foundation/errors";
import { type AgentSkills, indexSkills } from "@/lib/search/service/index-skills";
import type { completeRecord } from "../rules";
import { insertAgents, type NewAgent } from "./insert-agent";
import { listServer } from "./list-server";
import { type Asker, type Ownership, resolveNewOwners } from "./ownership";

/** The reason for a change of tier that follows from a registration. */
export const REGISTERED = "Its registration was completed.";

/** The record of a new agent, and the assessment of its first standing. */
export interface Beginning extends Pick<NewAgent, "did" | "status" | "isDemo" | "listed" | "changedBy"> {
  record: ReturnType<typeof completeRecord>;
  assessment: Assessment;
}

/** Returns the row of a new agent, with its first standing. */
export function newAgent({ record, assessment, ...fields }: Beginning, owner: Ownership["owner"]): NewAgent {
  const { at } = assessment;
  const row = {
    ...fields,
    ...record,
    ...owner,
    provenKey: "",
    domains: [],
    grantedTier: null,
    a2aGuests: false,
    livenessChecks: false,
    listedOn: fields.listed && utcDay(at),
    memberSince: null,
    revision: 1,
    registeredAt: at,
    lastSeen: at,
  };
  return { ...row, ...standingOf({ ...row, keyProvenAt: null, events: NOTHING_ON_RECORD }, assessment) };
}

export interface Creation extends Asker {
  beginning: Beginning;
  kind: "agent.joined" | "agent.registered";
  /** Absent for an agent that only joins. */
  skills?: Omit<AgentSkills, "did">;
}

/** The created agent; null if there is a record already, or another transaction may create one. */
type Created = AssessedAgent | null;

/** Creates agents in one transaction. If several callers ask for one DID, only the first creates it, and the others get null. */
function createAll(db: Database, drain: () => readonly Creation[]): Promise<(Created | ServiceError)[]> {
  return db.transaction(async (tx) => {
    const drained = drain();
    const first = new Map(drained.map((creation) => [creation.did, creation] as const).reverse());
    const asked = drained.filter((creation) => first.get(creation.did) === creation);
    const times = asked.map(({ beginning }) => beginning.assessment.at.getTime());
    const owners = await resolveNewOwners(tx, asked, new Date(Math.max(...times)));
    const outcomes = new Map<Creation, Created | ServiceError>();
    const creating = asked.flatMap((creation, at) => {
      const owner = owners[at];
      if (owner instanceof ServiceError) outcomes.set(creation, owner);
      return owner === undefined || owner instanceof ServiceError ? [] : [{ creation, owner }];
    });
    // In one order in every transaction, because the rows' locks stay.
    creating.sort((one, other) => (one.creation.did < other.creation.did ? -1 : 1));
    const rows = await insertAgents(
      tx,
      creating.map(({ creation, owner }) => newAgent(creation.beginning, owner)),
    );
    const created = creating.flatMap(({ creation }) => {
      const row = rows.get(creation.did);
      return row ? [{ ...creation, creation, row }] : [];
    });
    const changes = created.map(({ kind, did, row }) =>
      agentChange(kind, did, { ...agentFields(row), tier: row.trustTier }),
    );
    const prepared = created.flatMap(({ did, skills }) => (skills ? [{ did, ...skills }] : []));
    const embedders = [...new Set(prepared.map(({ embedder }) => embedder))];
    await Promise.all([
      recordChanges(tx, changes),
      ...embedders.map((embedder) =>
        indexSkills(
          db,
          tx,
          prepared.filter((one) => one.embedder === embedder),
        ),
      ),
    ]);
    for (const { creation, did, row, skills, beginning } of created) {
      if (skills) await listServer(tx, did, row.capabilityManifest, "record");
      const { at } = beginning.assessment;
      // Audits and incidents of a DID count from its joining on, whenever they were.
      const { row: refreshed, change } = await refreshTrust(tx, row, beginning.assessment);
      if (change && skills) await recordTierChanges(tx, [{ did, ...change }], { reason: REGISTERED, at });
      outcomes.set(creation, refreshed);
    }
    return drained.map((creation) => outcomes.get(creation) ?? null);
  });
}

// One queue for each database, because a test may have several.
const queues = new WeakMap<Database, GroupCommit<Creation, Created>>();

/**
 * Creates an agent, in a transaction that is shared with other waiting callers.
 * @returns the agent; null if there is a record already, or another transaction may create one. Then the caller
 * must lock the DID itself.
 * @throws ServiceError as `resolveOwnership` does; `unavailable` if too many callers wait
 */
export function createAgent({ db }: Context, creation: Creation): Promise<Created> {
  let queue = queues.get(db);
  if (!queue) {
    queue = new GroupCommit<Creation, Created>({
      commit: (drain) => createAll(db, drain),
      // If it is not known whether an agent was created, the caller gets the error of the database and asks again.
      lookUp: async (creations) => creations.map(() => undefined),
      bytesOf: ({ beginning }) => JSON.stringify(beginning.record.capabilityManifest).length,
    });
    queues.set(db, queue);
  }
  return queue.submit(creation);
}
