import { expect, test } from "./fixtures";
import { startServer } from "./http/start-server";
import { freshAddress, TRUST_LOOPBACK, visitorOf } from "./http/visitor";

test("twenty tabs that are opened at once all show their page", async ({ context }) => {
  const tabs = await Promise.all(Array.from({ length: 20 }, () => context.newPage()));
  await Promise.all(tabs.map((tab, at) => tab.goto(`/agents?q=tab-${at}`)));
  for (const tab of tabs) await expect(tab.getByRole("heading", { level: 1, name: "Agents" })).toBeVisible();
});

test("a page beyond the limit says when, and comes by itself", async ({ page }) => {
  const server = await startServer({
    env: { ...TRUST_LOOPBACK, RATE_LIMIT_REQUESTS: "2", RATE_LIMIT_WINDOW_SECONDS: "6" },
  });
  try {
    const address = freshAddress();
    await page.setExtraHTTPHeaders({ "x-forwarded-for": address });
    // The first page of a server takes long, because it loads Next.
    await visitorOf(server.url)("/agents");
    const missing = () => visitorOf(server.url, address)("/_next/static/none.js");
    // A window may end in between.
    await expect(async () => {
      while ((await missing()).status !== 429);
      expect((await page.goto(`${server.url}/agents`))?.status()).toBe(429);
    }).toPass();
    await expect(page.getByRole("alert")).toContainText(/This page tries again in \d seconds?\./);
    const title = page.getByRole("heading", { name: "One moment, please" });
    expect(await title.evaluate((heading) => getComputedStyle(heading).fontFamily)).toContain("Brygada");
    await expect(page.getByRole("heading", { level: 1, name: "Agents" })).toBeVisible();
  } finally {
    await server.cleanUp();
  }
});
