import type { Page } from "@playwright/test";
import { violationsOn } from "./accessibility";
import { expect, register, test } from "./fixtures";

/** Returns the rows of the list, without agents that only may fit. */
const rows = (page: Page) => page.locator("section[aria-labelledby=results] > ol > li");
const filters = (page: Page) => page.getByRole("complementary", { name: "Filters" });
const parameters = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);

test("every total above a double line is the sum of the numbers above it", async ({ page }) => {
  const totals = { "/leaderboard": 2, "/incidents": 1 };
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

    test("several facets filter the list together, and are part of the address", async ({ page }) => {
      await page.goto("/agents?role=REVIEWER&model=lattice");
      await expect(rows(page)).toHaveCount(await rows(page).count());
      await filters(page).getByRole("link", { name: /^S1/ }).click();
      await expect(page).toHaveURL(/zone=S1/);
      await expect(rows(page).first()).toContainText("Plumb Line");
      expect(parameters(page)).toEqual({ zone: "S1", role: "REVIEWER", model: "lattice" });
      await page.getByRole("link", { name: "Remove filter: Zone S1" }).click();
      await expect(page).not.toHaveURL(/zone/);
      await page.getByRole("link", { name: "Clear all" }).click();
      await expect(page).toHaveURL("/agents");
      await expect(rows(page).nth(9)).toBeVisible();
    });

    test("a facet's count is the number of its results, and a second click removes it", async ({ page }) => {
      await page.goto("/agents");
      const facet = filters(page).getByRole("link", { name: /^T3/ });
      const agents = Number(/\d+$/.exec((await facet.textContent())?.replace("×", "") ?? "")?.[0]?.replace(/^3/, ""));
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
      await page.getByRole("link", { name: "Newest", exact: true }).click();
      await expect(rows(page).first()).toContainText("A real one");
      await page.getByRole("link", { name: "Hide demo data" }).click();
      await expect(page).toHaveURL("/agents?demo=hide&sort=newest");
      await expect(rows(page).filter({ hasText: "Glossa" })).toHaveCount(0);
      await page.getByRole("link", { name: "Show demo data too" }).click();
      await expect(page).toHaveURL("/agents?sort=newest");
      await expect(rows(page).nth(3)).toContainText("demo");
    });

    test("a question that nothing fits says so, names the words that nobody says, and has ways on", async ({
      page,
    }) => {
      await page.goto("/agents?q=zorblax+for+elephants");
      await expect(page.getByRole("heading", { name: "Nothing here fits" })).toBeVisible();
      await expect(page.getByText("No agent says “zorblax” or “elephants”, or anything like it.")).toBeVisible();
      const words = page.getByRole("list", { name: "How your question was read" }).getByRole("listitem");
      await expect(words.first()).toHaveText(/zorblax.*0 records.*nobody here says this/);
      await expect(filters(page).getByText(/^Counts of all \d+ records$/)).toBeAttached();
      await page.getByRole("link", { name: "Show all agents" }).click();
      await expect(page).toHaveURL("/agents");
      await expect(rows(page).first()).toBeVisible();
    });

    test("words that suit any agent list all of them by trust", async ({ page, api }) => {
      for (const q of ["best tool", "%"]) {
        await page.goto(`/agents?${new URLSearchParams({ q })}`);
        await expect(page.getByText("Add it, as in “translate a contract”.")).toBeVisible();
        const { agents } = (await api("/api/agents/directory?sort=trusted&limit=1")).json();
        await expect(rows(page).first()).toContainText(agents[0].name);
      }
    });

    test("an exact name comes first, without its words", async ({ page }) => {
      await page.goto("/agents?q=plumb+line");
      await expect(rows(page).first()).toContainText("Plumb Line");
      await expect(rows(page).first()).toContainText("Exact name");
      await expect(page.getByText("How your question was read")).toHaveCount(0);
    });

    test("a page far past the end links to the first", async ({ page }) => {
      await page.goto("/agents?offset=999999999999999999");
      await expect(page.getByText("Page not found.")).toBeVisible();
      await page.getByRole("link", { name: "Go to the first page" }).click();
      await expect(rows(page).first()).toBeVisible();
    });

    test("consecutive pages have the same agents as the JSON", async ({ page, api }) => {
      await page.goto("/agents?limit=4");
      await expect(rows(page)).toHaveCount(4);
      await page.getByRole("link", { name: "Next" }).click();
      await expect(page).toHaveURL("/agents?limit=4&offset=4");
      const { agents } = (await api("/api/agents/directory?limit=4&offset=4&sort=trusted")).json();
      for (const [index, { did }] of agents.entries()) {
        await expect(rows(page).nth(index).locator(`a[href="/agents/${did}"]`)).toBeVisible();
      }
      await page.getByRole("link", { name: "Page 1", exact: true }).click();
      await expect(page).toHaveURL("/agents?limit=4");
    });
  });
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(`a search ${javaScriptEnabled ? "with" : "without"} JavaScript`, () => {
    test.use({ javaScriptEnabled });

    test("shows the agents that fit with the words they meet, and apart from them those that may fit", async ({
      page,
      api,
    }) => {
      await page.goto("/agents");
      await page.getByLabel("Search agents").fill("translating for courts");
      await page.getByLabel("Search agents").press("Enter");
      await expect(page).toHaveURL("/agents?q=translating+for+courts");
      const { agents, fits, total } = (await api("/api/agents/search?q=translating+for+courts")).json();
      const names = agents.map(({ name }: { name: string }) => name);
      await expect(page.getByRole("heading", { name: `${fits} fit of` })).toBeVisible();
      expect(await rows(page).locator("a").first().textContent()).toBe(names[0]);
      await expect(rows(page)).toHaveCount(fits);
      await expect(rows(page).first().locator("mark").first()).toBeVisible();
      await expect(rows(page).first()).toContainText("Translates");
      await expect(rows(page).first()).toContainText("form of the word");
      const others = page.getByRole("region", { name: `${total - fits} may fit` }).getByRole("listitem");
      await expect(others).toHaveCount(total - fits);
      await expect(others.first()).toContainText(names[fits]);
      await expect(others.first()).toContainText("1 of 2 words");
      await expect(page.getByRole("main")).not.toContainText(/\d %/);
    });

    test("shows at most five agents that come closest if none fits", async ({ page }) => {
      await page.goto("/agents?q=who+would+translate+my+lease+for+an+elephant");
      await expect(page.getByRole("heading", { name: "Nothing here fits" })).toBeVisible();
      const closest = page.getByRole("region", { name: /come closest$/ }).getByRole("listitem");
      await expect(closest.filter({ hasText: "Glossa" })).toContainText("1 of 3 words");
      expect(await closest.count()).toBeLessThanOrEqual(5);
    });
  });
}

