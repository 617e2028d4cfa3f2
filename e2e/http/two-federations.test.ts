import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { card } from "./federation";
import { startTwoFederations, type TwoFederations } from "./two-federations";

const tool = (at: number) => ({
  name: `com.example/tool-${at}`,
  description: `Tool number ${at}.`,
  version: "1.0.0",
  remotes: [{ type: "streamable-http", url: `https://tools.example.com/${at}` }],
});
const SERVERS = Array.from({ length: 8 }, (_, at) => tool(at));
const MORE = Array.from({ length: 12 }, (_, at) => tool(20 + at));

let both: TwoFederations;
beforeAll(async () => {
  both = await startTwoFederations(SERVERS);
});
afterAll(() => both.stop());

const ask: TwoFederations["ours"]["ask"] = (path, body) => both.ours.ask(path, body);
const askThem: TwoFederations["ours"]["ask"] = (path, body) => both.theirs.ask(path, body);
const didOf = (at: number) => `did:mcp:default:com.example:tool-${at}`;
const statusHere = async (at: number) => (await ask(`/api/agents/${didOf(at)}`)).json().status;
async function lastRun() {
  const { sources } = (await ask("/api/sources")).json();
  return sources[0].last;
}
/** Makes our follower fetch again. @returns the result */
async function fetchAgain(id: string) {
  const before = await lastRun();
  expect((await ask(`/api/sources/${id}`, { action: "run" })).status).toBe(200);
  return vi.waitFor(
    async () => {
      const last = await lastRun();
      expect(last?.at).not.toBe(before?.at);
      return last;
    },
    { timeout: 30_000, interval: 200 },
  );
}

/** Returns the text of a page of ours. */
const read = async (path: string) => (await ask(path)).body;

