import { expect, signIn, test } from "./fixtures";

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the list has correct totals, superseded RFCs and successors link to each other, and a text has contents", async ({
    page,
  }) => {
    await page.goto("/rfcs");
    const count = async (name: string) =>
      Number(await page.getByRole("main").locator("dl > div").filter({ hasText: name }).locator("dd").textContent());
    const entries = page.getByRole("main").locator("ol > li");
    const sum = (await count("Active")) + (await count("Final")) + (await count("Draft")) + (await count("Superseded"));
    expect(sum).toBe(await count("In all"));
    await expect(entries).toHaveCount(sum);
    await page.getByRole("navigation", { name: "Status" }).getByRole("link", { name: "Superseded" }).click();
    await expect(entries).toHaveCount(await count("Superseded"));

    await page.getByRole("link", { name: "Numbered acts" }).click();
    await page.getByRole("link", { name: "by RFC 9" }).first().click();
    await expect(page.getByRole("heading", { name: "Audits and the council's log" })).toBeVisible();
    await page.getByRole("navigation", { name: "Contents" }).getByRole("link", { name: "The council's log" }).click();
    await expect(page).toHaveURL(/#the-council-s-log$/);
    await expect(page.locator("#the-council-s-log")).toBeInViewport();
    await page.locator("dl").getByRole("link", { name: "RFC 5" }).click();
    await expect(page).toHaveURL(/\/rfcs\/5$/);
    await page.locator("dl").getByRole("link", { name: "Evidence" }).click();
    await expect(page.locator("#rfc-0005")).toContainText("Matches");
  });
});

test("a review is on the page at once, with its markup as text; a decision shows operator, reason and tally", async ({
  page,
  server,
}) => {
  const send = async (path: string, body: object) =>
    fetch(`${server.url}/api/rfc/12/${path}`, {
      method: "POST",
      headers: { authorization: `Bearer ${await server.operatorToken()}` },
      body: JSON.stringify(body),
    });
  const text = "<img src=x onerror=alert(1)> [link](javascript:alert(1)) **bold**";
  expect((await send("review", { verdict: "comment", text })).status).toBe(201);
  await page.goto("/rfcs/12");
  await expect(page.getByText(text)).toBeVisible();
  await page.getByRole("listitem").filter({ hasText: text }).locator("a[href*=reviews]").click();
  await expect(page).toHaveURL(/\/rfcs\/12\/reviews\/[\w-]{36}$/);
  await expect(page.getByRole("article")).toContainText(text);
  expect((await page.request.get(page.url().replace("/12/", "/11/"))).status()).toBe(404);
  await page.getByRole("link", { name: "RFC 12" }).click();
  const tally = "1 approve1 object2 comment";
  await expect(page.getByRole("heading", { name: "Reviews" }).locator("..")).toContainText(tally);
  expect((await send("decision", { status: "ACTIVE", reason: "Heard them all." })).status).toBe(200);
  await page.reload();
  await expect(page.getByText("In force. Reviews are open.")).toBeVisible();
  const decided = page.getByRole("listitem").filter({ hasText: "Heard them all." });
  await expect(decided).toContainText("Decided by an operator");
  await expect(decided).toContainText(tally);
});

for (const scripted of [true, false]) {
  test.describe(scripted ? "with JavaScript" : "without JavaScript", () => {
    test.use({ javaScriptEnabled: scripted });

    test("an operator supersedes an RFC in the console with an active one, a reason and the number typed again", async ({
      page,
      server,
    }) => {
      const number = scripted ? "7" : "6";
      await signIn(page, server);
      await page.goto(`/console/rfcs/${number}`);
      await page.getByText("Supersede it…").click();
      const form = page.locator("form").filter({ has: page.getByLabel("Successor") });
      await form.getByLabel("Reason").fill("One text for both.");
      await form.getByRole("button").click();
      await expect(page.getByText(`Type ${number} to decide.`)).toBeVisible();
      await expect(form.getByLabel("Reason")).toHaveValue("One text for both.");
      await form.getByLabel("Successor").selectOption("8");
      await form.getByLabel(`Type ${number}`).fill(number);
      await form.getByRole("button").click();
      await expect(page.getByText("It is closed. There is nothing to decide.")).toBeVisible();
      await page.getByRole("link", { name: "The text" }).click();
      await expect(page.getByText("No longer in force.")).toBeVisible();
      await expect(page.getByRole("listitem").filter({ hasText: "One text for both." })).toContainText("by RFC 8");
    });
  });
}
