import { parseJsonFeed } from "feedsmith";
import { violationsOn } from "./accessibility";
import { expect, test } from "./fixtures";

const LINK = /\[([^\][]*)\]\([^()\s]*\)/g;
const wordsOf = (change: string) =>
  change
    .replace(/^\w+: /, "")
    .replace(LINK, "$1")
    .replaceAll("`", "");
const listOf = (changes: string[]) => changes.map(wordsOf);

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with JavaScript" : "without JavaScript", () => {
    test.use({ javaScriptEnabled });

    test("the pages have the same releases and changes as /releases.json", async ({ page, api }) => {
      const list = (await api("/releases.json")).json();
      const newest = list.releases.find(({ changes }: { changes: string[] }) => changes.length > 0);
      for (const { version, date, commit, changes } of list.releases) {
        await page.goto("/changelog");
        await expect(page.getByRole("article")).toHaveCount(list.count);
        const entry = page.locator(`[id="v${version}"]`);
        await expect(entry.getByRole("heading", { level: 2 })).toHaveText(version);
        if (changes.length > 0 && version !== newest.version) {
          await entry.getByRole("link", { name: `All ${changes.length} changes` }).click();
          await expect(page.getByRole("heading", { level: 1 })).toHaveText(version);
        }
        await expect(entry.locator("header time")).toHaveText(date);
        await expect(entry).toContainText(commit.slice(0, 7));
        const highlights = await entry.getByRole("list", { name: "Highlights" }).getByRole("listitem").count();
        expect(highlights).toBeLessThanOrEqual(8);
        expect(await entry.locator("details li p").allTextContents()).toEqual(listOf(changes));
        const kinds = [...new Set(changes.map((change: string) => change.split(":")[0]))];
        for (const [index, kind] of kinds.entries()) {
          const group = entry.locator("details").nth(index);
          const count = changes.filter((change: string) => change.startsWith(`${kind}:`)).length;
          await expect(group.locator("summary")).toHaveText(new RegExp(`^${kind}${count} changes?`));
        }
      }
      await page.goto("/changelog");
      await expect(page.getByRole("article").filter({ hasText: "running now" })).toContainText(list.current_version);
    });

    test("a folded kind opens and closes", async ({ page }) => {
      await page.goto("/changelog");
      const group = page.locator("article details").first();
      await expect(group.getByRole("listitem").first()).toBeHidden();
      await group.locator("summary").click();
      await expect(group.getByRole("listitem").first()).toBeVisible();
      await group.locator("summary").click();
      await expect(group.getByRole("listitem").first()).toBeHidden();
    });

    test("the address of a change opens its group, scrolls to the change and marks it", async ({ page }) => {
      await page.setViewportSize({ width: 390, height: 500 });
      await page.goto("/changelog");
      const id = await page.locator("article details").last().locator("li").last().getAttribute("id");
      await page.goto("about:blank");
      await page.goto(`/changelog#${id}`);
      const change = page.locator(`[id="${id}"]`);
      await expect(change).toBeInViewport();
      await expect(page.locator("article details").last()).toHaveAttribute("open", "");
      await expect(page.locator("article details").first()).not.toHaveAttribute("open");
      const paperOf = (element: Element) => getComputedStyle(element).backgroundColor;
      expect(await change.evaluate(paperOf)).not.toBe(
        await change.locator("xpath=preceding-sibling::li[1]").evaluate(paperOf),
      );
      await expect(change.getByRole("link", { name: "Permalink to this change" })).toHaveAttribute("href", `#${id}`);
    });

    test("a channel can be chosen, and one without a release names the running version", async ({ page, api }) => {
      const { current_version, channel: running, count, releases } = (await api("/releases.json")).json();
      await page.goto("/changelog");
      const channels = page.getByRole("navigation", { name: "Channel" });
      await expect(channels.getByRole("link", { name: `all ${count}` })).toHaveAttribute("aria-current", "page");
      for (const channel of ["dev", "stable"]) {
        const released = releases.filter((each: { channel: string }) => each.channel === channel).length;
        await channels.getByRole("link", { name: `${channel} ${released}` }).click();
        await expect(page).toHaveURL(RegExp(`\\?channel=${channel}$`));
        await expect(page.getByRole("article")).toHaveCount(released);
        if (released > 0) continue;
        await expect(page.getByText(`No ${channel} release of this service yet`)).toBeVisible();
        await expect(page.getByRole("main")).toContainText(`The service runs ${current_version}, a ${running} build.`);
        await expect(page.getByRole("main")).toContainText("The API has its own version");
      }
    });
  });
}

test("the address of an older release's change on the changelog leads to the change", async ({ page }) => {
  await page.goto("/changelog/0.3.0");
  const id = await page.locator("article details").last().locator("li").last().getAttribute("id");
  await page.goto(`/changelog#${id}`);
  await expect(page).toHaveURL(`/changelog/${id}#${id}`);
  await expect(page.locator(`[id="${id}"]`)).toBeInViewport();
  await page.goto("/changelog#fixed-nothing-of-this-name");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Release not found");
});

test("a release has its own address", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 500 });
  await page.goto("/changelog");
  const release = page.getByRole("article").first();
  const index = page.getByRole("navigation", { name: "Releases" }).getByRole("link").first();
  const href = await index.getAttribute("href");
  await expect(release.getByRole("link", { name: /^Permalink to release/ })).toHaveAttribute("href", href ?? "");
  await page.goto(`/changelog${href}`);
  await expect(release.getByRole("heading", { level: 2 })).toBeInViewport();
});

test("the addresses of changes are unique, and unfolded changes are accessible", async ({ page }) => {
  await page.goto("/changelog");
  const ids = await page.locator("[id]").evaluateAll((elements) => elements.map(({ id }) => id));
  expect(ids.filter((id, index) => ids.indexOf(id) < index)).toEqual([]);
  for (const summary of await page.locator("article summary").all()) await summary.click();
  expect(await violationsOn(page)).toEqual([]);
});

test("a browser finds both feeds, which parsers of XML and of JSON Feed can read", async ({ page, api }) => {
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
  for (const entry of read.entries) {
    expect(entry).toEqual(["id", "title", "link", "published", "updated", "category", "content"]);
  }
  expect(read.items).toBe(await page.getByRole("article").first().locator("details li").count());
  expect(json?.type).toBe("application/feed+json");
  const feed = parseJsonFeed((await api(json?.href ?? "")).body);
  for (const { url } of feed.items ?? []) expect(new URL(url ?? "").pathname).toBe("/changelog");
});
