import {
  agentSuspended,
  agentWithdrawn,
  didMismatch,
  type ErrorKind,
  operatorOnly,
  roleTooLow,
  tierTooLow,
  unauthenticated,
} from "@/lib/foundation/errors";
import { type Role, roleAtLeast } from "@/lib/identity/roles";
import { type Tier, tierAtLeast } from "@/lib/identity/tiers";

/** The credential of a caller's request and, for a page, the session that was opened with it. */
interface Credentials {
  credentialId: string;
  sessionId?: string;
}

/**
 * The caller. An agent's `tier` and `status`, and an operator's `role`, are read from its record at each request, never
 * from the token. `operator` is the pseudonym. `credentialId` is absent for an operator who signed in by OpenID Connect, and
 * for work that an operator approved earlier (`approvedEarlier`).
 */
export type Caller =
  | { kind: "anonymous" }
  | (Credentials & { kind: "agent"; did: string; tier: Tier | null; status?: string | null })
  | (Credentials & { kind: "provider"; organisation: string })
  | (Partial<Credentials> & { kind: "operator"; operator: string; role: Role; approvedEarlier?: true })
  | { kind: "system" };

interface Permission {
  /** The minimum tier of the acting agent; null if even an agent without a record is allowed. */
  minimumTier: Tier | null;
  /** The minimum role of an operator who is allowed to do it. */
  role: Role;
  /** Whether only operators are allowed, whatever a caller's tier. */
  operatorsOnly?: true;
  /** Whether it stores nothing, except acknowledgements of read events. An agent is allowed to do it in any state. */
  reads?: true;
  /** The states in which an agent is allowed to do it although it stores something. */
  evenWhile?: readonly RestrictedState[];
}

/** The states in which an agent cannot store anything. */
type RestrictedState = "suspended" | "withdrawn";

/** The one table of required tiers, roles and callers. The OpenAPI text, the docs and the tests are made from it. */
export const PERMISSIONS = {
  "agent.join": { minimumTier: null, role: "operator" },
  "agent.register": { minimumTier: null, role: "operator" },
  "agent.update": { minimumTier: null, role: "operator" },
  "agent.withdraw": { minimumTier: null, role: "operator", evenWhile: ["withdrawn"] },
  "agent.deprecate": { minimumTier: null, role: "operator" },
  "agent.prove_key": { minimumTier: null, role: "operator" },
  "agent.prove_domain": { minimumTier: null, role: "operator" },
  "agent.grant_tier": { minimumTier: null, role: "operator", operatorsOnly: true },
  "agent.suspend": { minimumTier: null, role: "operator", operatorsOnly: true },
  "trust.verify": { minimumTier: null, role: "viewer", reads: true },
  "council.audit": { minimumTier: "T4", role: "operator" },
  "council.read_acts": { minimumTier: null, role: "viewer", operatorsOnly: true },
  "council.redact": { minimumTier: null, role: "operator", operatorsOnly: true },
  "operator.manage": { minimumTier: null, role: "owner", operatorsOnly: true },
  "credential.read": { minimumTier: null, role: "viewer", operatorsOnly: true },
  "credential.manage": { minimumTier: null, role: "operator", operatorsOnly: true },
  "credential.rotate_own": { minimumTier: null, role: "viewer", evenWhile: ["suspended", "withdrawn"] },
  "owner.read": { minimumTier: null, role: "viewer", reads: true },
  "application.read": { minimumTier: null, role: "viewer", operatorsOnly: true },
  "application.decide": { minimumTier: null, role: "reviewer", operatorsOnly: true },
  "report.read": { minimumTier: null, role: "viewer", operatorsOnly: true },
  "report.decide": { minimumTier: null, role: "reviewer", operatorsOnly: true },
  "work.read": { minimumTier: null, role: "viewer", operatorsOnly: true },
  "work.assign": { minimumTier: null, role: "reviewer", operatorsOnly: true },
  "relay.route": { minimumTier: "T1", role: "operator" },
  "relay.send": { minimumTier: "T2", role: "operator" },
  "relay.receive": { minimumTier: null, role: "operator", reads: true },
  "task.cancel": { minimumTier: null, role: "operator" },
  "memory.anchor": { minimumTier: "T3", role: "operator" },
  "memory.query": { minimumTier: "T2", role: "viewer", reads: true },
  "memory.erase": { minimumTier: null, role: "operator", operatorsOnly: true },
  "rfc.decide": { minimumTier: null, role: "operator", operatorsOnly: true },
  "rfc.review": { minimumTier: "T4", role: "operator" },
  "incident.open": { minimumTier: "T1", role: "reviewer" },
  "incident.confirm": { minimumTier: "T4", role: "reviewer" },
  "incident.update": { minimumTier: "T1", role: "reviewer" },
  "incident.transition": { minimumTier: null, role: "reviewer", operatorsOnly: true },
  "reply.write": { minimumTier: null, role: "operator", evenWhile: ["suspended", "withdrawn"] },
  "reply.decide": { minimumTier: null, role: "reviewer", operatorsOnly: true },
  "system.freeze": { minimumTier: null, role: "operator", operatorsOnly: true },
  "system.maintain": { minimumTier: null, role: "operator", operatorsOnly: true },
  "webhook.manage": { minimumTier: "T1", role: "operator" },
  "webhook.read": { minimumTier: null, role: "viewer", reads: true },
  "source.read": { minimumTier: null, role: "viewer", operatorsOnly: true },
  "source.manage": { minimumTier: null, role: "operator", operatorsOnly: true },
} as const satisfies Record<string, Permission>;
export type PermissionName = keyof typeof PERMISSIONS;

