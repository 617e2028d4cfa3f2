import {
  agentSuspended,
  agentWithdrawn,
  didMismatch,
  type ErrorKind,
  operatorOnly,
  tierTooLow,
  unauthenticated,
} from "@/lib/errors";
import { type Tier, tierAtLeast } from "@/lib/tiers";

/** What a caller's request came with: a credential, and for a page the session that was opened with it. */
interface Credentials {
  credentialId: string;
  sessionId?: string;
}

/** Who is asking. An agent's `tier` and `status` are read from its record at each request, never from the token. */
export type Caller =
  | { kind: "anonymous" }
  | (Credentials & { kind: "agent"; did: string; tier: Tier | null; status?: string | null })
  | (Credentials & { kind: "provider"; organisation: string })
  | (Credentials & { kind: "operator" })
  | { kind: "system" };

interface Permission {
  /** Least tier of the acting agent; null where even an agent without a record may do it. */
  minimumTier: Tier | null;
  /** Whether only operators may do it, whatever a caller's tier. */
  operatorsOnly?: true;
  /** Whether it stores nothing: it reads, or acknowledges what was read. An agent may do it in any state. */
  reads?: true;
  /** In which states an agent may do it although it stores something. */
  evenWhile?: readonly HeldState[];
}

/** The states in which an agent stores nothing. */
type HeldState = "suspended" | "withdrawn";

/** The one table of what needs which standing. The OpenAPI text, the docs and the tests are made from it. */
export const PERMISSIONS = {
  "agent.join": { minimumTier: null },
  "agent.register": { minimumTier: null },
  "agent.update": { minimumTier: null },
  "agent.withdraw": { minimumTier: null, evenWhile: ["withdrawn"] },
  "agent.deprecate": { minimumTier: null },
  "agent.prove_key": { minimumTier: null },
  "agent.prove_domain": { minimumTier: null },
  "agent.grant_tier": { minimumTier: null, operatorsOnly: true },
  "agent.suspend": { minimumTier: null, operatorsOnly: true },
  "trust.verify": { minimumTier: null, reads: true },
  "council.audit": { minimumTier: "T4" },
  "council.read_acts": { minimumTier: null, operatorsOnly: true },
  "credential.manage": { minimumTier: null, operatorsOnly: true },
  "credential.rotate_own": { minimumTier: null, evenWhile: ["suspended", "withdrawn"] },
  "owner.read": { minimumTier: null, reads: true },
  "application.decide": { minimumTier: null, operatorsOnly: true },
  "report.decide": { minimumTier: null, operatorsOnly: true },
  "relay.route": { minimumTier: "T1" },
  "relay.send": { minimumTier: "T2" },
  "relay.receive": { minimumTier: null, reads: true },
  "memory.anchor": { minimumTier: "T3" },
  "memory.query": { minimumTier: "T2", reads: true },
  "memory.erase": { minimumTier: null, operatorsOnly: true },
  "rfc.decide": { minimumTier: null, operatorsOnly: true },
  "rfc.review": { minimumTier: "T4" },
  "incident.open": { minimumTier: "T1" },
  "incident.confirm": { minimumTier: "T4" },
  "incident.update": { minimumTier: "T1" },
  "incident.transition": { minimumTier: null, operatorsOnly: true },
  "system.freeze": { minimumTier: null, operatorsOnly: true },
  "source.manage": { minimumTier: null, operatorsOnly: true },
} as const satisfies Record<string, Permission>;
export type PermissionName = keyof typeof PERMISSIONS;

/** The words of the OpenAPI description and the docs for one permission. */
export function describePermission(name: PermissionName): string {
  const { minimumTier, operatorsOnly }: Permission = PERMISSIONS[name];
  if (operatorsOnly) return "Operators only.";
  return minimumTier === null ? "Any valid token." : `Minimum tier ${minimumTier}; an operator counts as T4.`;
}

/** Whether it writes something, for an agent, an organisation or an operator. */
export function stores(name: PermissionName): boolean {
  const { reads }: Permission = PERMISSIONS[name];
  return !reads;
}

/** Whether an agent is refused this while it is in a state. */
export function refusesWhile(state: HeldState, name: PermissionName): boolean {
  const { operatorsOnly, evenWhile }: Permission = PERMISSIONS[name];
  return !operatorsOnly && stores(name) && !evenWhile?.includes(state);
}

/** What a caller lacks who is refused for their standing; undefined where a refusal is about something else. */
export function neededFor(kind: ErrorKind, name: PermissionName): string | undefined {
  const { minimumTier }: Permission = PERMISSIONS[name];
  if (kind === "operatorOnly") return "operators only";
  return kind === "tierTooLow" && minimumTier !== null ? `tier ${minimumTier} is needed` : undefined;
}

/**
 * Lets the caller pass, or throws. Every verb that is not public begins with it, so no way in can forget it.
 * @param actorDid the DID in whose name the caller acts. An agent's token acts for its own DID only. Whether an
 *   organisation's key may act for it only the database knows: the verb's own statement decides that.
 */
export function permit(caller: Caller, name: PermissionName, actorDid?: string): void {
  const { operatorsOnly }: Permission = PERMISSIONS[name];
  if (caller.kind === "anonymous") throw unauthenticated();
  if (caller.kind === "operator" || caller.kind === "system") return;
  if (operatorsOnly) throw operatorOnly();
  if (caller.kind === "agent") {
    if (actorDid !== undefined && actorDid !== caller.did) {
      throw didMismatch(`This token acts for ${caller.did} only.`);
    }
    permitStanding(name, caller);
  }
}

/**
 * Lets an agent pass as its record stands, or throws. The one place that asks for its tier and its status; one without a
 * record has neither.
 */
export function permitStanding(
  name: PermissionName,
  { tier, status }: { tier: Tier | null; status?: string | null },
): void {
  const { minimumTier }: Permission = PERMISSIONS[name];
  if (status === "suspended" && refusesWhile(status, name)) throw agentSuspended();
  if (status === "withdrawn" && refusesWhile(status, name)) throw agentWithdrawn();
  if (minimumTier !== null && !tierAtLeast(tier ?? "T0", minimumTier)) throw tierTooLow(minimumTier, tier ?? "T0");
}

/**
 * Lets the caller write an agent's record, as a transaction that holds its lock has read it. Who called was looked up before:
 * the agent may have been suspended or withdrawn since. Operators may write in any state.
 */
export function permitLocked(
  { kind }: Caller,
  name: PermissionName,
  { trustTier: tier, status }: { trustTier: Tier; status: string },
): void {
  if (kind === "agent" || kind === "provider") permitStanding(name, { tier, status });
}

/** How the ledger names a caller: a DID, `organisation:…`, `operator:…` or `system`. */
export function actorName(caller: Caller): string {
  switch (caller.kind) {
    case "agent":
      return caller.did;
    case "provider":
      return `organisation:${caller.organisation}`;
    case "operator":
      return `operator:${caller.credentialId}`;
    default:
      return caller.kind;
  }
}
