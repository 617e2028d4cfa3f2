import type { Page } from "@playwright/test";
import { expect, register, test, untilHydrated } from "./fixtures";

const rows = (page: Page) => page.getByRole("table").first().locator("tbody tr");
const parameters = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);

test("a visitor looks an agent up from the home page", async ({ page }) => {
  await page.goto("/");
  await page.getByLabel("Look up an agent").fill("glossa");
  await page.getByRole("button", { name: "Look up" }).click();
  await expect(page).toHaveURL("/search?q=glossa");
  await page
    .getByRole("main")
    .getByRole("link", { name: /Glossa/ })
    .first()
    .click();
  await expect(page).toHaveURL("/agents/did:demo:s2:glossa");
});

test("every figure over a double rule is the sum of those above it", async ({ page }) => {
  const totals = { "/": 4, "/leaderboard": 2, "/incidents": 1 };
  for (const [path, count] of Object.entries(totals)) {
    await page.goto(path);
    const found = await page.locator(".total-rule").evaluateAll((rows) => {
      const figure = (row: Element) => Number(row.lastElementChild?.textContent?.replace(/\D/g, ""));
      return rows.map((row) => {
        const inFoot = row.closest("tfoot") !== null;
        const body = inFoot ? row.closest("table")?.querySelectorAll("tbody tr") : row.parentElement?.children;
        const above = [...(body ?? [])].filter((each) => each !== row);
        return { said: figure(row), sum: above.reduce((sum, each) => sum + figure(each), 0) };
      });
    });
    expect(found).toHaveLength(count);
    for (const { said, sum } of found) expect(said).toBe(sum);
    expect(Math.max(...found.map(({ said }) => said))).toBeGreaterThanOrEqual(5);
  }
});

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with JavaScript" : "without JavaScript", () => {
    test.use({ javaScriptEnabled });

    test("facets and fields narrow the list together, and all of it is in the address", async ({ page }) => {
      await page.goto("/agents");
      if (javaScriptEnabled) await untilHydrated(page);
      await page.getByRole("link", { name: /^S1/ }).click();
      await expect(page).toHaveURL(/zone=S1/);
      await page.getByLabel("Role contains").fill("REVIEWER");
      await page.getByLabel("Role contains").press("Enter");
      await expect(page).toHaveURL(/role=REVIEWER/);
      await page.getByLabel("Model or provider contains").fill("lattice");
      await page.getByLabel("Model or provider contains").press("Enter");
      await expect(rows(page)).toHaveCount(1);
      await expect(rows(page)).toContainText("Plumb Line");
      expect(parameters(page)).toEqual({ zone: "S1", role: "REVIEWER", model: "lattice" });
      await page.getByRole("link", { name: "Remove filter: Zone S1" }).click();
      await expect(rows(page)).toHaveCount(2);
      await page.getByRole("link", { name: "Clear all" }).click();
      await expect(page).toHaveURL("/agents");
      await expect(rows(page).nth(9)).toBeVisible();
    });

    test("a facet's count is what choosing it shows, and choosing it again takes it back", async ({ page }) => {
      await page.goto("/agents");
      if (javaScriptEnabled) await untilHydrated(page);
      const facet = page.getByRole("link", { name: /^T3/ });
      const agents = Number((await facet.textContent())?.replace("T3", ""));
      await facet.click();
      await expect(page).toHaveURL("/agents?tier=T3");
      await expect(rows(page)).toHaveCount(agents);
      await expect(facet).toHaveAttribute("aria-current", "true");
      await facet.click();
      await expect(page).toHaveURL("/agents");
    });

    test("the order and the demo toggle are part of the address", async ({ page, server }) => {
      await register(server, { did: "did:fed:s4:real", name: "A real one" });
      await page.goto("/agents");
      if (javaScriptEnabled) await untilHydrated(page);
      await page.getByRole("link", { name: "Name", exact: true }).click();
      await expect(rows(page).first()).toContainText("A real one");
      await page.getByRole("link", { name: "Hide demo data" }).click();
      await expect(page).toHaveURL("/agents?demo=hide&sort=name");
      await expect(page.getByRole("table")).not.toContainText("demo data");
      await page.getByRole("link", { name: "Show demo data too" }).click();
      await expect(page.getByRole("table")).toContainText("demo data");
    });

    test("a search that finds nothing says so and leads back", async ({ page }) => {
      await page.goto("/agents?q=%25");
      if (javaScriptEnabled) await untilHydrated(page);
      await expect(page.getByText("No agent matches.")).toBeVisible();
      await page.getByRole("link", { name: "Show all agents" }).click();
      await expect(page).toHaveURL("/agents");
      await expect(rows(page).first()).toBeVisible();
    });

    test("a page far past the end leads to the first", async ({ page }) => {
      await page.goto("/agents?offset=999999999999999999");
      if (javaScriptEnabled) await untilHydrated(page);
      await expect(page.getByText("This page is past the end.")).toBeVisible();
      await page.getByRole("link", { name: "Go to the first page" }).click();
      await expect(rows(page).first()).toBeVisible();
    });

    test("pages follow each other and agree with their JSON twin", async ({ page, request }) => {
      await page.goto("/agents?limit=4");
      if (javaScriptEnabled) await untilHydrated(page);
      await expect(rows(page)).toHaveCount(4);
      await page.getByRole("link", { name: "Next" }).click();
      await expect(page).toHaveURL("/agents?limit=4&offset=4");
      const { agents } = await (await request.get("/api/agents/directory?limit=4&offset=4")).json();
      for (const [index, agent] of agents.entries()) await expect(rows(page).nth(index)).toContainText(agent.did);
      await page.getByRole("link", { name: "Page 1", exact: true }).click();
      await expect(page).toHaveURL("/agents?limit=4");
    });
  });
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(`a search ${javaScriptEnabled ? "with" : "without"} JavaScript`, () => {
    test.use({ javaScriptEnabled });

    test("shows where the words are, and what is near in meaning behind them", async ({ page }) => {
      await page.goto("/agents");
      if (javaScriptEnabled) await untilHydrated(page);
      await page.getByLabel("Search agents").fill("translating for courts");
      await page.getByLabel("Search agents").press("Enter");
      await expect(page).toHaveURL("/agents?q=translating+for+courts");
      await expect(rows(page).first()).toContainText("did:demo:s2:glossa");
      await expect(rows(page).first().locator("mark").first()).toBeVisible();
      await page.goto("/agents?q=who+would+translate+my+lease+for+an+elephant");
      await expect(page.getByText("No agent matches.")).toBeVisible();
      const near = page.getByRole("region", { name: "Close in meaning" });
      await expect(near.getByRole("table")).toContainText("did:demo:s2:glossa");
    });
  });
}