export function describePermission(name: PermissionName): string {
  const { minimumTier, operatorsOnly, role }: Permission = PERMISSIONS[name];
  if (operatorsOnly) return `Operators only. Minimum role: ${role}.`;
  const others = minimumTier === null ? "Any valid token." : `Minimum tier ${minimumTier}.`;
  return role === "viewer" ? others : `${others} Minimum role of an operator: ${role}.`;
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
  const { minimumTier, operatorsOnly, role }: Permission = PERMISSIONS[name];
  if (kind === "operatorOnly") return operatorsOnly ? `operators only, role ${role}` : `role ${role}`;
  return kind === "tierTooLow" && minimumTier !== null ? `tier ${minimumTier} is required` : undefined;
}

/**
 * Throws if the caller is not allowed. Every verb that is not public begins with it, or with a function of
 * `authorize-actor.ts`. Entry points (HTTP, MCP, forms) do not check again.
 * @param actorDid the DID for which the caller acts. An agent's token acts only for its own DID. Whether an
 * organisation's token may act for it is only in the database, so the verb's own statement decides that.
 */
export function authorize(caller: Caller, name: PermissionName, actorDid?: string): void {
  const { operatorsOnly, role }: Permission = PERMISSIONS[name];
  if (caller.kind === "anonymous") throw unauthenticated();
  if (caller.kind === "system") return;
  if (caller.kind === "operator") {
    if (roleAtLeast(caller.role, role)) return;
    throw roleTooLow(role, caller.role);
  }
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

export const credentialOf = (caller: Caller): string | null =>
  ("credentialId" in caller ? caller.credentialId : undefined) ?? null;

/** Returns whether the caller is an operator, with any role. */
export const isOperator = (caller: Caller): caller is Extract<Caller, { kind: "operator" }> =>
  caller.kind === "operator";

/** Returns whether an operator's role, or the service's own work, allows it. Agents and organisations are never allowed. */
export const actsAsOperator = (caller: Caller, name: PermissionName): boolean =>
  caller.kind === "system" || (isOperator(caller) && roleAtLeast(caller.role, PERMISSIONS[name].role));

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

/** Returns the ledger's name for a caller: a DID, `organisation:…`, `operator:…` with the pseudonym, or `system`. */
export function actorName(caller: Caller): string {
  switch (caller.kind) {
    case "agent":
      return caller.did;
    case "provider":
      return `organisation:${caller.organisation}`;
    case "operator":
      return `operator:${caller.operator}`;
    default:
      return caller.kind;
  }
}
