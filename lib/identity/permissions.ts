import {
  agentSuspended,
  agentWithdrawn,
  didMismatch,
  type ErrorKind,
  operatorOnly,
  tierTooLow,
  unauthenticated,
} from "@/lib/foundation/errors";
import { type Tier, tierAtLeast } from "@/lib/identity/tiers";

/** The credential of a caller's request and, for a page, the session that was opened with it. */
interface Credentials {
  credentialId: string;
  sessionId?: string;
}

/** The caller. An agent's `tier` and `status` are read from its record at each request, never from the token. */
export type Caller =
  | { kind: "anonymous" }
  | (Credentials & { kind: "agent"; did: string; tier: Tier | null; status?: string | null })
  | (Credentials & { kind: "provider"; organisation: string })
  | (Credentials & { kind: "operator" })
  | { kind: "system" };

interface Permission {
  /** The minimum tier of the acting agent; null if even an agent without a record is allowed. */
  minimumTier: Tier | null;
  /** Whether only operators are allowed, whatever a caller's tier. */
  operatorsOnly?: true;
  /** Whether it stores nothing, except acknowledgements of read events. An agent is allowed to do it in any state. */
  reads?: true;
  /** The states in which an agent is allowed to do it although it stores something. */
  evenWhile?: readonly RestrictedState[];
}

/** The states in which an agent cannot store anything. */
type RestrictedState = "suspended" | "withdrawn";

/** The one table of required tiers and callers. The OpenAPI text, the docs and the tests are made from it. */
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
  "task.cancel": { minimumTier: null },
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
  "webhook.manage": { minimumTier: "T1" },
  "webhook.read": { minimumTier: null, reads: true },
  "source.manage": { minimumTier: null, operatorsOnly: true },
} as const satisfies Record<string, Permission>;
export type PermissionName = keyof typeof PERMISSIONS;

/** Returns the description of one permission for OpenAPI and the docs. */
export function describePermission(name: PermissionName): string {
  const { minimumTier, operatorsOnly }: Permission = PERMISSIONS[name];
  if (operatorsOnly) return "Operators only.";
  return minimumTier === null ? "Any valid token." : `Minimum tier ${minimumTier}. An operator counts as T4.`;
}

/** Returns whether a permission writes something, for an agent, an organisation or an operator. */
export function isWrite(name: PermissionName): boolean {
  const { reads }: Permission = PERMISSIONS[name];
  return !reads;
}

/** Returns whether an agent is denied a permission while it is in a state. */
export function isForbiddenWhile(state: RestrictedState, name: PermissionName): boolean {
  const { operatorsOnly, evenWhile }: Permission = PERMISSIONS[name];
  return !operatorsOnly && isWrite(name) && !evenWhile?.includes(state);
}

/** Returns what a caller is missing, for an error about tier or kind of caller; undefined for other errors. */
export function requirementOf(kind: ErrorKind, name: PermissionName): string | undefined {
  const { minimumTier }: Permission = PERMISSIONS[name];
  if (kind === "operatorOnly") return "operators only";
  return kind === "tierTooLow" && minimumTier !== null ? `tier ${minimumTier} is required` : undefined;
}

/**
 * Throws if the caller is not allowed. Every verb that is not public begins with it, or with a function of
 * `authorize-actor.ts`. Entry points (HTTP, MCP, forms) do not check again.
 * @param actorDid the DID for which the caller acts. An agent's token acts only for its own DID. Whether an
 * organisation's token may act for it is only in the database, so the verb's own statement decides that.
 */
export function authorize(caller: Caller, name: PermissionName, actorDid?: string): void {
  const { operatorsOnly }: Permission = PERMISSIONS[name];
  if (caller.kind === "anonymous") throw unauthenticated();
  if (caller.kind === "operator" || caller.kind === "system") return;
  if (operatorsOnly) throw operatorOnly();
  if (caller.kind === "agent") {
    if (actorDid !== undefined && actorDid !== caller.did) {
      throw didMismatch(`This token can act only for ${caller.did}.`);
    }
    authorizeAgent(name, caller);
  }
}

/**
 * Throws if an agent's tier or status does not allow it. An agent without a record counts as T0.
 */
export function authorizeAgent(
  name: PermissionName,
  { tier, status }: { tier: Tier | null; status?: string | null },
): void {
  const { minimumTier }: Permission = PERMISSIONS[name];
  if (status === "suspended" && isForbiddenWhile(status, name)) throw agentSuspended();
  if (status === "withdrawn" && isForbiddenWhile(status, name)) throw agentWithdrawn();
  if (minimumTier !== null && !tierAtLeast(tier ?? "T0", minimumTier)) throw tierTooLow(minimumTier, tier ?? "T0");
}

/** Returns whether an agent of this tier and status may do it. */
export function isPermitted(name: PermissionName, standing: { tier: Tier | null; status?: string | null }): boolean {
  try {
    authorizeAgent(name, standing);
    return true;
  } catch {
    return false;
  }
}

/**
 * Throws if the caller may not write an agent's record, as read by a transaction that holds its lock. The caller was
 * identified earlier, so the agent may have been suspended or withdrawn since. Operators may write in any state.
 */
export function authorizeLocked(
  { kind }: Caller,
  name: PermissionName,
  { trustTier: tier, status }: { trustTier: Tier; status: string },
): void {
  if (kind === "agent" || kind === "provider") authorizeAgent(name, { tier, status });
}

/** Returns the ledger's name for a caller: a DID, `organisation:…`, `operator:…` or `system`. */
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
