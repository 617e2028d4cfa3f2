import { parseJsonFeed } from "feedsmith";
import { expect, test } from "./fixtures";

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with JavaScript" : "without JavaScript", () => {
    test.use({ javaScriptEnabled });

    test("the page tells what /releases.json does, release by release and change by change", async ({
      page,
      request,
    }) => {
      const list = await (await request.get("/releases.json")).json();
      await page.goto("/changelog");
      await expect(page.getByRole("article")).toHaveCount(list.count);
      for (const { version, date, commit, changes } of list.releases) {
        const entry = page.locator(`[id="v${version}"]`);
        await expect(entry.getByRole("heading", { level: 2 })).toHaveText(version);
        await expect(entry.locator("time")).toHaveText(date);
        await expect(entry).toContainText(commit.slice(0, 7));
        const shown = await entry.getByRole("listitem").allTextContents();
        expect(shown.map((text) => text.replace(/^–/, "").trim())).toEqual(
          changes.map((change: string) => change.replace(/^\w+: /, "").replaceAll("`", "")),
        );
        const kinds = new Set(changes.map((change: string) => change.split(":")[0]));
        expect(await entry.getByRole("heading", { level: 3 }).allTextContents()).toEqual([...kinds]);
      }
      await expect(page.getByRole("article").filter({ hasText: "running" })).toContainText(list.current_version);
    });

    test("a channel can be chosen, and one without a release says so", async ({ page }) => {
      await page.goto("/changelog");
      const channels = page.getByRole("navigation", { name: "Channel" });
      await expect(channels.getByRole("link", { name: "All channels" })).toHaveAttribute("aria-current", "page");
      await channels.getByRole("link", { name: "stable" }).click();
      await expect(page).toHaveURL(/\?channel=stable$/);
      await expect(page.getByText("No release is of this channel yet.")).toBeVisible();
      await channels.getByRole("link", { name: "dev" }).click();
      await expect(page.getByRole("article")).toHaveCount(1);
    });
  });
}

test("a release's own address leads to it", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 500 });
  await page.goto("/changelog");
  const heading = page.getByRole("article").first().getByRole("link").first();
  await page.goto(`/changelog${await heading.getAttribute("href")}`);
  await expect(heading).toBeInViewport();
});

test("a browser finds both feeds, and an XML parser reads the one and a feed parser the other", async ({ page }) => {
  await page.goto("/changelog");
  const feeds = page.locator('head link[rel="alternate"]:not([type="text/markdown"])');
  const [atom, json] = await feeds.evaluateAll((links) =>
    links.map((link) => ({ type: link.getAttribute("type"), href: link.getAttribute("href") ?? "" })),
  );
  expect(atom?.type).toBe("application/atom+xml");
  const read = await page.evaluate(async (href) => {
    const parsed = new DOMParser().parseFromString(await (await fetch(href)).text(), "application/xml");
    const childrenOf = (element: Element) => [...element.children].map(({ localName }) => localName);
    const entries = [...parsed.getElementsByTagNameNS("http://www.w3.org/2005/Atom", "entry")];
    const content = entries[0]?.getElementsByTagName("content")[0]?.textContent ?? "";
    return {
      broken: parsed.getElementsByTagName("parsererror").length,
      root: `${parsed.documentElement.namespaceURI} ${parsed.documentElement.localName}`,
      feed: childrenOf(parsed.documentElement).filter((name) => name !== "entry"),
      entries: entries.map(childrenOf),
      items: new DOMParser().parseFromString(content, "text/html").querySelectorAll("h2 + ul > li").length,
    };
  }, atom?.href ?? "");
  expect(read).toMatchObject({ broken: 0, root: "http://www.w3.org/2005/Atom feed" });
  expect(read.feed).toEqual(["id", "title", "subtitle", "updated", "author", "link", "link"]);
  expect(read.entries).toEqual([["id", "title", "link", "published", "updated", "category", "content"]]);
  expect(read.items).toBe(await page.getByRole("article").getByRole("listitem").count());
  expect(json?.type).toBe("application/feed+json");
  const feed = parseJsonFeed(await (await page.request.get(json?.href ?? "")).text());
  for (const { url } of feed.items ?? []) expect(new URL(url ?? "").pathname).toBe("/changelog");
});