test("the list follows the typing without loading a page, and going back undoes it", async ({ page }) => {
  await page.goto("/agents");
  await untilHydrated(page);
  await page.evaluate(() => Object.assign(window, { same: true }));
  await page.getByRole("link", { name: /^S3/ }).click();
  await page.getByLabel("Search agents").pressSequentially("tarn");
  await expect(page).toHaveURL("/agents?q=tarn&zone=S3");
  await expect(rows(page)).toHaveCount(1);
  await page.goBack();
  await expect(page).toHaveURL("/agents");
  await expect(rows(page).nth(9)).toBeVisible();
  expect(await page.evaluate(() => "same" in window)).toBe(true);
});

test("the list hydrates as the server rendered it, and the browser says how old each row is", async ({ page }) => {
  const problems: string[] = [];
  page.on("pageerror", (error) => problems.push(error.message));
  page.on("console", (message) => ["error", "warning"].includes(message.type()) && problems.push(message.text()));
  await page.goto("/agents");
  await untilHydrated(page);
  const ages = page.getByRole("table").locator("time");
  for (const age of await ages.allTextContents()) expect(age).toMatch(/^(?:just now|\d+ (?:min|h|d) ago)$/);
  await page.getByLabel("Search agents").fill("tarn");
  await expect(rows(page)).toHaveCount(1);
  await expect(ages).toHaveText([/^(?:just now|\d+ (?:min|h|d) ago)$/]);
  expect(problems).toEqual([]);
});

