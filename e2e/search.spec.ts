import { expect, test, untilHydrated } from "./fixtures";

test("without JavaScript the search is a page with a link and a working form", async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL ? { baseURL } : {}) });
  const page = await context.newPage();
  await page.goto("/agents");
  await page.getByRole("link", { name: "Search" }).click();
  await page.getByRole("searchbox").fill("glossa");
  await page.getByRole("button", { name: "Search" }).click();
  await expect(page).toHaveURL(/\/search\?q=glossa$/);
  await page.getByRole("link", { name: "Glossa did:demo:s2:glossa" }).click();
  await expect(page).toHaveURL(/\/agents\/did:demo:s2:glossa$/);
  await context.close();
});

test("a slash opens the search; arrows choose, Enter opens, and Escape returns the focus", async ({ page }) => {
  await page.goto("/audits");
  await page.waitForLoadState("networkidle");
  const field = page.getByRole("combobox", { name: "Search" });
  await page.getByRole("link", { name: "Passed", exact: true }).focus();
  await page.keyboard.press("/");
  await expect(field).toBeFocused();
  await expect(page.getByRole("option", { name: /^Agents/ })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("link", { name: "Passed", exact: true })).toBeFocused();
  await page.keyboard.press("Control+k");
  await field.pressSequentially("4");
  const chosen = page.getByRole("option", { selected: true });
  await expect(chosen).toHaveText(/^Incident 4:/);
  await expect(page.getByRole("status").filter({ hasText: /\d found/ })).toBeAttached();
  await page.keyboard.press("ArrowDown");
  await expect(chosen).toHaveText(/^RFC 4:/);
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/incidents\/4$/);
  await expect(field).toBeHidden();
});

test("a slash in a text field is typed, and Enter before a response opens the search page", async ({ page }) => {
  await page.goto("/agents");
  await page.waitForLoadState("networkidle");
  const filter = page.getByRole("searchbox", { name: "Search agents" });
  await filter.press("/");
  await expect(filter).toHaveValue("/");
  await page.route("**/search?**", (route) => (route.request().isNavigationRequest() ? route.continue() : undefined));
  await page.getByRole("link", { name: "Search" }).click();
  await page.getByRole("combobox", { name: "Search" }).fill("glossa");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/search\?q=glossa$/);
});

test("an open search stays open when the page becomes interactive", async ({ page }) => {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  // React loads after the results.
  await page.route("**/_next/static/**", async (route) => {
    if (route.request().resourceType() === "script") await released;
    await route.continue();
  });
  await page.goto("/anchors", { waitUntil: "domcontentloaded" });
  const field = page.getByRole("combobox", { name: "Search" });
  // The portal's own script may load after the page.
  await expect(async () => {
    await page.keyboard.press("Control+k");
    await expect(field).toBeFocused({ timeout: 1000 });
  }).toPass();
  await field.pressSequentially("glossa");
  await expect(page.getByRole("option", { name: /did:demo:s2:glossa/ })).toBeVisible();
  release();
  await untilHydrated(page);
  await expect(field).toHaveValue("glossa");
  await expect(page.getByRole("option", { selected: true })).toBeVisible();
});

test("the search shows an error with the request id, and a message without a network", async ({ page, context }) => {
  await page.goto("/status");
  await page.waitForLoadState("networkidle");
  await page.route("**/search?**", (route) =>
    route.fulfill({ status: 503, contentType: "text/html", body: "", headers: { "x-request-id": "r-42" } }),
  );
  await page.keyboard.press("/");
  const field = page.getByRole("combobox", { name: "Search" });
  await field.fill("glossa");
  await expect(page.getByText("r-42")).toBeVisible();
  await page.unroute("**/search?**");
  await context.setOffline(true);
  await field.fill("plumb");
  await expect(page.getByText("No connection.")).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole("option", { name: /did:demo:s1:plumb-line/ })).toBeVisible();
});

test("a click before the page is interactive is not lost", async ({ page }) => {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  // React loads before it hydrates the check, and queues clicks until then.
  let held = false;
  await page.route("**/_next/static/chunks/**", async (route) => {
    const response = await route.fetch();
    if ((await response.text()).includes("Verify in this browser")) {
      held = true;
      await released;
    }
    await route.fulfill({ response });
  });
  await page.goto("/anchors", { waitUntil: "domcontentloaded" });
  await page.waitForFunction(() => Object.keys(document).some((key) => /react/i.test(key)));
  await page.getByRole("link", { name: "Search" }).click();
  await expect(page.getByRole("combobox", { name: "Search" })).toBeFocused();
  expect(held).toBe(true);
  release();
  // Chunks that are still on their way no longer matter.
  await page.unrouteAll({ behavior: "ignoreErrors" });
});
