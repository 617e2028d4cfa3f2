import AxeBuilder from "@axe-core/playwright";
import { expect, test } from "./fixtures";

const PAGES = [
  "/",
  "/agents",
  "/agents?zone=S1&role=review",
  "/agents?q=nothing-has-this-name",
  "/agents/did:demo:s2:glossa",
  "/agents/did:demo:s1:nobody",
  "/leaderboard",
  "/audits",
  "/anchors",
  "/anchors?log=council&find=00000000",
  "/anchors/nobody-wrote-this",
  "/relay",
  "/relay?intent=review+my+contract",
  "/traces",
  "/traces/demo-lease",
  "/traces/nobody-sent-this",
  "/audits?verdict=fail&did=did:demo:s1:nobody",
  "/evidence",
  "/changelog",
  "/changelog?channel=stable",
  "/nowhere",
];

for (const path of PAGES) {
  test(`${path} is accessible in light and dark, fits a phone, asks no other host and logs no error`, async ({
    page,
    baseURL,
  }) => {
    const foreign: string[] = [];
    const errors: string[] = [];
    page.on("request", (request) => request.url().startsWith(baseURL ?? "") || foreign.push(request.url()));
    page.on("pageerror", (error) => errors.push(error.message));
    for (const colorScheme of ["light", "dark"] as const) {
      await test.step(colorScheme, async () => {
        await page.emulateMedia({ colorScheme });
        await page.goto(path);
        await page.waitForLoadState("networkidle");
        const { violations } = await new AxeBuilder({ page }).analyze();
        expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
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

test("a visitor's choice of light is kept, and rendered by the server", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "light" });
  await page.goto("/agents");
  await page.getByRole("button", { name: "Switch between light and dark" }).click();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  expect(await (await page.request.get("/leaderboard")).text()).toContain('data-theme="dark"');
});

test("a frozen subsystem is announced on every page until it runs again", async ({ page, server }) => {
  const set = async (frozen: boolean) =>
    fetch(`${server.url}/api/system/freeze`, {
      method: "POST",
      headers: { authorization: `Bearer ${await server.operatorToken()}` },
      body: JSON.stringify({ subsystem: "memory", frozen, reason: "clock skew in the group commit" }),
    });
  await set(true);
  for (const path of ["/", "/agents", "/leaderboard"]) {
    await page.goto(path);
    await expect(page.getByText("Memory frozen since")).toBeVisible();
    await expect(page.getByText("clock skew in the group commit")).toBeVisible();
  }
  await set(false);
  await page.reload();
  await expect(page.getByText("Memory operating")).toBeVisible();
});
