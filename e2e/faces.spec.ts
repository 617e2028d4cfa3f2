import { violationsOn } from "./accessibility";
import { expect, test } from "./fixtures";
import { addressOf, PAGES } from "./pages";

/** The largest scripts of a page, as transferred. React and Next, 115 kB, are only on pages with client components. */
const MAX_SCRIPT_BYTES = { reading: 4_500, working: 140_000 };
const INTERACTIVE = /^\/(?:(?:anchors|evidence)(?:$|\?)|docs\/|console|owner)/;

/** The smoke test has checked the first address of each page in light, with every rule. */
const ADDRESSES = Object.values(PAGES).flatMap((addresses) =>
  addresses.map((path, index) => ({ path, themes: index === 0 ? (["dark"] as const) : (["light", "dark"] as const) })),
);

for (const { path, themes } of ADDRESSES) {
  test(`${path} is accessible in light and dark, fits a phone, is small, requests no other host and logs no error`, async ({
    page,
    baseURL,
    server,
  }) => {
    const foreign: string[] = [];
    const errors: string[] = [];
    page.on("request", (request) => request.url().startsWith(baseURL ?? "") || foreign.push(request.url()));
    page.on("pageerror", (error) => errors.push(error.message));
    // Chromium's message for an invalid attribute is: Error: <rect> attribute width: …
    const isFault = (text: string) => /Content Security Policy|<\w+> attribute/.test(text);
    page.on("console", (message) => isFault(message.text()) && errors.push(message.text()));
    await page.emulateMedia({ colorScheme: "light" });
    await page.goto(await addressOf(path, page, server));
    const scriptBytes = await page.evaluate(() =>
      (performance.getEntriesByType("resource") as PerformanceResourceTiming[])
        .filter(({ name }) => name.endsWith(".js"))
        .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
    );
    expect(scriptBytes).toBeGreaterThan(0);
    expect(scriptBytes).toBeLessThanOrEqual(MAX_SCRIPT_BYTES[INTERACTIVE.test(path) ? "working" : "reading"]);
    for (const [index, colorScheme] of themes.entries()) {
      await test.step(colorScheme, async () => {
        await page.emulateMedia({ colorScheme });
        // The themes differ only in colours.
        const rules = index > 0 ? ["color-contrast", "link-in-text-block"] : undefined;
        expect(await violationsOn(page, { rules })).toEqual([]);
      });
    }
    for (const width of [390, 360]) {
      await test.step(`${width} pixels`, async () => {
        await page.setViewportSize({ width, height: 844 });
        const overflow = await page.evaluate(() => {
          const { scrollWidth, clientWidth } = document.documentElement;
          return scrollWidth - clientWidth;
        });
        expect(overflow).toBe(0);
      });
    }
    expect({ foreign, errors }).toEqual({ foreign: [], errors: [] });
  });
}

test("injected content does not run and loads nothing", async ({ page }) => {
  const refused: string[] = [];
  page.on("console", (message) => message.text().includes("Content Security Policy") && refused.push(message.text()));
  const intrusions = [
    `<script>document.documentElement.dataset.intruded = "inline"</script>`,
    `<script src="data:text/javascript,document.documentElement.dataset.intruded = 'data'"></script>`,
    `<img src="/nowhere" onerror="document.documentElement.dataset.intruded = 'handler'">`,
    `<style>body { opacity: 0.5 }</style>`,
    `<iframe src="/agents"></iframe>`,
  ];
  await page.route("**/changelog", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replace("<main", `${intrusions.join("")}<main`) });
  });
  await page.goto("/changelog");
  await expect.poll(() => refused.length).toBe(intrusions.length);
  await expect(page.locator("html")).not.toHaveAttribute("data-intruded");
  await expect(page.locator("body")).toHaveCSS("opacity", "1");
});

test("a frozen subsystem is announced on every page until it runs again", async ({ page, server }) => {
  const set = async (frozen: boolean) =>
    fetch(`${server.url}/api/system/freeze`, {
      method: "POST",
      headers: { authorization: `Bearer ${await server.operatorToken()}` },
      body: JSON.stringify({ subsystem: "memory", frozen, reason: "clock skew in the group commit" }),
    });
  await set(true);
  const band = page.getByLabel("Service status").getByRole("link").first();
  for (const path of ["/", "/agents", "/leaderboard"]) {
    await page.goto(path);
    await expect(band).toContainText("Memory frozen");
  }
  await band.click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Memory frozen");
  await expect(page.getByText("clock skew in the group commit").first()).toBeVisible();
  await set(false);
  await page.reload();
  await expect(band).toHaveText("All components operational");
});
