import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Locator, Page } from "@playwright/test";
import { expect, issueToken, register, test } from "./fixtures";
import type { Answer } from "./http/visitor";

const REAL_LIST = "../shared/data/mcp-registry-servers.jsonl";
/** A server of the real list, which takes long, or of invented records in its form. `TASKS=real` chooses. */
const LISTED =
  process.env["TASKS"] === "real" && existsSync(REAL_LIST)
    ? { list: REAL_LIST, name: "slack-mcp-server", does: "read the messages of a Slack channel" }
    : {
        list: "lib/features/agents/testing/published/servers",
        name: "Team Chat",
        does: "post a message to a team chat",
      };

/** The number of actions of each task, as the document says. */
const ACTIONS = new Map(
  [...readFileSync("docs/tasks.md", "utf8").matchAll(/^\| (.+?) \| .+ \| (\d) \|$/gm)].map(([, task, actions]) => [
    task,
    Number(actions),
  ]),
);

// One server for all tasks, because an import takes long.
test.describe.configure({ mode: "default" });

test.beforeAll(async ({ server }) => {
  test.setTimeout(300_000);
  const did = "did:fed:s1:tides";
  await register(server, { did, name: "Almanac of Tides" });
  const send = (method: string, path: string, token: string, body: object) =>
    fetch(`${server.url}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    });
  const token = await issueToken(server, { kind: "agent", did });
  for (const description of ["Tells the tide of each hour.", "Tells the tide of each minute."]) {
    await send("PATCH", `/api/agent/${did}`, token, { description });
  }
  const incident = { title: "Almanac told the wrong tide", severity: "LOW", affected: [did] };
  const opened = await send("POST", "/api/incident/open", await server.operatorToken(), incident);
  const { id } = await opened.json();
  const replied = await send("POST", `/api/incident/${id}/reply`, token, { did, text: "It was the right tide." });
  expect(replied.status).toBe(201);
  const inbox = `${server.url}/api/relay/inbox?did=${did}`;
  expect((await fetch(inbox, { headers: { authorization: `Bearer ${token}` } })).status).toBe(200);
  const reason = "It named a tenant.";
  const redacted = { subject: "incident", id: "1", fields: ["description"], reason };
  await send("POST", "/api/council/redact", await server.operatorToken(), redacted);
  try {
    execFileSync(process.execPath, ["dist/import.js", LISTED.list], { env: server.env, stdio: "pipe" });
  } catch (error) {
    // The real list has an empty line, which is refused.
    expect(String(Reflect.get(error as object, "stdout"))).toMatch(/^464 registered, .* 1 refused$/m);
  }
});

/** A person who begins at the home page, and whose actions are counted. */
class Visitor {
  actions = 0;
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  private async act(action: Promise<unknown>): Promise<void> {
    this.actions += 1;
    await action;
  }

  click = (target: Locator) => this.act(target.click());
  follow = (name: string | RegExp) => this.click(this.page.getByRole("link", { name }).first());
  choose = (field: string, option: string) => this.act(this.page.getByLabel(field).selectOption(option));
  ask = (field: string, text: string) => this.act(this.type(this.page.getByRole("main").getByLabel(field), text));
  type = (field: Locator, text: string) => field.fill(text).then(() => field.press("Enter"));
  search = (text: string) => this.act(this.type(this.page.getByRole("combobox", { name: "Search" }), text));
  print = () => this.act(this.page.emulateMedia({ media: "print" }));
}

/** Does a task, and compares its number of actions with the document. */
function task(name: string, steps: (visitor: Visitor, api: (address: string) => Promise<Answer>) => Promise<void>) {
  test(name, async ({ page, api }) => {
    const visitor = new Visitor(page);
    await page.goto("/");
    await steps(visitor, api);
    expect(visitor.actions).toBe(ACTIONS.get(name));
    expect(visitor.actions).toBeLessThanOrEqual(4);
  });
}

/** Saves documents of the service and checks them with the script alone. @returns what it says */
async function checkOffline(api: (address: string) => Promise<Answer>, ...addresses: string[]): Promise<string> {
  const files = await Promise.all(
    addresses.map(async (address, index) => {
      const file = test.info().outputPath(`${index}.json`);
      writeFileSync(file, (await api(address)).body);
      return file;
    }),
  );
  return execFileSync(process.execPath, [path.resolve("public/evidence/verify.mjs"), ...files], { encoding: "utf8" });
}

const KEYS = "/.well-known/jwks.json";

task("find who decided something, and check it offline", async (visitor, api) => {
  const { page } = visitor;
  await visitor.follow("Agents");
  await visitor.ask("Search agents", "Pigeonhole");
  await visitor.follow("Pigeonhole");
  await visitor.follow("The council’s acts about this agent");
  const act = page.getByRole("listitem").filter({ hasText: "Agent suspended" });
  await expect(act).toContainText("It wrote to 214 people who had not asked for it.");
  await expect(act).toContainText(/by an operator/i);
  const [, seq] = /Act (\d+)/.exec((await act.getByRole("link", { name: /^Act/ }).textContent()) ?? "") ?? [];
  expect(await checkOffline(api, `/api/council/acts/${seq}`, KEYS)).toMatch(
    /^OK: verified 1 receipt\nact \d+, [^,]+: agent\.suspended by operator:/,
  );
});

task("read both sides of an incident", async (visitor) => {
  const { page } = visitor;
  await visitor.follow(/^Incidents$/);
  await visitor.follow("Almanac told the wrong tide");
  await expect(page.getByRole("heading", { name: "The report" })).toBeVisible();
  await expect(page.getByRole("main")).toContainText("It was the right tide.");
  await expect(page.getByRole("main")).toContainText("An operator has not decided between them.");
});

task("see whether an agent answers", async (visitor) => {
  await visitor.follow("Agents");
  await visitor.ask("Search agents", "Almanac of Tides");
  await visitor.follow("Almanac of Tides");
  const details = visitor.page.getByRole("complementary", { name: "Trust and details" });
  await expect(details).toContainText("read its inbox minutes ago");
  await expect(
    details
      .locator("div")
      .filter({ has: visitor.page.getByText("Alive", { exact: true }) })
      .last(),
  ).toContainText("not known");
});

task("see what changed in a record last week", async (visitor) => {
  await visitor.follow("Agents");
  await visitor.ask("Search agents", "Almanac of Tides");
  await visitor.follow("Almanac of Tides");
  const changed = visitor.page.locator("section").filter({ hasText: "What changed" });
  await expect(changed.locator("del", { hasText: "hour" })).toBeVisible();
  await expect(changed.locator("ins", { hasText: "minute" })).toBeVisible();
});

task("claim a listed server", async (visitor) => {
  await visitor.follow("Agents");
  await visitor.ask("Search agents", LISTED.name);
  const row = visitor.page.getByRole("listitem").filter({ hasText: LISTED.name }).first();
  await visitor.click(row.getByRole("link", { name: "Claim it" }));
  await expect(visitor.page.getByLabel("DID", { exact: true })).toHaveValue(/^did:mcp:default:.*(?:slack|chat)/);
});

task("print an incident", async (visitor) => {
  const { page } = visitor;
  await visitor.follow(/^Incidents$/);
  await visitor.follow("Polish intents were routed");
  await visitor.print();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Main" })).toBeHidden();
  await expect(page.getByRole("contentinfo")).toBeHidden();
});

task("find who redacted a text, and why", async (visitor) => {
  await visitor.follow("Council");
  await visitor.choose("Kind", "Redactions");
  await visitor.click(visitor.page.getByRole("button", { name: "Find" }));
  await visitor.follow(/^Act/);
  await expect(visitor.page.getByRole("main")).toContainText("an operator");
  await expect(visitor.page.getByRole("main")).toContainText("It named a tenant.");
});

task("find a server by what it does", async (visitor) => {
  await visitor.follow("Agents");
  await visitor.ask("Search agents", LISTED.does);
  await visitor.follow(LISTED.name);
  await expect(visitor.page.getByRole("heading", { level: 1 })).toContainText(LISTED.name);
});

task("find who serves a skill", async (visitor) => {
  const { page } = visitor;
  await visitor.follow("Search");
  await visitor.search("Translate Polish to English");
  await visitor.follow("Glossa");
  await expect(page.getByRole("main")).toContainText("Translate Polish to English");
});

task("check a receipt", async (visitor, api) => {
  const { page } = visitor;
  const { entries } = await (await page.request.get("/api/memory/log?limit=3")).json();
  await visitor.follow("Anchors");
  await visitor.ask("Find an entry by id, hash or number", entries[1].hash);
  await visitor.follow("Receipt as JSON");
  expect(await checkOffline(api, new URL(page.url()).pathname, KEYS)).toBe("OK: verified 1 receipt\n");
});

task("see why an agent has its score", async (visitor) => {
  const { page } = visitor;
  await visitor.click(page.locator("section").filter({ hasText: "Most used" }).locator("ol").getByRole("link").first());
  await visitor.follow("See how the score adds up");
  await expect(page.locator("#score")).toBeInViewport();
});
