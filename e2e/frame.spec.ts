import type { Locator, Page } from "@playwright/test";
import { expect, test } from "./fixtures";

const TARGET_PIXELS = 44;
const PHONE = { width: 390, height: 844 };
const REGISTERS = ["Agents", "Relay", "Incidents", "Council", "Anchors", "RFCs", "Changelog", "Docs"];

async function boxOf(locator: Locator) {
  const box = await locator.boundingBox();
  if (!box) throw new Error("it is not shown");
  return box;
}

const backgroundOf = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
const themeCookie = async (page: Page) => (await page.context().cookies()).find(({ name }) => name === "theme")?.value;

test("on a wide screen the header is one row with every list, the search and the link to join", async ({ page }) => {
  await page.goto("/agents");
  const head = page.getByRole("banner");
  expect((await boxOf(head)).height).toBeLessThanOrEqual(68);
  const places = await head.getByRole("navigation", { name: "Main" }).getByRole("link").all();
  expect(await Promise.all(places.map((place) => place.textContent()))).toEqual(REGISTERS);
  const centres = await Promise.all(
    [...places, head.getByRole("link", { name: "Search" }), head.getByRole("link", { name: "Join" })].map(
      async (each) => {
        const { y, height } = await boxOf(each);
        return Math.round((y + height / 2) / 4);
      },
    ),
  );
  expect(new Set(centres).size).toBe(1);
  await expect(head.getByRole("link", { name: "Agents" })).toHaveAttribute("aria-current", "page");
});

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with JavaScript" : "without JavaScript", () => {
    test.use({ javaScriptEnabled, viewport: PHONE });

    test("on a phone the header is at most 110 pixels high, with search, Join and menu in one row", async ({
      page,
    }) => {
      await page.goto("/agents");
      const head = page.getByRole("banner");
      const { y, height } = await boxOf(head);
      expect(y + height).toBeLessThanOrEqual(110);
      const menu = head.locator("summary");
      const row = await Promise.all(
        [head.getByRole("link", { name: "Search" }), head.getByRole("link", { name: "Join" }), menu].map(boxOf),
      );
      expect(new Set(row.map((box) => Math.round(box.y))).size).toBe(1);
      for (const box of row) {
        expect(box.width).toBeGreaterThanOrEqual(TARGET_PIXELS);
        expect(box.height).toBeGreaterThanOrEqual(TARGET_PIXELS);
      }
      await expect(head.getByRole("link", { name: "Docs" })).toBeHidden();
      await menu.click();
      for (const name of REGISTERS) {
        const place = await boxOf(head.getByRole("navigation", { name: "Main" }).getByRole("link", { name }));
        expect(place.height).toBeGreaterThanOrEqual(TARGET_PIXELS);
      }
      await head.getByRole("link", { name: "Docs" }).click();
      await expect(page).toHaveURL("/docs");
    });

    test("each link in the footer is large enough for a finger", async ({ page }) => {
      await page.goto("/agents");
      const links = await page.getByRole("contentinfo").getByRole("link").all();
      expect(links.length).toBeGreaterThan(8);
      for (const link of links) expect((await boxOf(link)).height).toBeGreaterThanOrEqual(TARGET_PIXELS);
    });

    test("controls that need JavaScript are shown only with JavaScript", async ({ page }) => {
      for (const path of ["/anchors", "/evidence", "/docs/relay", "/agents/did:demo:s2:glossa"]) {
        await page.goto(path);
        const copy = page.locator("button[data-copy]");
        expect(await copy.count()).toBeGreaterThan(0);
        const shown = copy.and(page.locator(":visible"));
        if (javaScriptEnabled) expect(await shown.count()).toBeGreaterThan(0);
        else await expect(shown).toHaveCount(0);
        await expect(page.getByRole("button", { name: "Dark" })).toBeVisible({ visible: javaScriptEnabled });
      }
    });

    test("a time is shown once: relative with JavaScript, otherwise in UTC", async ({ page }) => {
      await page.goto("/audits");
      const times = await page.getByRole("main").locator("time").all();
      expect(times.length).toBeGreaterThan(0);
      for (const time of times) {
        const text = (await time.textContent()) ?? "";
        const title = (await time.getAttribute("title")) ?? "";
        expect(title).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC$/);
        if (javaScriptEnabled) expect(text).toMatch(/^(?:just now|\d+ (?:min|h|d) ago|\d{4}-\d\d-\d\d)$/);
        else expect(text).toBe(`${title.slice(0, 16)} UTC`);
        // No other text repeats it.
        const around = await time.evaluate((element) => element.parentElement?.textContent);
        expect(around).toBe(text);
      }
    });
  });
}

test("the menu closes on Escape and on a click outside", async ({ page }) => {
  await page.setViewportSize(PHONE);
  await page.goto("/agents");
  const menu = page.getByRole("banner").locator("summary");
  const docs = page.getByRole("banner").getByRole("link", { name: "Docs" });
  await menu.click();
  await expect(docs).toBeVisible();
  await docs.focus();
  await page.keyboard.press("Escape");
  await expect(docs).toBeHidden();
  await expect(menu).toBeFocused();
  await menu.click();
  await expect(docs).toBeVisible();
  await page.mouse.click(5, 800);
  await expect(docs).toBeHidden();
});

test("a copy button is a small icon, and names its content and its success", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("/anchors");
  const copy = page.getByRole("button", { name: /^Copy the hash of entry/ }).first();
  const { width, height } = await boxOf(copy);
  expect(Math.max(width, height)).toBeLessThanOrEqual(32);
  await expect(copy).toHaveCSS("border-top-width", "0px");
  await expect(copy).toHaveText("");
  await copy.click();
  await expect(copy).toHaveText("Copied");
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^[0-9a-f]{64}$/);
  await expect(copy).toHaveText("");
});

test("the theme is that of the system, light or dark, is stored by the server, and can be reset", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "light" });
  await page.goto("/agents");
  const light = await backgroundOf(page);
  await page.getByRole("button", { name: "Dark" }).click();
  const dark = await backgroundOf(page);
  expect(dark).not.toBe(light);
  expect(await themeCookie(page)).toBe("dark");
  // The next page is sent dark, so nothing flashes. Each theme has its own cached copy.
  for (const path of ["/leaderboard", "/leaderboard"]) {
    expect(await (await page.request.get(path)).text()).toContain('data-theme="dark"');
  }
  await page.goto("/leaderboard");
  await expect(page.getByRole("button", { name: "Dark" })).toHaveAttribute("aria-pressed", "true");

  await page.getByRole("button", { name: "System" }).click();
  expect(await backgroundOf(page)).toBe(light);
  expect(await themeCookie(page)).toBeUndefined();
  await page.emulateMedia({ colorScheme: "dark" });
  expect(await backgroundOf(page)).toBe(dark);
  expect(await (await page.request.get("/leaderboard")).text()).not.toContain("data-theme=");
  // A page in the browser's cache changes too.
  await page.goBack();
  await expect(page.getByRole("button", { name: "System" })).toHaveAttribute("aria-pressed", "true");
});

test("the page of traces links to the demo's", async ({ page }) => {
  await page.goto("/traces");
  await page.getByRole("link", { name: "the demo’s trace demo-lease" }).click();
  await expect(page).toHaveURL("/traces/demo-lease");
  await expect(page).toHaveTitle(/^Trace demo-lease · /);
});

test("an entry of a log is named by its number", async ({ page }) => {
  await page.goto("/anchors");
  await page.getByRole("main").locator("a[href^='/anchors/']").first().click();
  await expect(page).toHaveTitle(/^Entry [\d,]+ · Anchors · /);
});
