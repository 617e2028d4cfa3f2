import { createHash } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { EvidenceManifest, EvidenceReport } from "@/lib/features/evidence/schema";
import { type SharedServer, sharedServer } from "./shared-servers";

describe("evidence", () => {
  let server: SharedServer;
  beforeAll(async () => {
    server = await sharedServer("roomy");
  });
  const get = (path: string, init?: RequestInit) => fetch(`${server.url}${path}`, init);

  it("every document of the manifest is served, with the bytes of its hash", async () => {
    const answer = await get("/evidence/manifest.json");
    expect(answer.headers.get("content-type")).toBe("application/json");
    const { subject } = EvidenceManifest.parse(await answer.json());
    expect(subject.length).toBeGreaterThan(3);
    for (const { name, digest } of subject) {
      const file = await get(`/evidence/${name}`);
      expect(file.status, name).toBe(200);
      const sha256 = createHash("sha256").update(Buffer.from(await file.arrayBuffer()));
      expect(sha256.digest("hex"), name).toBe(digest.sha256);
    }
    const checksums = await get("/evidence/SHA256SUMS");
    expect(checksums.headers.get("content-type")).toMatch(/^text\/plain/);
    expect(await checksums.text()).toBe(subject.map(({ name, digest }) => `${digest.sha256}  ${name}\n`).join(""));
  });

  it("a hundred concurrent checks have the same result: everything matches, and `checked` is the sum", async () => {
    const answers = await Promise.all(Array.from({ length: 100 }, () => get("/api/evidence/verify")));
    for (const answer of answers) {
      const report = EvidenceReport.parse(await answer.json());
      expect(report).toMatchObject({ mismatched: 0, checked: report.results.length, matched: report.results.length });
      expect(report.skipped).toBeGreaterThan(0);
    }
  });

  it.each([
    ...["nothing", "..", "../charter", "charter.md", "%2e%2e%2f%2e%2e%2fpackage.json", "charter%00", "charter%00.md"],
    ...["/etc/passwd", "%ff", "__proto__", "a".repeat(8_000)],
  ])("an invalid id is a document that is not found: %s", async (id) => {
    const answer = await get(`/api/evidence/verify?id=${id}`);
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({ error: "Document not found", code: "NOT_FOUND" });
  });

  it("the manifest is read-only", async () => {
    const answer = await get("/evidence/manifest.json", { method: "POST", body: "{}" });
    expect(answer.status).toBe(405);
    expect(answer.headers.get("allow")).toBe("GET, HEAD, OPTIONS");
    expect((await answer.json()).code).toBe("METHOD_NOT_ALLOWED");
  });
});
