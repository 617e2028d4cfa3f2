import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { sql } from "drizzle-orm";
import { expect, it, onTestFinished, vi } from "vitest";
import { type Context, systemContext } from "@/lib/authority/context";
import { ensureSigningKey } from "@/lib/authority/keys";
import { testDatabase } from "@/lib/database/testing/test-database";
import { registerAgent } from "@/lib/features/agents/service/register";
import { OpenIncident } from "@/lib/features/incidents/schema";
import { openIncident } from "@/lib/features/incidents/service/open";
import { sendDigests } from "./send";

const database = testDatabase();

it("the operators' webhook is told with counts only, signed, and again after a failure", async () => {
  const received: { signature: unknown; body: string }[] = [];
  const receiver = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString();
    received.push({ signature: request.headers["webhook-signature"], body });
    response.writeHead(received.length === 1 ? 500 : 204).end();
  }).listen(0, "127.0.0.1");
  onTestFinished(() => void receiver.close());
  await once(receiver, "listening");
  vi.stubEnv("WORK_WEBHOOK_URL", `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`);
  vi.stubEnv("PUBLIC_URL", "https://federation.example");

  const ctx: Context = { ...systemContext(database()), caller: { kind: "system" } };
  await ensureSigningKey(database(), undefined, new Date());
  const did = "did:fed:s1:reporter";
  await registerAgent(ctx, { did });
  const critical = { title: "It leaks.", severity: "CRITICAL", incident_type: "security", description: "x" };
  await openIncident(
    { ...ctx, caller: { kind: "agent", credentialId: "c", did, tier: "T2" } },
    OpenIncident.parse(critical),
  );

  expect(await sendDigests(ctx), "its status was 500").toBe(0);
  expect(await sendDigests(ctx), "not before five minutes").toBe(0);
  await database().execute(sql`update digests set leased_until = now() - interval '1 second'`);
  expect(await sendDigests(ctx)).toBe(1);
  expect(await sendDigests(ctx), "it was told").toBe(0);
  expect(received).toHaveLength(2);
  expect(received[1]?.signature).toMatch(/^v1a,[A-Za-z0-9+/=]{88}$/);
  expect(JSON.parse(received[1]?.body ?? "")).toMatchObject({
    type: "work.waiting",
    data: {
      ...{ new: 0, overdue: 0, address: "https://federation.example/console/queue" },
      waiting: { incident: 1, application: 0 },
      critical: [{ queue: "incident", id: expect.any(String) }],
    },
  });
  expect(received[1]?.body).not.toContain("leaks");
});
