import { describe, expect, it } from "vitest";
import { getManifest } from "@/lib/features/evidence/service/verify";
import * as contract from "@/lib/features/status/contract";
import { AgentDescriptor } from "@/lib/features/status/schema";
import { ENDPOINTS, PAGES, PROTOCOLS } from "@/lib/portal/contract";
import { viewLlmsText } from "@/lib/portal/description/llms-text";
import { viewSecurityText } from "@/lib/portal/description/security-text";
import { send } from "@/lib/testing/routes";

const ORIGIN = "https://federation.example";

describe("/llms.txt", () => {
  const { documents } = getManifest().predicate;
  const text = viewLlmsText({ name: "The Federation", origin: ORIGIN, requests: 100, windowSeconds: 10, documents });
  const [introduction = "", ...sections] = text.split(/^## /m);

  it("has the parts of its convention in order: title, summary, text, then sections that are lists of links", () => {
    expect(introduction).toMatch(/^# The Federation\n\n> .+\n(> .+\n)*\n/);
    expect(introduction).not.toMatch(/^###? /m);
    for (const section of sections) {
      const [, ...lines] = section.trim().split("\n");
      for (const line of lines.filter((each) => each !== ""))
        expect(line).toMatch(/^- \[[^\]]+\]\(https:\S+\)(: .+)?$/);
    }
    expect(sections.at(-1)).toMatch(/^Optional\n/);
  });

  it("contains only addresses of declared endpoints, documents, the client and the form at /join", () => {
    const declared = new Set(
      [...[...ENDPOINTS, ...PAGES, ...PROTOCOLS].map(({ path }) => path), "/join", "/client.tgz"].map(
        (path) => `${ORIGIN}${path}`,
      ),
    );
    const named = text.match(/https:\/\/federation\.example[^\s)'?`]*/g) ?? [];
    expect(named.length).toBeGreaterThan(15);
    expect(named.filter((address) => !declared.has(address) && !address.startsWith(`${ORIGIN}/evidence/`))).toEqual([]);
  });
});

describe("/.well-known/agent.json", () => {
  it("has exactly the contract's fields and capabilities", async () => {
    const descriptor = await (await send(contract.describeAgent, { headers: { host: "203.0.113.7" } })).json();
    expect(AgentDescriptor.strict().parse(descriptor)).toEqual({
      name: "Open Agent Federation",
      source_of_truth: "http://203.0.113.7/openapi.json",
      confirmation_code: expect.stringMatching(/./),
      status: "active",
      capabilities: [
        "semantic-routing",
        "did-lite-trust",
        "memory-anchors",
        "human-sovereignty",
        "federated-review",
        "auditability",
      ],
    });
  });
});

describe("/.well-known/security.txt", () => {
  it("has a contact, and expires in less than a year (RFC 9116, 2.5.5)", () => {
    const now = new Date("2026-11-21T12:00:00Z");
    const text = viewSecurityText({ contact: "mailto:security@federation.example", origin: ORIGIN, now });
    expect(text).toMatch(/^Contact: mailto:security@federation\.example\n/);
    expect(text).toContain(`\nCanonical: ${ORIGIN}/.well-known/security.txt\n`);
    const expires = Date.parse(/^Expires: (.+)$/m.exec(text)?.[1] ?? "");
    expect(expires).toBeGreaterThan(now.getTime());
    expect(expires).toBeLessThan(now.getTime() + 365 * 86_400_000);
  });

  it("is not found if no contact is set", async () => {
    const response = await send(contract.getSecurityText);
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ error: "Not found", code: "NOT_FOUND" });
  });
});