test("without JavaScript the list says the day of each row", async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL ? { baseURL } : {}) });
  const page = await context.newPage();
  await page.goto("/agents");
  for (const day of await page.getByRole("table").locator("time").allTextContents()) {
    expect(day).toMatch(/^\d{4}-\d\d-\d\d$/);
  }
  await context.close();
});

test("a register that stops answering is said to, what it said stays, and the list goes on by itself", async ({
  page,
}) => {
  await page.goto("/agents");
  await untilHydrated(page);
  await page.route("**/api/agents/**", (route) =>
    route.fulfill({ status: 500, json: { error: "DB error", code: "DB_ERROR" } }),
  );
  await page.getByLabel("Search agents").fill("tarn");
  await expect(page.getByRole("alert").filter({ hasText: "The register does not answer just now" })).toBeVisible({
    timeout: 20_000,
  });
  await expect(rows(page).nth(3)).toBeVisible();
  await page.unroute("**/api/agents/**");
  await expect(rows(page)).toHaveCount(1, { timeout: 20_000 });
  await expect(page.getByText("The register does not answer just now")).toBeHidden();
});

test("without a connection the list stays and says so, and it goes on with what was typed when there is one", async ({
  page,
  context,
}) => {
  await page.goto("/agents");
  await untilHydrated(page);
  await page.waitForLoadState("networkidle");
  await context.setOffline(true);
  await page.getByLabel("Search agents").fill("tarn");
  await expect(page.getByRole("alert").filter({ hasText: "There is no connection" })).toBeVisible({
    timeout: 20_000,
  });
  await expect(rows(page).nth(3)).toBeVisible();
  await context.setOffline(false);
  await expect(rows(page)).toHaveCount(1, { timeout: 20_000 });
  await expect(page.getByText("There is no connection")).toBeHidden();
  await expect(page.getByLabel("Search agents")).toHaveValue("tarn");
});

test("the view can be copied as curl, and the call answers the same", async ({ page, context, request }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("/agents?zone=S2");
  await page.getByRole("button", { name: "Copy curl" }).click();
  await expect(page.getByRole("button", { name: "Copy curl" })).toHaveText("Copied");
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  const url = /^curl -s '(.+)'$/.exec(copied)?.[1] ?? "";
  expect((await (await request.get(url)).json()).total).toBe(await rows(page).count());
});

test("no link is fetched before it is followed", async ({ page }) => {
  const fetched: string[] = [];
  page.on("request", (asked) => fetched.push(asked.url()));
  await page.goto("/agents");
  await page.waitForTimeout(1_000);
  expect(fetched.filter((url) => /\/agents\/did|_rsc=/.test(url))).toEqual([]);
});

test("HTML and direction marks in an agent's fields are shown as text", async ({ page, server }) => {
  const hostile = '<img src=x onerror="document.title=1"><script>document.title=2</script>\u202Egnp';
  const did = "did:fed:s3:hostile";
  const skills = [{ name: hostile, description: hostile, examples: [hostile], tags: [hostile] }];
  const fields = {
    name: hostile,
    role: hostile,
    model: hostile,
    provider: hostile,
    runtime_type: hostile.slice(0, 90),
  };
  await register(server, { did, ...fields, capabilities: [hostile], capability_manifest: { skills } });
  for (const path of ["/agents?q=hostile", `/agents/${did}`, "/leaderboard"]) {
    await page.goto(path);
    await expect(page.getByText('<img src=x onerror="document.title=1">').first()).toBeVisible();
    await expect(page.locator("img[src=x]")).toHaveCount(0);
    await expect(page).not.toHaveTitle(/^[12]$/);
  }
});

test("filters of ten thousand characters, of control and direction marks, give a page", async ({ page }) => {
  for (const filter of ["x".repeat(10_000), "\u0000\u0007\u001f\u007f", "\u202e\u2066\u200b", "%_\\'\"<>", "\ud800"]) {
    for (const name of ["q", "zone", "role", "model", "status", "tier", "role_is", "sort", "limit", "demo"]) {
      const response = await page.request.get(`/agents?${name}=${encodeURIComponent(filter.toWellFormed())}`);
      expect(response.status(), `${name}=${filter.slice(0, 9)}`).toBe(200);
    }
  }
});
