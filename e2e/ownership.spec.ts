import { randomUUID } from "node:crypto";
import { violationsOn } from "./accessibility";
import { apply, expect, register, signIn, test } from "./fixtures";
import type { RunningServer } from "./http/start-server";

async function issueKey(server: RunningServer, organisation: string): Promise<void> {
  const response = await fetch(`${server.url}/api/access/credentials`, {
    method: "POST",
    headers: { authorization: `Bearer ${await server.operatorToken()}` },
    body: JSON.stringify({ kind: "provider", organisation }),
  });
  expect(response.status).toBe(201);
}

test("an application for an imported agent is shown to everyone as a hand-over, until the claim", async ({
  page,
  server,
}) => {
  const did = `did:fed:s1:imported-${randomUUID().slice(0, 8)}`;
  await register(server, { did });
  await page.goto("/join");
  await page.getByLabel("DID", { exact: true }).fill(did);
  await expect(page.getByText("You ask for a hand-over")).toBeVisible();
  await apply(page, did);
  await expect(page.getByText("You ask for a hand-over.")).toBeVisible();
  const statusUrl = page.url();
  await signIn(page, server);
  await page.goto("/console/applications");
  await page.getByRole("link", { name: did }).click();
  await expect(page.getByText("Operators own it")).toBeVisible();
  await page.getByText("Approve…").click();
  await expect(page.getByText("This is a hand-over.")).toBeVisible();
  expect(await violationsOn(page)).toEqual([]);
  await page.getByRole("button", { name: "Approve" }).click();
  await expect(page.getByText("It was approved")).toBeVisible();
  await page.goto(statusUrl);
  await expect(page.getByText("Claim it before")).toBeVisible();
  await page.getByRole("button", { name: "Show the token" }).click();
  await expect(page.getByText(/^fgs_agt_/)).toBeVisible();
  await expect(page.getByText("You ask for a hand-over.")).toBeHidden();
  await page.goto("about:blank").catch(() => {});
  await apply(page, did);
  await expect(page.getByRole("main").getByRole("alert").first()).toContainText("This DID already has a token");
});

for (const javaScriptEnabled of [true, false]) {
  test(`a second key for an organisation is approved with its name, ${javaScriptEnabled ? "with" : "without"} JavaScript`, async ({
    browser,
    server,
  }) => {
    const page = await (await browser.newContext({ javaScriptEnabled, baseURL: server.url })).newPage();
    const organisation = `Acme ${randomUUID().slice(0, 8)}`;
    await issueKey(server, organisation);
    await issueKey(server, organisation.replace("A", "\u0410"));
    await page.goto("/join");
    await page.getByText("For our organisation").click();
    await page.getByLabel("Organisation", { exact: true }).fill(organisation.toUpperCase());
    await page.getByLabel("E-mail").fill("agents@acme.example");
    await page.getByLabel("What it will do").fill("Registers our agents.");
    await page.getByRole("checkbox", { name: /We accept/ }).check();
    await page.getByRole("button", { name: "Send application" }).click();
    await page.waitForURL(/\/join\/status\//);
    await signIn(page, server);
    await page.goto("/console/applications");
    await page.getByRole("link", { name: organisation.toUpperCase() }).click();
    await expect(page.getByText("The name looks like the name of another organisation")).toBeVisible();
    await page.getByText("Approve…").click();
    await page.getByRole("button", { name: "Approve" }).click();
    await expect(page.getByText("Type its name to approve another token.")).toBeVisible();
    await page.getByLabel("Type the organisation’s name").fill(organisation);
    await page.getByRole("button", { name: "Approve" }).click();
    await expect(page.getByText("It was approved")).toBeVisible();
  });
}
