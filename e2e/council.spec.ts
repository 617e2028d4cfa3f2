import { violationsOn } from "./accessibility";
import { expect, test } from "./fixtures";

test("a visitor finds an act in the public record, and recomputes it in the browser", async ({ page }) => {
  await page.goto("/council?kind=agent");
  expect(await violationsOn(page)).toEqual([]);
  const act = page.getByRole("main").getByRole("listitem").filter({ hasText: "did:demo:s1:gantry" }).first();
  await expect(act.getByRole("link", { name: "Gantry did:demo:s1:gantry" })).toBeVisible();
  await expect(act.getByRole("time")).toHaveText(/^\d{4}-\d\d-\d\d \d\d:\d\d UTC$/);
  await act.getByRole("link", { name: /^Act / }).click();
  await expect(page.getByRole("main").getByRole("time")).toHaveText(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC$/);
  await page.getByRole("button", { name: "Check this act" }).click();
  await expect(page.getByRole("heading", { name: "Valid", exact: true })).toBeVisible();
  expect(await violationsOn(page)).toEqual([]);
});

test("the list does not move on a phone when the fonts arrive", async ({ page }) => {
  await page.setViewportSize({ width: 412, height: 823 });
  await page.addInitScript(() => {
    const moved: number[] = [];
    Object.assign(globalThis, { moved });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) moved.push((entry as PerformanceEntry & { value: number }).value);
    }).observe({ type: "layout-shift", buffered: true });
  });
  // Later than the first painting of the page.
  await page.route(/\.woff2/, async (route) => {
    await page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint").length > 0);
    await route.continue();
  });
  await page.goto("/council");
  await page.evaluate(() => document.fonts.ready);
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  const moved = await page.evaluate(() => (globalThis as unknown as { moved: number[] }).moved);
  expect(moved.reduce((sum, value) => sum + value, 0)).toBeLessThanOrEqual(0.02);
});
