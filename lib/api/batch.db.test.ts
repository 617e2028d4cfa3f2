import { describe, expect, it } from "vitest";
import { systemContext } from "@/lib/authority/context";
import { testDatabase } from "@/lib/database/testing/test-database";
import { issueCredential } from "@/lib/features/access/service/credentials";
import { registerAgent } from "@/lib/features/agents/service/register";
import * as relay from "@/lib/features/relay/contract";
import { send } from "@/lib/testing/routes";

const database = testDatabase();
const DID = "did:fed:s1:batch";

describe("a batch", () => {
  it("returns a result for each item in order: received in the trace's order, rejected with the error of a single send", async () => {
    const ctx = systemContext(database());
    await registerAgent(ctx, { did: DID, trust_tier: "T2" });
    const { token } = await issueCredential(ctx, { kind: "agent", did: DID, label: "" });
    const event = { src_did: DID, intent: "hello", trace_id: "batch" };
    const events = [
      event,
      { ...event, intent: "" },
      { ...event, src_did: "did:fed:s1:another" },
      { ...event, idempotency_key: "k" },
      { ...event, idempotency_key: "k" },
      { ...event, idempotency_key: "k", intent: "another" },
      "no event",
      event,
    ];
    const response = await send(relay.sendEvents, { token, body: { events } });
    expect(response.status).toBe(200);
    const answer = await response.json();
    expect(answer).toMatchObject({ received: 4, refused: 4 });
    expect(answer.results.map((result: Record<string, unknown>) => result["seq"] ?? result["code"])).toEqual([
      ...[1, "MVSS_INVALID", "DID_MISMATCH", 2, 2, "CONFLICT", "MVSS_INVALID", 3],
    ]);
    expect(answer.results[1]).toMatchObject({ status: "refused", error: "MVSS invalid" });
    expect(answer.results[1].message).toContain("intent");
  });

  it("of none, or of more than 512, is rejected as a whole", async () => {
    const { token } = await issueCredential(systemContext(database()), { kind: "operator", label: "" });
    for (const events of [[], Array(513).fill({}), undefined, "x"]) {
      expect((await send(relay.sendEvents, { token, body: { events } })).status).toBe(400);
    }
  });
});
