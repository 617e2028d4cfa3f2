import { test as base, type Cookie, expect, type Page } from "@playwright/test";
import { type RunningServer, startServer } from "./http/start-server";
import { type Answer, freshAddress, send, TRUST_LOOPBACK } from "./http/visitor";

export { expect };

/** The built service, shared by all specs of a worker. Paths of pages are relative to it. */
export const test = base.extend<
  { api: (address: string) => Promise<Answer> },
  { server: RunningServer; demo: "0" | "1"; settings: Record<string, string> }
>({
  /** Whether the service has the demo federation. */
  demo: ["1", { option: true, scope: "worker" }],
  /** Further settings of the service. */
  settings: [{}, { option: true, scope: "worker" }],
  server: [
    async ({ demo, settings }, use) => {
      const env = { SEED_DEMO: demo, RATE_LIMIT_REQUESTS: "10000", ...TRUST_LOOPBACK, ...settings };
      const server = await startServer({ env });
      await use(server);
      await server.cleanUp();
    },
    { scope: "worker", timeout: 100_000 },
  ],
  baseURL: ({ server }, use) => use(server.url),
  // A separate address, because limits are counted by address, across instances on one Redis.
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's pattern
  extraHTTPHeaders: ({}, use) => use({ "x-forwarded-for": freshAddress() }),
  // Reads a path or an address of the service without a browser, with its whole body. A response of Playwright's `request`
  // cannot be read after its context has ended.
  api: ({ server, extraHTTPHeaders }, use) =>
    use((address) => send(new URL(address, server.url).href, { headers: extraHTTPHeaders ?? {} })),
});

/** Registers an agent as the operator. */
export async function register(server: RunningServer, record: Record<string, unknown>): Promise<void> {
  const response = await fetch(`${server.url}/api/agent/register`, {
    method: "POST",
    headers: { authorization: `Bearer ${await server.operatorToken()}` },
    body: JSON.stringify(record),
  });
  expect(response.status).toBe(201);
}

/** Waits until React has hydrated the page. */
export async function untilHydrated(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    Object.keys(document.querySelector("main form") ?? {}).some((key) => /react/i.test(key)),
  );
}

const sessions = new Map<string, Cookie[]>();

/** Signs in to the console with a token, or as the first operator, whose session all tests share. */
export async function signIn(page: Page, server: RunningServer, token?: string): Promise<void> {
  const session = token === undefined ? sessions.get(server.url) : undefined;
  if (session) return page.context().addCookies(session);
  await page.goto("/console/sign-in");
  await page.getByLabel("Operator’s token").fill(token ?? (await server.operatorToken()));
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("button", { name: "Sign out" })).toBeVisible();
  if (token === undefined) sessions.set(server.url, await page.context().cookies());
}

/** Issues a token as the operator. @param wanted the body of the API's request */
export async function issueToken(server: RunningServer, wanted: Record<string, unknown>): Promise<string> {
  const response = await fetch(`${server.url}/api/access/credentials`, {
    method: "POST",
    headers: { authorization: `Bearer ${await server.operatorToken()}` },
    body: JSON.stringify(wanted),
  });
  expect(response.status).toBe(201);
  return (await response.json()).token;
}

/** Signs in to /owner. */
export async function signInAsOwner(page: Page, token: string): Promise<void> {
  await page.goto("/owner/sign-in");
  await page.getByLabel("Token of an agent or organisation").fill(token);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("button", { name: "Sign out" })).toBeVisible();
}

/** Fills in the form of /join and sends it. */
export async function apply(page: Page, did: string, fields: Record<string, string> = {}): Promise<void> {
  await page.goto("/join");
  await fillApplication(page, did, fields);
}

/** Fills in the form on the open page and sends it. */
export async function fillApplication(page: Page, did: string, fields: Record<string, string> = {}): Promise<void> {
  await page.getByLabel("DID", { exact: true }).fill(did);
  await page.getByLabel("Organisation", { exact: true }).fill(fields["organisation"] ?? "Łódź Tourist Office");
  await page.getByLabel("E-mail").fill(fields["email"] ?? "agents@lodz.example");
  await page.getByLabel("What it will do").fill(fields["purpose"] ?? "Answers visitors’ questions.");
  await page.getByLabel("Capabilities").fill("guide.city, it's accessible");
  await page.getByRole("checkbox", { name: /We accept/ }).check();
  await page.getByRole("button", { name: "Send application" }).click();
}

/** Fills in the form of /report and sends it. */
export async function report(page: Page, text: string, fields: Record<string, string> = {}): Promise<void> {
  await page.goto("/report");
  await page.getByLabel("What happened").fill(text);
  for (const [label, value] of Object.entries(fields)) await page.getByLabel(label).fill(value);
  await page.getByRole("button", { name: "Send the report" }).click();
}
