import { describe, expect, it } from "vitest";
import { type Noticed, noticesOf } from "./notices";

const SINCE = "2026-03-01T12:00:00.000Z";
const said = { since: SINCE, reason: "Why.", seq: 3 };
const ACTIVE: Noticed = { status: "active" };

describe("the reasons not to start using an agent", () => {
  it.each<[string, Noticed, object[]]>([
    ["none", ACTIVE, []],
    ["suspended", { status: "suspended", suspension: said }, [{ state: "Suspended", since: SINCE, reason: "Why." }]],
    ["withdrawn", { status: "withdrawn", withdrawal: said }, [{ state: "Withdrawn", since: SINCE }]],
    [
      "deprecated, with a successor",
      { ...ACTIVE, deprecated_at: SINCE, deprecation: said, successor: "did:fed:s1:next" },
      [{ state: "Deprecated", since: SINCE, reason: "Why.", successor: "did:fed:s1:next" }],
    ],
    [
      "suspended after its owner withdrew it",
      { status: "suspended", suspension: said, withdrawal: said },
      [{ state: "Suspended" }, { state: "Withdrawn" }],
    ],
    ["without an entry in the log", { status: "suspended" }, [{ state: "Suspended", since: undefined, reason: "" }]],
  ])("%s", (_, agent, notices) => expect(noticesOf(agent)).toMatchObject(notices));
});
