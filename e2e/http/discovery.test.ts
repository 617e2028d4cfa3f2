import { execFileSync, spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseFeed } from "feedsmith";
import { beforeAll, describe, expect, it } from "vitest";
import { profileHref } from "@/components/marks/profile-href";
import { ReleaseList } from "@/lib/features/releases/schema";
import { AgentDescriptor } from "@/lib/features/status/schema";
import { MARKDOWN } from "@/lib/http/endpoint";
import { pageSegment } from "@/lib/http/page-address";
import { pythonOf, typescriptOf } from "@/lib/http/samples";
import { PAGES } from "@/lib/portal/contract";
import { QUICK_START } from "@/lib/portal/description/quick-start";
import { pagePathOf } from "@/lib/portal/markdown/address";
import { CONTACT, OPERATORS, REPOSITORY, type SharedServer, sharedServer } from "./shared-servers";

const DID = "did:fed:s1:newcomer";
/** Pages that show no subject of the federation. */
const UNLISTED = ["/search"];
const MARKDOWN_PAGES = PAGES.filter(({ mediaType }) => mediaType === MARKDOWN);
const hasPython = spawnSync("python3", ["--version"]).status === 0;

describe("a program that knows only the address", () => {
  let server: SharedServer;
  beforeAll(async () => {
    server = await sharedServer("demo");
  });
  const get = (path: string, init?: RequestInit) => fetch(`${server.url}${path}`, init);
  const textOf = async (path: string) => (await get(path)).text();
  const headOf = async (path: string) => (await textOf(path)).split("</head>")[0] ?? "";

  /** Issues a token for the new agent, as an operator does after approval. */
  async function newcomersToken(): Promise<string> {
    const issued = await get("/api/access/credentials", {
      method: "POST",
      headers: { authorization: `Bearer ${await server.operatorToken()}` },
      body: JSON.stringify({ kind: "agent", did: DID, label: "newcomer" }),
    });
    return (await issued.json()).token;
  }

  it("becomes a member by the commands of /llms.txt, pasted unchanged into a shell", async () => {
    const blocks = [...(await textOf("/llms.txt")).matchAll(/^```sh\n(.*?)^```/gms)].map(([, block = ""]) => block);
    const commands = blocks.flatMap((block) => block.split(/^(?=curl )/m));
    const env = { ...process.env, TOKEN: await newcomersToken(), DID };
    const answers = commands.map((command) => JSON.parse(execFileSync("sh", ["-c", command], { env }).toString()));
    expect(answers).toEqual([
      expect.objectContaining({ total: expect.any(Number), limit: 3 }),
      expect.objectContaining({ q: expect.any(String), agents: expect.any(Array) }),
      expect.objectContaining({ did: DID, trust_tier: "T0", status: "unverified" }),
      expect.objectContaining({ did: DID, trust_tier: "T1", status: "active" }),
      expect.objectContaining({ did: DID, trust_tier: "T1", jws: expect.any(String) }),
      expect.objectContaining({ trace_id: expect.any(String), match: expect.any(String) }),
    ]);
  });

  it("does the same by the typed client and in Python, as shown at /docs", async () => {
    const env = { ...process.env, TOKEN: await newcomersToken(), DID };
    const typed = typescriptOf(server.url, QUICK_START);
    const languages = [
      execFileSync("node", ["--input-type=module", "-e", typed], { env, encoding: "utf8" }),
      ...(hasPython
        ? [execFileSync("python3", ["-c", pythonOf(server.url, QUICK_START)], { env, encoding: "utf8" })]
        : []),
    ];
    for (const printed of languages) expect(printed).toMatch(/trust_tier.+T1.+jws.+trace_id/s);
  });

  it("installs the typed client from the service itself", async () => {
    const folder = await mkdtemp(path.join(tmpdir(), "client-"));
    await writeFile(path.join(folder, "client.tgz"), Buffer.from(await (await get("/client.tgz")).arrayBuffer()));
    const listed = execFileSync("tar", ["tzf", "client.tgz"], { cwd: folder, encoding: "utf8" });
    await rm(folder, { recursive: true });
    expect(listed.split("\n")).toEqual(expect.arrayContaining(["package/index.js", "package/index.d.ts"]));
  });

  it("gets a response from every link of /llms.txt", async () => {
    const links = [...(await textOf("/llms.txt")).matchAll(/\]\((\S+)\)/g)].map(([, link]) => String(link));
    expect(links.length).toBeGreaterThan(15);
    const statuses: string[] = [];
    for (const link of links) statuses.push(`${(await fetch(link)).status} ${link}`);
    // The Model Context Protocol uses POST. A GET requests a stream, which a server need not offer.
    expect(statuses.filter((each) => !each.startsWith("200 "))).toEqual([`405 ${server.url}/api/mcp`]);
  });

  it("finds each page as markdown, linked by the page, and gets a markdown 404 for other addresses", async () => {
    const { anchors } = await (await get("/api/memory/anchors?limit=1")).json();
    const asked = { ...Object.fromEntries(MARKDOWN_PAGES.map(({ path, example }) => [path, example?.params ?? {}])) };
    asked["/anchors/{id}.md"] = { id: anchors[0].id };
    const { audits } = await (await get("/api/council/audits?limit=1")).json();
    asked["/audits/{id}.md"] = { id: audits[0].id };
    for (const [path, params] of Object.entries(asked)) {
      const at = path.replace(/\{(\w+)\}/, (_, name: string) =>
        pageSegment(String((params as Record<string, unknown>)[name])),
      );
      const response = await get(at);
      expect(`${response.status} ${response.headers.get("content-type")}`, at).toBe("200 text/markdown; charset=utf-8");
      expect(await response.text(), at).toMatch(/^# \S/);
      expect(await textOf(pagePathOf(at)), at).toContain(`type="text/markdown" href="${server.url}${at}"`);
    }
    for (const at of ["/agents/did:fed:s1:nobody.md", "/nowhere.md", "/join/status/secret.md"]) {
      const none = await get(at);
      expect(`${none.status} ${none.headers.get("content-type")}`, at).toBe("404 text/markdown; charset=utf-8");
    }
    expect(await textOf("/changelog.md")).toBe(readFileSync("CHANGELOG.md", "utf8"));
  });

  it.each(["translating", "translating zqx"])("searches in the directory's markdown, page by page: %s", async (q) => {
    const rowsOf = (text: string) => text.split("\n").filter((line) => /^\| (fits|may fit) \|/.test(line));
    const at = `/agents.md?q=${encodeURIComponent(q)}`;
    let [first, all]: [string, string[]] = ["", []];
    // Other tests of this server may register an agent between two requests.
    const readBoth = async () => {
      [first, all] = [await textOf(`${at}&limit=1`), rowsOf(await textOf(at))];
      return rowsOf(first).length === 1 && rowsOf(first)[0] === all[0];
    };
    await expect.poll(readBoth).toBe(true);
    expect(all.join()).toContain("did:demo:s2:glossa");
    // Markdown escapes an ampersand.
    const next = /\[The next\]\((\S+)\)/.exec(first)?.[1]?.replaceAll("\\", "") ?? "";
    expect(rowsOf(await (await fetch(next)).text())).toEqual(all.slice(1, 2));
  });

  it("reads in markdown that nothing fits, and what each found agent meets", async () => {
    const nothing = await textOf("/agents.md?q=qzvxzq");
    expect(nothing).toContain("Nothing here fits. No agent says “qzvxzq”, or anything like it.");
    expect(nothing).toContain("qzvxzq: 0 records, nobody here says this");
    const found = await textOf("/agents.md?q=translating+for+courts");
    expect(found).toMatch(/translating: \d+ records, have this/);
    expect(found).toMatch(/\| fits .*Glossa.*translating by “Translates” \(form of the word\)/);
    expect(found).toMatch(/\| may fit .*1 of 2 words: /);
    expect(await textOf("/agents.md?q=best+tool")).toContain("No word says what the agent should do.");
  });

  it("can send a page's filters in any case; markdown lists a filter's values, and the page ignores an unknown one", async () => {
    expect(await textOf("/rfcs.md?status=draft")).toBe(await textOf("/rfcs.md?status=DRAFT"));
    const refused = await get("/rfcs.md?status=nothing");
    expect(`${refused.status} ${refused.headers.get("content-type")}`).toBe("400 text/markdown; charset=utf-8");
    expect(await refused.text()).toContain("must be one of DRAFT, ACTIVE, FROZEN, SUPERSEDED");
    expect((await get("/rfcs?status=nothing")).status).toBe(200);
  });

  it("distinguishes an agent whose name ends in .md from the markdown of another's page", async () => {
    const did = "did:fed:s1:notes.md";
    const authorization = `Bearer ${await server.operatorToken()}`;
    await get("/api/agent/join", { method: "POST", headers: { authorization }, body: JSON.stringify({ did }) });
    expect((await (await get(`/api/agents/${did}`)).json()).did).toBe(did);
    expect(await textOf(profileHref(did))).toContain("<h1");
    expect(await textOf(`${profileHref(did)}.md`)).toMatch(/^# notes\.md/);
    expect((await get(`/agents/${did}`)).status).toBe(404);
  });

  it("finds in agent.json the list of all paths, and the present build", async () => {
    const descriptor = AgentDescriptor.strict().parse(await (await get("/.well-known/agent.json")).json());
    const { openapi, paths } = await (await fetch(descriptor.source_of_truth)).json();
    expect(openapi).toBe("3.1.0");
    expect(Object.keys(paths)).toEqual(
      expect.arrayContaining(["/changelog", "/releases.json", "/.well-known/agent.json"]),
    );
    expect(descriptor.confirmation_code).toBe((await (await get("/health")).json()).build_sha);
  });

  it("finds the releases of this build, and the address of its source", async () => {
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

  it.each(["/", "/changelog", "/incidents", "/agents", "/agents/did:demo:s2:glossa", "/audits", "/rfcs"])(
    "finds the feeds of %s in its head, and a feed reader reads them",
    async (page) => {
      const links = [
        ...(await headOf(page)).matchAll(/<link rel="alternate" type="(application[^"]+)"[^>]* href="([^"]+)"/g),
      ];
      const feeds = await Promise.all(
        links.map(async ([, type, at = ""]) => {
          const answer = await fetch(at);
          expect(answer.headers.get("content-type")).toBe(
            type === "application/feed+json" ? type : `${type}; charset=utf-8`,
          );
          return parseFeed(await answer.text());
        }),
      );
      expect(feeds.map(({ format }) => format)).toEqual(["atom", "json"]);
      const [atom, json] = feeds.map(({ format, feed }) => {
        if (format === "atom") return feed.entries?.map((e) => [e.id, e.title?.value, e.updated, e.content?.value]);
        return format === "json" ? feed.items?.map((i) => [i.id, i.title, i.date_modified, i.content_html]) : [];
      });
      expect(atom).toEqual(json);
      const text = expect.stringMatching(/./);
      const path = page === "/" ? "/agents" : page;
      expect(json).toContainEqual([expect.stringMatching(`^tag:[\\w.]+,2026:${path}`), text, text, text]);
    },
  );

  it("finds a page's preview in tags with public addresses, and its picture", async () => {
    const told = async (page: string) => {
      const metas = (await headOf(page)).matchAll(
        /<meta (?:property|name)="((?:og|twitter):[\w:]+)" content="([^"]*)"/g,
      );
      return Object.fromEntries([...metas].map(([, name, content]) => [name, content]));
    };
    const pages = ["/", "/agents/did:demo:s2:glossa", "/incidents/1", "/rfcs/8", "/changelog"];
    const tags = await Promise.all(pages.map(told));
    const pictures = tags.map((each) => String(each["og:image"]));
    expect(new Set(pictures).size).toBe(pages.length);
    expect(tags.map((each) => each["og:url"])).toEqual(
      pages.map((page) => new URL(page, server.url).href.replace(/\/$/, "")),
    );
    for (const each of tags) {
      expect(each).toMatchObject({
        "og:title": expect.stringMatching(/./),
        "og:description": expect.stringMatching(/./),
        "og:site_name": "Open Agent Federation",
        "og:image:width": "1200",
        "og:image:height": "630",
        "og:image:alt": expect.stringMatching(/./),
        "twitter:card": "summary_large_image",
        "twitter:image": each["og:image"],
      });
    }
    expect(tags[1]?.["og:title"]).toMatch(/^Glossa by .+ · Open Agent Federation$/);
    for (const picture of pictures) {
      expect(picture).toMatch(new RegExp(`^${server.url}/`));
      const answer = await fetch(picture);
      expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "image/png"]);
      const bytes = Buffer.from(await answer.arrayBuffer());
      expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1_200, 630]);
      expect(answer.headers.get("cache-control")).toContain("public");
    }
  });

  it("finds the site map by robots.txt, with every permanent page, agents, incidents and RFCs", async () => {
    const robots = await get("/robots.txt");
    expect(robots.headers.get("content-type")).toMatch(/^text\/plain/);
    const siteMap = await textOf(new URL(/^Sitemap: (.+)$/m.exec(await robots.text())?.[1] ?? "").pathname);
    const listed = [...siteMap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, at]) => String(at));
    const pages = readdirSync("app/(portal)", { recursive: true, encoding: "utf8" })
      .filter((file) => /(^|\/)page\.tsx$/.test(file))
      .map((file) => `/${file}`.replace(/\/page\.tsx$/, "") || "/")
      .filter((path) => !path.includes("[") && !UNLISTED.includes(path));
    const paths = listed.map((at) => new URL(at).pathname);
    expect(paths).toEqual(expect.arrayContaining([...pages, "/agents/did:demo:s2:glossa", "/incidents/1", "/rfcs/8"]));
    expect(paths.filter((path) => !/^\/(agents|incidents|providers|rfcs)\/./.test(path)).toSorted()).toEqual(
      pages.toSorted(),
    );
    expect(new Set(listed).size).toBe(listed.length);
    for (const path of [...pages, ...paths.slice(-3)]) expect((await get(path)).status, path).toBe(200);
  });

  it.each(["/agents", "/join"])("finds on %s how to contact the operators", async (page) => {
    expect(await textOf(page)).toContain(`href="mailto:${OPERATORS}"`);
  });

  it("finds where to report a vulnerability", async () => {
    const answer = await get("/.well-known/security.txt");
    expect(answer.headers.get("content-type")).toBe("text/plain; charset=utf-8");
    const text = await answer.text();
    expect(text).toContain(`Contact: ${CONTACT}\n`);
    expect(text).toContain(`Canonical: ${server.url}/.well-known/security.txt\n`);
    expect(Date.parse(/^Expires: (.+)$/m.exec(text)?.[1] ?? "")).toBeGreaterThan(Date.now());
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
