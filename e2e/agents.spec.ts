import type { Page } from "@playwright/test";
import { expect, register, test } from "./fixtures";

const rows = (page: Page) => page.getByRole("table").locator("tbody tr");

test("a visitor looks an agent up from the home page", async ({ page }) => {
  await page.goto("/");
  await page.getByLabel("Look up an agent").fill("glossa");
  await page.getByRole("button", { name: "Look up" }).click();
  await expect(page).toHaveURL("/agents?q=glossa");
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText("did:demo:s2:glossa");
});

test("the tiers on the home page add up to the register", async ({ page }) => {
  await page.goto("/");
  const table = page.getByRole("table");
  const figures = await table.locator("tbody td:last-child").allTextContents();
  const sum = figures.reduce((total, figure) => total + Number(figure), 0);
  await expect(table.locator("tfoot td:last-child")).toHaveText(String(sum));
  expect(sum).toBeGreaterThanOrEqual(10);
});

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with JavaScript" : "without JavaScript", () => {
    test.use({ javaScriptEnabled });

    test("all five filters narrow the list and stay in the address", async ({ page }) => {
      await page.goto("/agents");
      await page.getByLabel("Zone").selectOption("S1");
      await page.getByLabel("Role").fill("REVIEWER");
      await page.getByLabel("Model or provider").fill("lattice");
      await page.getByLabel("Status").selectOption("active");
      await page.getByLabel("DID or name").fill("plumb");
      await page.getByRole("button", { name: "Search" }).click();
      expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
        q: "plumb",
        zone: "S1",
        status: "active",
        model: "lattice",
        role: "REVIEWER",
      });
      await expect(rows(page)).toHaveCount(1);
      await expect(rows(page)).toContainText("Plumb Line");
      await expect(page.getByLabel("Zone")).toHaveValue("S1");
    });

    test("a search that finds nothing says so and leads back", async ({ page }) => {
      await page.goto("/agents?q=%25");
      await expect(page.getByText("No agent matches.")).toBeVisible();
      await page.getByRole("link", { name: "Show all agents" }).click();
      await expect(page).toHaveURL("/agents");
      await expect(rows(page).first()).toBeVisible();
    });

    test("pages follow each other and agree with their JSON twin", async ({ page, request }) => {
      await page.goto("/agents?limit=4");
      await expect(rows(page)).toHaveCount(4);
      await page.getByRole("link", { name: "Next" }).click();
      await expect(page).toHaveURL("/agents?limit=4&offset=4");
      const twin = await page.getByRole("link", { name: "Same as JSON" }).getAttribute("href");
      const { agents } = await (await request.get(twin ?? "")).json();
      await expect(rows(page)).toHaveCount(4);
      for (const [index, agent] of agents.entries()) await expect(rows(page).nth(index)).toContainText(agent.did);
      await page.getByRole("link", { name: "Previous" }).click();
      await expect(page).toHaveURL("/agents?limit=4&offset=0");
    });
  });
}

test("HTML and direction marks in an agent's fields are shown as text", async ({ page, server }) => {
  const hostile = '<img src=x onerror="document.title=1"><script>document.title=2</script>\u202Egnp';
  await register(server, { did: "did:fed:s3:hostile", name: hostile, role: hostile, model: hostile });
  await page.goto("/agents?q=hostile");
  await expect(rows(page)).toContainText('<img src=x onerror="document.title=1">');
  await expect(page.locator("img[src=x]")).toHaveCount(0);
  await expect(page).toHaveTitle(/^Agents/);
});

for (const path of ["/", "/agents", "/agents?offset=99999", "/nowhere"]) {
  test(`nothing on ${path} is wider than a phone`, async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(path);
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow).toBe(0);
  });
}
