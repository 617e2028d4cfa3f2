import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { unzipSync } from "fflate";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { runScript } from "@/lib/testing/run-script";
import { type SharedServer, sharedServer } from "./shared-servers";
import { bearer, visitorOf } from "./visitor";

const GLOSSA = "/api/agents/did:demo:s2:glossa/evidence";

let server: SharedServer;
beforeAll(async () => {
  server = await sharedServer("demo");
});

describe("GET /api/agents/{did}/evidence", () => {
  it("sends a zip that the service's own audit.mjs finds whole, offline", async () => {
    const answer = await fetch(server.url + GLOSSA);
    expect(answer.status).toBe(200);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "content-type": "application/zip",
      "content-disposition": expect.stringMatching(/^attachment; filename="evidence-did-demo-s2-glossa-[\d-]+\.zip"$/),
      "cache-control": "no-store, no-transform",
    });
    expect(answer.headers.get("content-encoding")).toBeNull();
    const pack = new Uint8Array(await answer.arrayBuffer());
    expect(Object.keys(unzipSync(pack))).toContain("index.html");
    const folder = await mkdtemp(path.join(tmpdir(), "governance-pack-"));
    onTestFinished(() => rm(folder, { recursive: true }));
    await writeFile(path.join(folder, "pack.zip"), pack);
    for (const file of ["/evidence/audit.mjs", "/.well-known/jwks.json"]) {
      await writeFile(path.join(folder, path.basename(file)), await (await fetch(server.url + file)).text());
    }
    const { code, said } = await runScript("audit.mjs", folder, ["pack.zip", "--keys", "jwks.json"]);
    expect([code, said]).toEqual([0, expect.stringMatching(/\nOK: whole and signed: did:demo:s2:glossa from .+\n$/)]);
    expect(said).toMatch(/^proven {7}audits\//m);
  });

  it("explains a wrong period, an unknown agent and a wrong token; HEAD makes nothing", async () => {
    const ask = visitorOf(server.url);
    const long = await ask(`${GLOSSA}?from=2026-01-01&to=2026-06-01`);
    expect([long.status, long.json().message]).toEqual([400, expect.stringContaining("at most 90 days")]);
    expect((await ask(`${GLOSSA}?from=soon`)).status).toBe(400);
    expect((await ask("/api/agents/did:demo:s2:nobody/evidence")).status).toBe(404);
    expect((await ask(GLOSSA, { headers: bearer("fgs_agt_wrong") })).status).toBe(401);
    for (let times = 0; times < 3; times += 1) {
      const { status, headers, body } = await ask(GLOSSA, { method: "HEAD" });
      expect([status, headers["content-type"], body]).toEqual([200, "application/zip", ""]);
    }
  });

  it("makes one at a time: the next caller is told when to try again, and a reader that leaves gives up its turn", async () => {
    const ask = visitorOf(server.url);
    const gone = connect(server.port, "127.0.0.1");
    // The request is one line, so the making begins before the reader leaves.
    gone.write(`GET ${GLOSSA} HTTP/1.1\r\nhost: 127.0.0.1:${server.port}\r\n\r\n`);
    const [answers] = await Promise.all([
      Promise.all(Array.from({ length: 6 }, () => ask(GLOSSA))),
      once(gone, "data").then(() => gone.destroy()),
    ]);
    const refused = answers.filter(({ status }) => status !== 200);
    for (const { status, headers, json } of refused) {
      expect([status, headers["retry-after"], json().code]).toEqual([429, "10", "RATE_LIMITED"]);
    }
    expect(refused.length).toBeGreaterThan(0);
    await expect.poll(async () => (await ask(GLOSSA)).status).toBe(200);
    const member = await ask(GLOSSA, { headers: bearer(await server.operatorToken()) });
    expect(member.status).toBe(200);
  });

  it("is linked from the agent's page", async () => {
    const page = await (await fetch(`${server.url}/agents/did:demo:s2:glossa`)).text();
    expect(page).toContain(`href="${GLOSSA.replaceAll(":", "%3A")}"`);
    expect(page).toContain("Take the checker from a place you trust, not from the pack.");
  });
});
