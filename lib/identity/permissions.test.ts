import { describe, expect, it } from "vitest";
import { ServiceError } from "@/lib/foundation/errors";
import {
  actorName,
  actsAsOperator,
  authorize,
  type Caller,
  describePermission,
  PERMISSIONS,
  type PermissionName,
} from "./permissions";
import type { Role } from "./roles";
import { Tier, tierAtLeast } from "./tiers";

const DID = "did:fed:s1:atlas";
const OTHER_DID = "did:fed:s1:somebody-else";
const NAMES = Object.keys(PERMISSIONS) as PermissionName[];

const agent = (tier: Tier | null): Caller => ({ kind: "agent", credentialId: "c1", did: DID, tier });
const provider: Caller = { kind: "provider", credentialId: "c2", organisation: "Lattice Works" };
const withRole = (role: Role): Caller => ({ kind: "operator", credentialId: "c3", operator: "someones", role });
const operator = withRole("owner");

/** The result for a caller: an error with its message, or nothing. */
function errorOf(caller: Caller, name: PermissionName, actorDid?: string): { kind: string; message?: string } {
  try {
    authorize(caller, name, actorDid);
    return { kind: "passes" };
  } catch (error) {
    return error instanceof ServiceError ? { kind: error.kind, message: error.message } : { kind: "something else" };
  }
}
const outcome = (...asked: Parameters<typeof errorOf>) => errorOf(...asked).kind;

describe("authorize", () => {
  it("denies an anonymous caller everything, even what any token may do", () => {
    for (const name of NAMES) expect(outcome({ kind: "anonymous" }, name, DID)).toBe("unauthenticated");
  });

  it("lets an operator do what the role allows: a viewer reads, a reviewer decides, an owner manages operators", () => {
    const allowed = (role: Role) => NAMES.filter((name) => outcome(withRole(role), name, OTHER_DID) === "passes");
    const viewer = allowed("viewer");
    expect(viewer).toEqual([
      ...["trust.verify", "council.read_acts", "credential.read", "credential.rotate_own", "owner.read"],
      ...["application.read", "report.read", "work.read", "memory.query", "webhook.read", "source.read"],
    ]);
    expect(allowed("reviewer").filter((name) => !viewer.includes(name))).toEqual([
      ...["application.decide", "report.decide", "work.assign", "incident.open", "incident.confirm"],
      ...["incident.update", "incident.transition", "reply.decide"],
    ]);
    expect(NAMES.filter((name) => !allowed("operator").includes(name))).toEqual(["operator.manage"]);
    for (const name of NAMES) expect(actsAsOperator(withRole("viewer"), name)).toBe(viewer.includes(name));
  });

  it("lets owners and the system do everything in anyone's name", () => {
    for (const name of NAMES) {
      expect(outcome(operator, name, OTHER_DID)).toBe("passes");
      expect(outcome({ kind: "system" }, name, OTHER_DID)).toBe("passes");
    }
  });

  it("denies agents of every tier and organisations the permissions of operators", () => {
    const reserved = NAMES.filter((name) => "operatorsOnly" in PERMISSIONS[name]);
    expect(reserved).toEqual(expect.arrayContaining(["agent.grant_tier", "credential.manage"]));
    for (const name of reserved) {
      for (const tier of Tier.options) expect(outcome(agent(tier), name, DID)).toBe("operatorOnly");
      expect(outcome(provider, name)).toBe("operatorOnly");
    }
  });

  it("lets an agent act in its own name from the minimum tier on, and an agent without a record as T0", () => {
    for (const name of NAMES.filter((each) => !("operatorsOnly" in PERMISSIONS[each]))) {
      const needed: Tier = PERMISSIONS[name].minimumTier ?? "T0";
      for (const tier of Tier.options) {
        expect(outcome(agent(tier), name, DID)).toBe(tierAtLeast(tier, needed) ? "passes" : "tierTooLow");
      }
      expect(outcome(agent(null), name, DID)).toBe(needed === "T0" ? "passes" : "tierTooLow");
    }
  });

  it("denies a suspended agent everything but reading and rotating, whatever its tier; a withdrawn one may also come back", () => {
    const suspended: Caller = { kind: "agent", credentialId: "c1", did: DID, tier: "T4", status: "suspended" };
    const reading = NAMES.filter((name) => outcome(suspended, name, DID) === "passes");
    const READING = [
      "trust.verify",
      "credential.rotate_own",
      "owner.read",
      "relay.receive",
      "memory.query",
      "reply.write",
      "webhook.read",
    ];
    expect(reading).toEqual(READING);
    const withdrawn: Caller = { ...suspended, status: "withdrawn" };
    expect(NAMES.filter((name) => outcome(withdrawn, name, DID) === "passes")).toEqual(["agent.withdraw", ...READING]);
    expect(outcome(withdrawn, "memory.anchor", DID)).toBe("withdrawn");
    expect(outcome({ ...suspended, tier: "T0" }, "memory.anchor", DID)).toBe("suspended");
    expect(outcome({ ...suspended, tier: "T1" }, "memory.query", DID)).toBe("tierTooLow");
  });

  it("rejects an agent's token in another agent's name, whatever its tier", () => {
    for (const name of ["agent.join", "agent.register"] as const) {
      expect(outcome(agent("T4"), name, OTHER_DID)).toBe("didMismatch");
      expect(outcome(agent("T4"), name, DID.toUpperCase())).toBe("didMismatch");
    }
  });

  it("leaves it to the verb's statement for which agents an organisation acts", () => {
    expect(outcome(provider, "agent.register", OTHER_DID)).toBe("passes");
  });
});

describe("an error response", () => {
  it("says which tier or role is required and which one the caller has, or that only an operator may", () => {
    expect(errorOf(agent("T1"), "memory.anchor").message).toBe("This requires tier T3. The present tier is T1.");
    expect(errorOf(agent(null), "relay.send").message).toBe("This requires tier T2. The present tier is T0.");
    expect(errorOf(agent("T4"), "system.freeze").message).toBe("Only an operator may do this.");
    expect(errorOf(withRole("viewer"), "system.freeze")).toEqual({
      kind: "operatorOnly",
      message: "This requires the role operator or a higher one. The present role is viewer.",
    });
  });
});

describe("describePermission", () => {
  it("says of every permission who may", () => {
    expect(describePermission("credential.manage")).toBe("Operators only. Minimum role: operator.");
    expect(describePermission("trust.verify")).toBe("Any valid token.");
    expect(describePermission("memory.anchor")).toBe("Minimum tier T3. Minimum role of an operator: operator.");
    for (const name of NAMES) expect(describePermission(name)).toMatch(/\.$/);
  });
});

describe("actorName", () => {
  it("distinguishes callers of different kinds", () => {
    expect(actorName(agent("T1"))).toBe(DID);
    expect(actorName(provider)).toBe("organisation:Lattice Works");
    expect(actorName(operator)).toBe("operator:someones");
    expect(actorName({ kind: "system" })).toBe("system");
  });
});
