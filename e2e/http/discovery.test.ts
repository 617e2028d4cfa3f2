import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { JsonFeed, ReleaseList } from "@/lib/releases/schema";
import { AgentDescriptor } from "@/lib/system/schema";
import { type RunningServer, startServer } from "./start-server";

const REPOSITORY = "https://code.example/federation/service";
const CONTACT = "mailto:security@federation.example";
const DID = "did:fed:s1:newcomer";

describe("a program that knows only the address", () => {
  let server: RunningServer;
  beforeAll(async () => {
    const told = { REPOSITORY_URL: `${REPOSITORY}/`, SECURITY_CONTACT: CONTACT };
    server = await startServer({ env: { RATE_LIMIT_REQUESTS: "10000", SEED_DEMO: "1", ...told } });
  });
  afterAll(() => server.cleanUp());
  const get = (path: string, init?: RequestInit) => fetch(`${server.url}${path}`, init);
  const textOf = async (path: string) => (await get(path)).text();

  /** Issues a token for the newcomer, as an operator does after approval. */
  async function newcomersToken(): Promise<string> {
    const issued = await get("/api/access/credentials", {
      method: "POST",
      headers: { authorization: `Bearer ${await server.operatorToken()}` },
      body: JSON.stringify({ kind: "agent", did: DID, label: "newcomer" }),
    });
    return (await issued.json()).token;
  }

  it("becomes a member by the commands of /llms.txt, pasted into a shell as they stand", async () => {
    const commands = (await textOf("/llms.txt")).split("\n").filter((line) => line.startsWith("curl "));
    const env = { ...process.env, TOKEN: await newcomersToken(), DID };
    const answers = commands.map((command) => JSON.parse(execFileSync("sh", ["-c", command], { env }).toString()));
    expect(answers).toEqual([
      expect.objectContaining({ total: expect.any(Number), limit: 3 }),
      expect.objectContaining({ did: DID, trust_tier: "T0", status: "unverified" }),
      expect.objectContaining({ did: DID, trust_tier: "T1", status: "active" }),
      expect.objectContaining({ did: DID, trust_tier: "T1", jws: expect.any(String) }),
      expect.objectContaining({ trace_id: expect.any(String), match: expect.any(String) }),
    ]);
  });

  it("finds something behind every link of /llms.txt", async () => {
    const links = [...(await textOf("/llms.txt")).matchAll(/\]\((\S+)\)/g)].map(([, link]) => String(link));
    expect(links.length).toBeGreaterThan(15);
    const statuses = await Promise.all(links.map(async (link) => `${(await fetch(link)).status} ${link}`));
    expect(statuses.filter((each) => !each.startsWith("200 "))).toEqual([]);
  });

  it("is told by agent.json where every path is listed, and which build answers", async () => {
    const descriptor = AgentDescriptor.strict().parse(await (await get("/.well-known/agent.json")).json());
    const { openapi, paths } = await (await fetch(descriptor.source_of_truth)).json();
    expect(openapi).toBe("3.1.0");
    expect(Object.keys(paths)).toEqual(
      expect.arrayContaining(["/changelog", "/releases.json", "/.well-known/agent.json"]),
    );
    expect(descriptor.confirmation_code).toBe((await (await get("/health")).json()).build_sha);
  });

  it("is told the releases of this build, and where its source is", async () => {
    const list = ReleaseList.strict().parse(await (await get("/releases.json")).json());
    const { build_sha } = await (await get("/health")).json();
    expect(list).toMatchObject({ build_sha, repo: REPOSITORY, count: list.releases.length });
    const running = list.releases.find(({ version }) => version === list.current_version);
    expect(running).toMatchObject({
      build_sha,
      channel: list.channel,
      commit: expect.stringMatching(/^[0-9a-f]{40}$|^unknown$/),
    });
    expect(await textOf("/changelog")).toContain(`${REPOSITORY}/commit/${running?.commit}`);
  });

  it("follows the releases as a feed, each under its media type", async () => {
    const json = await get("/changelog.json");
    expect(json.headers.get("content-type")).toBe("application/feed+json; charset=utf-8");
    expect(JsonFeed.parse(await json.json()).items.length).toBeGreaterThan(0);
    const atom = await get("/changelog.atom");
    expect(atom.headers.get("content-type")).toBe("application/atom+xml; charset=utf-8");
  });

  it("is led by robots.txt to the site map, which has every page that is always there, and each answers", async () => {
    const robots = await get("/robots.txt");
    expect(robots.headers.get("content-type")).toMatch(/^text\/plain/);
    const siteMap = await textOf(new URL(/^Sitemap: (.+)$/m.exec(await robots.text())?.[1] ?? "").pathname);
    const listed = [...siteMap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, at]) => String(at));
    const pages = readdirSync("app/(portal)", { recursive: true, encoding: "utf8" })
      .filter((file) => /(^|\/)page\.tsx$/.test(file))
      .map((file) => `/${file}`.replace(/\/page\.tsx$/, "") || "/")
      .filter((path) => !path.includes("["));
    expect(listed.map((at) => new URL(at).pathname).toSorted()).toEqual(pages.toSorted());
    for (const at of listed) expect((await fetch(at)).status, at).toBe(200);
  });

  it("learns where to report a weakness", async () => {
    const answer = await get("/.well-known/security.txt");
    expect(answer.headers.get("content-type")).toBe("text/plain; charset=utf-8");
    expect(await answer.text()).toContain(`Contact: ${CONTACT}\n`);
  });

  it.each(["/releases.json", "/llms.txt", "/changelog.atom", "/changelog", "/robots.txt", "/sitemap.xml"])(
    "%s is for reading only",
    async (path) => {
      const answer = await get(path, { method: "POST", body: "{}" });
      expect(answer.status).toBe(405);
      expect(answer.headers.get("allow")).toBe("GET, HEAD, OPTIONS");
    },
  );
});
