import { checkFace, watchFace } from "./face";
import { expect, test } from "./fixtures";
import { addressOf, PAGES } from "./pages";

/** The smoke test has checked the first address of each page. */
const ADDRESSES = Object.values(PAGES).flatMap((addresses) => addresses.slice(1));

for (const path of ADDRESSES) {
  test(`${path} is accessible in light and dark, fits a phone, is small, requests no other host and logs no error`, async ({
    page,
    baseURL,
    server,
  }) => {
    const found = watchFace(page, baseURL);
    await page.emulateMedia({ colorScheme: "light" });
    await page.goto(await addressOf(path, page, server));
    await checkFace(page, path);
    expect(found).toEqual({ foreign: [], errors: [] });
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
