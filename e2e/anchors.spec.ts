import { violationsOn } from "./accessibility";
import { expect, signIn, test } from "./fixtures";
import type { RunningServer } from "./http/start-server";

async function anchor(server: RunningServer, payload: unknown): Promise<{ id: string; hash: string; seq: number }> {
  const response = await fetch(`${server.url}/api/memory/anchor`, {
    method: "POST",
    headers: { authorization: `Bearer ${await server.operatorToken()}` },
    body: JSON.stringify({ did: "did:demo:s1:plumb-line", payload }),
  });
  expect(response.status).toBe(201);
  return response.json();
}

test("the chain shows the anchors, newest first, and an entry links to its neighbours", async ({ page, server }) => {
  const [before, last] = [await anchor(server, { n: 1 }), await anchor(server, { n: 2 })];
  await page.goto("/anchors");
  await page.getByRole("link", { name: `Entry ${last.seq}`, exact: true }).click();
  await expect(page.getByRole("heading", { name: `Entry ${last.seq}` })).toBeVisible();
  await expect(page.getByText("The two hashes are equal.")).toHaveCount(1);
  await page.getByRole("link", { name: `Previous, ${before.seq}` }).click();
  await expect(page.getByRole("definition").filter({ hasText: before.hash })).toBeVisible();
  await expect(page.getByText("The two hashes are equal.")).toHaveCount(2);
});

test("an entry is found by its id, by the beginning of its hash, and by its number", async ({ page, server }) => {
  const { id, hash, seq } = await anchor(server, { found: true });
  for (const text of [id, hash, hash.slice(0, 10).toUpperCase(), String(seq)]) {
    await page.goto("/anchors");
    await page.getByLabel("Find an entry").fill(text);
    await page.getByRole("button", { name: "Find" }).click();
    await expect(page).toHaveURL(new RegExp(id));
  }
  await page.goto("/anchors?find=nothing-like-it");
  await expect(page.getByRole("status")).toContainText("No entry of this log");
});

test("the public anchors can be filtered by agent and by day", async ({ page, server }) => {
  const { id, hash } = await anchor(server, { narrowed: true });
  const today = new Date().toISOString().slice(0, 10);
  await page.goto("/anchors");
  await page.getByLabel("Anchors of an agent").fill("did:demo:s1:plumb-line");
  await page.getByLabel("To", { exact: true }).fill(today);
  await page.getByRole("button", { name: "Show" }).click();
  await expect(page.getByRole("list").getByText(hash.slice(0, 8)).first()).toBeVisible();
  expect(await violationsOn(page)).toEqual([]);
  await page.getByRole("main").getByRole("listitem").getByRole("link").first().click();
  await expect(page).toHaveURL(new RegExp(id));
  await page.goto("/anchors?did=did:demo:s1:plumb-line&to=2020-01-01");
  await expect(page.getByText("No public anchor matches.")).toBeVisible();
  await page.goto("/anchors?did=did:demo:s1:plumb-line&from=not-a-day");
  await expect(page.getByLabel("Anchors of an agent")).toHaveValue("did:demo:s1:plumb-line");
});

for (const log of ["anchors", "council"]) {
  test(`the browser recomputes the ${log} log, and recognises it at the next visit`, async ({ page, server }) => {
    await anchor(server, { visited: log });
    await page.goto(`/anchors?log=${log}`);
    await page.getByRole("button", { name: "Verify in this browser" }).click();
    await expect(page.getByRole("heading", { name: "Verified" })).toBeVisible();
    await expect(page.getByText("first visit")).toBeVisible();
    await anchor(server, { visited: "again" });
    await page.reload();
    await page.getByRole("button", { name: "Verify in this browser" }).click();
    await expect(page.getByText(/entries then$/)).toBeVisible();
    await expect(page.getByText("valid", { exact: true })).toBeVisible();
  });
}

test("without JavaScript the check shows the commands, and no button without effect", async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL ? { baseURL } : {}) });
  const page = await context.newPage();
  await page.goto("/anchors");
  await expect(page.locator("aside noscript")).toBeVisible();
  await expect(page.getByRole("button", { name: "Verify in this browser" })).toBeHidden();
  await expect(page.getByText(/node verify\.mjs/)).toBeVisible();
  await context.close();
});

test("the browser names the first entry that was changed in transit", async ({ page, server }) => {
  const { seq } = await anchor(server, { honest: true });
  await anchor(server, { honest: "still" });
  await page.route("**/api/memory/log?**", async (route) => {
    const response = await route.fetch();
    const body = await response.json();
    const changed = body.entries.find((entry: { seq: number }) => entry.seq === seq);
    if (changed) changed.scope = "PRIVATE";
    await route.fulfill({ response, json: body });
  });
  await page.goto("/anchors");
  await page.getByRole("button", { name: "Verify in this browser" }).click();
  const fault = page.getByRole("heading", { name: `Entry ${seq} does not match` });
  await expect(fault).toBeVisible();
  const red = await fault.evaluate((element) => getComputedStyle(element).color);
  await expect(page.getByRole("complementary", { name: "Verification" })).toHaveCSS("border-top-color", red);
  await expect(page.getByText("its hash does not match its fields")).toBeVisible();
});

test("the browser detects a log that was rewritten since the last visit", async ({ page }) => {
  await page.goto("/anchors");
  await page.getByRole("button", { name: "Verify in this browser" }).click();
  await expect(page.getByRole("heading", { name: "Verified" })).toBeVisible();
  await page.evaluate(() => {
    const visit = JSON.parse(localStorage.getItem("checked-anchors") ?? "{}");
    localStorage.setItem("checked-anchors", JSON.stringify({ ...visit, root: "ab".repeat(32) }));
  });
  await page.getByRole("button", { name: "Check again" }).click();
  await expect(page.getByRole("heading", { name: "The log does not match" })).toBeVisible();
  await expect(page.getByText("not the log you saw")).toBeVisible();
});

test("an operator erases an anchor's payload, after the effect was shown and a word typed", async ({
  page,
  server,
}) => {
  const { id } = await anchor(server, { said: "erase me" });
  await signIn(page, server);
  await page.goto(`/console/redact?subject=anchor&id=${id}`);
  await expect(page.getByText(/^The erasure removes its payload \([\d,]+ bytes\)/)).toBeVisible();
  expect(await violationsOn(page)).toEqual([]);
  await page.getByLabel("Reason").fill("A test of the form.");
  await page.getByRole("button", { name: "Erase permanently" }).click();
  await expect(page.getByText("Type erase to confirm.")).toBeVisible();
  await page.getByLabel("Type erase to confirm").fill("erase");
  await page.getByRole("button", { name: "Erase permanently" }).click();
  await expect(page.getByText("Its payload is erased.")).toBeVisible();
  await page.goto("/console/redact?subject=anchor&id=nothing");
  await expect(page.getByText("There is no such record.")).toBeVisible();
});