test("the list changes while typing without loading a page, and going back undoes it", async ({ page }) => {
  await page.goto("/agents");
  await page.evaluate(() => Object.assign(window, { same: true }));
  await filters(page).getByRole("link", { name: /^S3/ }).click();
  await expect(page.getByRole("link", { name: "Remove filter: Zone S3" })).toBeVisible();
  await expect(filters(page).getByRole("link", { name: /^S3/ })).toBeFocused();
  await page.getByLabel("Search agents").pressSequentially("tarn");
  await expect(page).toHaveURL("/agents?q=tarn&zone=S3");
  await expect(rows(page)).toHaveCount(1);
  await page.goBack();
  await expect(page).toHaveURL("/agents");
  await expect(rows(page).nth(9)).toBeVisible();
  expect(await page.evaluate(() => "same" in window)).toBe(true);
});

test("if the directory does not respond, the page says so, keeps its list, and continues by itself", async ({
  page,
}) => {
  await page.goto("/agents");
  await page.route("**/agents?q=*", (route) => route.fulfill({ status: 503, body: "" }));
  await page.getByLabel("Search agents").fill("tarn");
  await expect(page.getByRole("alert").filter({ hasText: "The registry is temporarily unavailable" })).toBeVisible({
    timeout: 20_000,
  });
  await expect(rows(page).nth(3)).toBeVisible();
  await page.unroute("**/agents?q=*");
  await expect(rows(page)).toHaveCount(1);
  await expect(page.getByText("The registry is temporarily unavailable")).toBeHidden();
});

test("without a connection the list stays with a message, and later continues with the typed text", async ({
  page,
  context,
}) => {
  await page.goto("/agents");
  await page.waitForLoadState("networkidle");
  await context.setOffline(true);
  await page.getByLabel("Search agents").fill("tarn");
  await expect(page.getByRole("alert").filter({ hasText: "No connection" })).toBeVisible({
    timeout: 20_000,
  });
  await expect(rows(page).nth(3)).toBeVisible();
  await context.setOffline(false);
  await expect(rows(page)).toHaveCount(1);
  await expect(page.getByRole("alert").filter({ hasText: "No connection" })).toBeHidden();
  await expect(page.getByLabel("Search agents")).toHaveValue("tarn");
});

test("the view can be copied as curl, and the call returns the same", async ({ page, context, api }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("/agents?zone=S2");
  await page.getByRole("button", { name: "Copy curl" }).click();
  await expect(page.getByRole("button", { name: "Copy curl" })).toHaveText("Copied");
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  const url = /^curl -s '(.+)'$/.exec(copied)?.[1] ?? "";
  expect((await api(url)).json().total).toBe(await rows(page).count());
});

