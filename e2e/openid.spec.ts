import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "@playwright/test";
import Provider from "oidc-provider";
import { freePort, type RunningServer, startServer } from "./http/start-server";

test.use({ javaScriptEnabled: false });

const SUBJECT = "vera-subject-7f3a";

/** Starts a provider at the name `localhost`, which is another site than 127.0.0.1, the host of the service. */
async function startProvider(redirectUri: string): Promise<{ issuer: string; listener: Server }> {
  const listener = createServer().listen(0);
  await once(listener, "listening");
  const issuer = `http://localhost:${(listener.address() as AddressInfo).port}`;
  const person = { sub: SUBJECT, name: "Vera Example", email: "vera@harbour.example", groups: ["board", "rowing"] };
  const provider = new Provider(issuer, {
    clients: [{ client_id: "federation", client_secret: "a-secret+of/24=characters", redirect_uris: [redirectUri] }],
    claims: { openid: ["sub"], profile: ["name"], groups: ["groups"] },
    cookies: { keys: ["for the test"] },
    findAccount: (_: unknown, accountId: string) => ({ accountId, claims: () => person }),
  });
  listener.on("request", provider.callback());
  return { issuer, listener };
}

let server: RunningServer;
let provider: Awaited<ReturnType<typeof startProvider>>;
test.beforeAll(async () => {
  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  provider = await startProvider(`${address}/console/sign-in/openid/callback`);
  server = await startServer({
    env: {
      ...{ PORT: String(port), PUBLIC_URL: address, OIDC_ISSUER: provider.issuer, OIDC_NAME: "Harbour ID" },
      ...{ OIDC_CLIENT_ID: "federation", OIDC_CLIENT_SECRET: "a-secret+of/24=characters" },
      ...{ OIDC_ROLES: "board=owner,staff=operator", OIDC_SCOPE: "openid profile groups" },
    },
  });
});
test.afterAll(async () => {
  provider.listener.closeAllConnections();
  provider.listener.close();
  await server.cleanUp();
});

test("an operator signs in with the provider, without JavaScript; a role taken away counts at once, and the answer only once", async ({
  page,
}) => {
  let answer = "";
  page.on("request", (request) => {
    if (request.url().includes("/callback?")) answer = request.url();
  });
  await page.goto(`${server.url}/console/operators`);
  await page.getByRole("link", { name: "Sign in with Harbour ID" }).click();
  await page.getByPlaceholder("Enter any login").fill(SUBJECT);
  await page.getByPlaceholder("and password").fill("any");
  await page.getByRole("button", { name: "Sign-in" }).click();
  await page.getByRole("button", { name: "Continue" }).click();

  // The page was asked for before the sign-in. The session's strict cookie came with its request.
  await expect(page).toHaveURL(`${server.url}/console/operators`);
  const own = page.getByRole("listitem").filter({ hasText: "This is you." });
  await expect(own).toContainText("Vera Example");
  await expect(own).toContainText("Signs in with Harbour ID");
  const cookies = await page.context().cookies(`${server.url}/console/sign-in/openid/callback`);
  expect(cookies.filter(({ name }) => name.startsWith("console-"))).toMatchObject([
    { name: "console-session", httpOnly: true, sameSite: "Strict", path: "/console" },
  ]);

  const [, operator] = /operator:(\w{8})/.exec((await own.textContent()) ?? "") ?? [];
  const lowered = await fetch(`${server.url}/api/access/operators/${operator}`, {
    method: "PATCH",
    headers: { authorization: `Bearer ${await server.operatorToken()}`, "content-type": "application/json" },
    body: JSON.stringify({ role: "viewer" }),
  });
  expect(lowered.status).toBe(200);
  await page.reload();
  await expect(page.getByText("This requires the role owner or a higher one.")).toBeVisible();

  await page.getByRole("button", { name: "Sign out" }).click();
  await page.goto(`${server.url}/console`);
  await expect(page).toHaveURL(`${server.url}/console/sign-in`);
  await page.goto(answer);
  await expect(page.getByRole("alert")).toContainText("was used before");
  expect(answer).toContain("code=");
  for (const secret of [SUBJECT, "vera@harbour", new URL(answer).searchParams.get("code") ?? answer, provider.issuer]) {
    expect(server.output()).not.toContain(secret);
  }
});