describe("two federations", () => {
  it("one follows the servers of the other's list, and learns which are removed", async () => {
    const address = both.theirs.outside.address;
    const added = await ask("/api/sources", { kind: "mcp-registry", address });
    expect([added.status, added.json().state]).toEqual([201, "active"]);
    const { id } = added.json();
    await vi.waitFor(async () => expect(await lastRun()).toMatchObject({ complete: true, registered: 8, refused: 0 }), {
      timeout: 30_000,
      interval: 200,
    });
    const agent = (await ask(`/api/agents/${didOf(3)}`)).json();
    expect(agent).toMatchObject({ description: "Tool number 3.", trust_tier: "T0", status: "unverified" });
    const listed = (await ask("/v0.1/servers/com.example%2Ftool-3/versions/latest")).json();
    expect(listed.server).toEqual(SERVERS[3]);

    // Simulates a federation without a change feed.
    await both.ours.fed.query("update followed_feeds set found = false, next_at = now() + interval '1 day'");
    expect((await askThem(`/api/agent/${didOf(3)}/withdraw`, {})).status).toBe(200);
    // Simulates a change that was stored long enough ago to be published.
    await both.theirs.fed.query("update mcp_servers set changed_at = changed_at - interval '21 seconds'");
    expect(await fetchAgain(id)).toMatchObject({ complete: false, withdrawn: 1 });
    expect(await statusHere(3)).toBe("withdrawn");
    const { acts } = (await ask("/api/council/acts?kind=source")).json();
    expect(acts.filter(({ kind }: { kind: string }) => kind === "source.imported")).toHaveLength(2);
    const name = `the MCP registry of ${new URL(address).host}`;
    expect(await read(`/agents/${didOf(4)}`)).toContain(name);
    expect((await ask(`/api/sources/${id}`, { action: "remove" })).status).toBe(200);
    expect(await read(`/agents/${didOf(4)}`)).toContain(name);
  });

  it("one learns of suspensions, withdrawals and their end by the other's change feed", async () => {
    await both.theirs.fed.run(await both.theirs.fed.list("more.jsonl", MORE));
    const added = await ask("/api/sources", { kind: "mcp-registry", address: both.theirs.outside.address });
    expect(added.status).toBe(201);
    await vi.waitFor(async () => expect(await lastRun()).toMatchObject({ registered: 12 }), { timeout: 30_000 });
    const feed = async () => (await ask("/api/sources")).json().sources[0].feed;
    await vi.waitFor(async () => expect(await feed()).toMatchObject({ failures: 0 }), { timeout: 30_000 });
    const changed = await both.ours.fed.query("select complete_at, next_at from sources");

    const suspend = (status: string) => askThem(`/api/agent/${didOf(20)}/status`, { status, reason: "It lies." });
    /** Waits for a status, and lets our follower read the feed without its pause. */
    const heard = (at: number, status: string) =>
      vi.waitFor(
        async () => {
          await both.ours.fed.query("update followed_feeds set next_at = now()");
          expect(await statusHere(at)).toBe(status);
        },
        { timeout: 60_000, interval: 500 },
      );
    expect((await suspend("suspended")).status).toBe(200);
    expect((await askThem(`/api/agent/${didOf(21)}/withdraw`, {})).status).toBe(200);
    await heard(20, "withdrawn");
    await heard(21, "withdrawn");
    expect((await suspend("active")).status).toBe(200);
    expect((await askThem(`/api/agent/${didOf(21)}/withdraw`, { withdrawn: false })).status).toBe(200);
    await heard(20, "unverified");
    await heard(21, "unverified");
    expect(await statusHere(22)).toBe("unverified");
    // Without fetching the list again.
    expect(await both.ours.fed.query("select complete_at, next_at from sources")).toEqual(changed);
  }, 180_000);

  it("shows a followed record as listed until somebody owns it: on pages, in markdown, feeds, search and badge", async () => {
    const did = didOf(22);
    const source = new URL(both.theirs.outside.address);
    const claim = `/join?did=${encodeURIComponent(did)}`;
    const here = both.ours.server.url;
    const shown = async (path: string) => {
      const text = await read(path);
      // React writes comments between texts; feeds escape their content.
      return text.replaceAll("<!-- -->", "").replaceAll("&quot;", '"').replaceAll("&lt;", "<").replaceAll("&gt;", ">");
    };
    const pages = [`/agents/${did}`, "/agents?q=tool-22", "/providers/com.example"];
    const others = [`/agents/${did}.md`, "/agents.md?q=tool-22", "/agents.atom?q=tool-22", `/agents/${did}.atom`];
    const lacking: string[] = [];
    for (const path of [...pages, ...others]) {
      const text = await shown(path);
      const parts = [`the MCP registry of ${source.host}`, source.origin, claim];
      const found = [...parts.map((part) => text.includes(part)), /not a member/i.test(text)];
      if (found.includes(false)) lacking.push(`${path}: ${found}`);
      const claims = /basic verification|earned, not|no call|T1, active/i.exec(text);
      if (claims) lacking.push(`${path}: says ${claims[0]}`);
    }
    expect(lacking).toEqual([]);
    expect(await shown(`/agents/${did}.atom`)).toContain(`<a href="${here}${claim}">`);
    expect((await ask("/api/search?q=tool-22")).json().groups[0].results[0].about).toMatch(
      /^listed from .*, not a member/,
    );
    const badge = await read(`/api/trust/badge/${did}`);
    expect(badge).toContain("not a member");
    expect(badge).not.toMatch(/class="step"|T1/);
    const listed = { source: `the MCP registry of ${source.host}`, url: source.origin };
    expect((await ask(`/api/agents/${did}`)).json()).toMatchObject({ trust_tier: "T0", listed_from: listed });
    expect((await ask("/api/trust/verify", { did })).json()).toMatchObject({
      verified: false,
      reason: expect.stringContaining("Nobody has claimed"),
    });
    for (const path of ["/leaderboard", "/"]) expect(await shown(path)).not.toContain("tool-22");

    expect((await ask(`/api/agent/register`, { did, name: "Owned" })).status).toBe(201);
    const member = await shown(`/agents/${did}`);
    expect(member).toMatch(/basic verification/i);
    for (const word of [claim, "not a member"]) expect(member).not.toContain(word);
  });

  it("the command follows a card, and then the running service fetches it", async () => {
    await both.theirs.fed.run(await both.theirs.fed.list("cards.jsonl", [card(1)]));
    const did = "did:a2a:default:agents.example.com:a2a:1";
    const address = `${both.theirs.outside.address}/api/agents/${did}/manifest`;
    const settings = { ...both.ours.server.env } as Record<string, string>;
    const wrong = await both.ours.fed.follow(settings, "--kind", "agent-card", `${address}-that-is-none`);
    expect([wrong.code, wrong.output]).toEqual([1, expect.stringMatching(/Failed: .+\n {2}It is not followed\./)]);
    const { code, output, errors } = await both.ours.fed.follow(settings, "--kind", "agent-card", address);
    expect([code, errors]).toEqual([0, ""]);
    expect(output).toBe(`${address}\n  Read the complete list: 1 new.\n`);
    const { sources } = (await ask("/api/sources")).json();
    expect(sources[1]).toMatchObject({ address, records: 1, state: "active", created_by: "system" });
  });
});