test("no link is fetched before it is followed", async ({ page }) => {
  const fetched: string[] = [];
  page.on("request", (asked) => fetched.push(asked.url()));
  await page.goto("/agents");
  await page.waitForTimeout(1_000);
  expect(fetched.filter((url) => /\/agents\/did|_rsc=/.test(url))).toEqual([]);
});

test("results come before the facets for the keyboard, and a whole row is one link", async ({ page }) => {
  await page.goto("/agents");
  const order = await page.evaluate(() => {
    const place = (selector: string) =>
      [...document.querySelectorAll("a[href], input, button, summary")].findIndex((each) => each.matches(selector));
    return ["[type=search][name=q]", "section ol > li a", "aside a"].map(place);
  });
  expect(order.toSorted((a, b) => a - b)).toEqual(order);
  const facets = await filters(page).boundingBox();
  const list = await rows(page).first().boundingBox();
  expect(facets?.x).toBeLessThan(list?.x ?? 0);
  const row = rows(page).nth(1);
  const href = await row.locator("a").first().getAttribute("href");
  const box = await row.boundingBox();
  await row.click({ position: { x: (box?.width ?? 0) - 4, y: (box?.height ?? 0) - 4 } });
  await expect(page).toHaveURL(String(href));
});

test("on a phone every control is at least 44 pixels high", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  for (const path of ["/agents", "/agents?q=translate&tier=T2", "/agents?all=tag", "/providers/Assay%20Guild"]) {
    await page.goto(path);
    if (path === "/agents") await page.locator("summary", { hasText: "Filters" }).click();
    const low = await page.locator("main").evaluate((main) =>
      [...main.querySelectorAll("a, button, input, summary")].flatMap((each) => {
        const row = each.closest("ol > li");
        const { height, width } = (row && each === row.querySelector("a") ? row : each).getBoundingClientRect();
        const isSeen = width > 0 && getComputedStyle(each).clip === "auto";
        return isSeen && height < 43.5 && !each.closest("section[aria-label], nav[aria-label=Breadcrumb]")
          ? [`${each.textContent} ${height}`]
          : [];
      }),
    );
    expect(
      low.filter((each) => !/^(Directory|Leaderboard|Audits|GET )/.test(each)),
      path,
    ).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  }
});

test("every value of a facet can be reached without JavaScript", async ({ browser, baseURL, server }) => {
  for (let n = 0; n < 10; n += 1) {
    await register(server, { did: `did:fed:s4:maker-${n}`, provider: `Maker ${n}`, tags: [`made-${n}`] });
  }
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL ? { baseURL } : {}) });
  const page = await context.newPage();
  await page.goto("/agents");
  await filters(page)
    .getByRole("link", { name: /^All \d+ providers/ })
    .click();
  await page.getByRole("link", { name: /^Maker 9/ }).click();
  await expect(page).toHaveURL("/agents?provider=Maker+9");
  await expect(rows(page)).toHaveCount(1);
  await context.close();
});

test("a provider has a page with its agents, for any case of its name", async ({ page, server, api }) => {
  await register(server, {
    did: "did:fed:s4:one-of-two",
    provider: "Twin  Peaks Ltd",
    homepage: "https://twin.example/",
  });
  await register(server, {
    did: "did:fed:s4:two-of-two",
    provider: "TWIN Peaks ltd",
    homepage: "https://twin.example/",
  });
  const response = await page.goto("/providers/twin%20peaks%20LTD");
  expect(response?.status()).toBe(200);
  await expect(page.getByText("2 agents name this provider.")).toBeVisible();
  await expect(page.getByRole("link", { name: "twin.example" })).toHaveAttribute("href", "https://twin.example/");
  await expect(page.locator("main ol").last().getByRole("listitem")).toHaveCount(2);
  expect(await violationsOn(page)).toEqual([]);
  expect((await api("/providers/nobody%20at%20all")).status).toBe(404);
  expect((await api("/providers/twin%20peaks%20ltd.md")).body).toContain("did:fed:s4:one-of-two");
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

test("filters with ten thousand characters, control characters or direction marks return a page", async ({ page }) => {
  for (const filter of ["x".repeat(10_000), "\u0000\u0007\u001f\u007f", "\u202e\u2066\u200b", "%_\\'\"<>", "\ud800"]) {
    for (const name of ["q", "zone", "role", "tag", "provider", "tier", "role_is", "sort", "limit", "demo", "all"]) {
      const response = await page.request.get(`/agents?${name}=${encodeURIComponent(filter.toWellFormed())}`);
      expect(response.status(), `${name}=${filter.slice(0, 9)}`).toBe(200);
    }
  }
});
