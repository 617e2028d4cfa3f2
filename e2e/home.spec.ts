import type { Page } from "@playwright/test";
import { violationsOn } from "./accessibility";
import { expect, test } from "./fixtures";

const answerOn = (page: Page) => page.getByRole("region", { name: "The relay’s result" });
const REQUEST = "Translate a lease from Polish to English";

async function ask(page: Page, request: string): Promise<void> {
  await page.getByLabel("What do you need done?").fill(request);
  await page.getByRole("button", { name: "Find an agent" }).click();
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with JavaScript" : "without JavaScript", () => {
    test.use({ javaScriptEnabled });

    test("a visitor asks the relay and sees the API's response, and nothing is recorded", async ({ page, api }) => {
      const routed = async () => (await api("/api/relay/status")).json().totals.routings;
      const before = await routed();
      await page.goto("/");
      await expect(answerOn(page).getByText("Example", { exact: true })).toBeVisible();
      const previewed = async () =>
        (await api(`/api/relay/preview?${new URLSearchParams({ intent: REQUEST, limit: "4" })}`)).json();
      const candidates = answerOn(page).getByRole("list", { name: "Candidates" }).getByRole("listitem");
      let preview = await previewed();
      // The order may still change while a new service creates its vectors.
      await expect(async () => {
        await ask(page, REQUEST);
        await expect(answerOn(page)).toContainText(`“${REQUEST}”`);
        preview = await previewed();
        const expected = preview.candidates.map(({ name, score }: { name: string; score: number }) => [
          name,
          preview.target !== null && score >= preview.threshold ? "fits" : "may fit",
        ]);
        const shown = await candidates.evaluateAll((lines) =>
          lines.map((line) => [line.querySelector("a")?.textContent, line.lastElementChild?.textContent]),
        );
        expect(shown).toEqual(expected);
      }).toPass();
      await expect(page).toHaveURL(`/?${new URLSearchParams({ intent: REQUEST })}`);
      await expect(answerOn(page).getByText("Example", { exact: true })).toHaveCount(0);
      expect(preview.target).not.toBeNull();
      await expect(answerOn(page)).toContainText(preview.target.description.slice(0, 30));
      expect(await routed()).toBe(before);
      await answerOn(page).getByRole("link", { name: preview.target.name }).first().click();
      await expect(page).toHaveURL(`/agents/${preview.target.did}`);
    });

    test("a visitor tries the skills of agents", async ({ page }) => {
      await page.goto("/");
      const offers = page.getByRole("navigation", { name: "What agents here can do" }).getByRole("link");
      const offer = (await offers.last().textContent()) ?? "";
      await offers.last().click();
      await expect(page).toHaveURL(`/?${new URLSearchParams({ intent: offer })}`);
      await expect(answerOn(page)).toContainText(`“${offer}”`);
      await expect(page.getByLabel("What do you need done?")).toHaveValue(offer);
      await expect(answerOn(page).getByRole("list", { name: "Why" })).toBeVisible();
    });

    test("a request without a similar agent also has a result", async ({ page }) => {
      await page.goto("/");
      await ask(page, "zzz qqq xxx");
      await expect(answerOn(page).getByText("Nothing here fits", { exact: true })).toBeVisible();
      const search = answerOn(page).getByRole("link", { name: "search the directory" });
      await expect(search).toHaveAttribute("href", "/agents?q=zzz+qqq+xxx");
    });
  });
}

test("the result appears on the same page, and is announced to screen readers", async ({ page }) => {
  await page.goto("/");
  await page.evaluate(() => document.body.setAttribute("data-same-page", ""));
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route("**/?intent=*", async (route) => {
    await held;
    await route.continue();
  });
  await ask(page, REQUEST);
  await expect(answerOn(page)).toHaveAttribute("aria-busy", "true");
  await expect(answerOn(page).getByRole("status")).toHaveText("Routing…");
  answer();
  await expect(answerOn(page).getByRole("status")).toHaveText(`The relay would pick Glossa for “${REQUEST}”.`);
  await expect(answerOn(page)).not.toHaveAttribute("aria-busy");
  await expect(page.locator("body")).toHaveAttribute("data-same-page", "");
  expect(await violationsOn(page)).toEqual([]);
  await page.reload();
  await expect(answerOn(page)).toContainText(`“${REQUEST}”`);
});

test("a newer question replaces one without a response yet", async ({ page }) => {
  await page.goto("/");
  await page.route("**/?intent=zzz", (route) => setTimeout(() => route.continue().catch(() => {}), 1_000));
  await ask(page, "zzz");
  await ask(page, REQUEST);
  await expect(answerOn(page)).toContainText(`“${REQUEST}”`);
  await expect(page).toHaveURL(/Translate/);
});

test("without a response the box shows the reason, and the next question works", async ({ page, context }) => {
  await page.goto("/");
  const failures = [
    { status: 429, headers: { "retry-after": "7" }, says: "Try again in 7 seconds." },
    { status: 503, headers: { "x-request-id": "one-request" }, says: "Request one-request" },
  ];
  for (const { says, ...response } of failures) {
    await page.route("**/?intent=*", (route) => route.fulfill({ ...response, body: "{}" }), { times: 1 });
    await ask(page, "Anything");
    await expect(answerOn(page)).toContainText(says);
    await expect(answerOn(page).getByRole("list", { name: "Candidates" })).toBeHidden();
  }
  await context.setOffline(true);
  await ask(page, "Anything");
  await expect(answerOn(page).getByText("No connection")).toBeVisible();
  await context.setOffline(false);
  await ask(page, REQUEST);
  await expect(answerOn(page)).toContainText("Glossa");
  await expect(answerOn(page).getByText("No connection")).toBeHidden();
});

test("a request that is too long gets an error message", async ({ page }) => {
  const response = await page.goto(`/?intent=${"x".repeat(600)}`);
  expect(response?.status()).toBe(200);
  await expect(answerOn(page)).toContainText("This one has 600");
});

test("the lists link to agents, and match the directory", async ({ page, api }) => {
  await page.goto("/");
  const { agents } = (await api("/api/agents/directory?sort=newest&status=active&limit=4")).json();
  const newest = page.locator("section", { has: page.getByRole("heading", { name: "Newest" }) });
  const names = agents.map(({ name }: { name: string }) => name);
  expect(await newest.getByRole("listitem").getByRole("link").allTextContents()).toEqual(names);
  const used = page.locator("section", { has: page.getByRole("heading", { name: /^Most used/ }) });
  await expect(used.getByRole("listitem").first()).toContainText(/\d+ (routed|received)/);
  // The whole line is the link.
  const line = used.getByRole("listitem").first();
  const { width, height } = (await line.boundingBox()) ?? { width: 0, height: 0 };
  await line.click({ position: { x: width - 4, y: height - 4 } });
  await expect(page).toHaveURL(/\/agents\/did:/);
});

test("the page is short, and does not scroll sideways", async ({ page }) => {
  // With only the demo, the pages have 1,860 and 4,876 pixels. Entries of other tests in the journal may add a line.
  const sizes = { 1280: 1_960, 390: 5_300 };
  for (const [width, most] of Object.entries(sizes)) {
    await page.setViewportSize({ width: Number(width), height: 844 });
    await page.goto("/");
    await page.evaluate(() => document.fonts.ready);
    const { height, wide } = await page.evaluate(() => {
      const footer = document.querySelector("footer")?.getBoundingClientRect().height ?? 0;
      const { scrollHeight, scrollWidth } = document.documentElement;
      return { height: scrollHeight - footer, wide: scrollWidth };
    });
    expect(height, width).toBeLessThanOrEqual(most - 250);
    expect(wide).toBeLessThanOrEqual(Number(width));
  }
});

test("the journal has titles and column headers, and on a phone no word is broken and no line is empty", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/");
  const journal = page.getByRole("table", { name: "The newest entries of the log" });
  expect(await journal.getByRole("columnheader").allTextContents()).toEqual(["UTC", "Action", "Subject"]);
  const faults = await journal.locator("td").evaluateAll((cells) =>
    cells.flatMap((cell) => {
      const rects: DOMRect[] = [];
      const broken: string[] = [];
      const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        for (const { index, 0: word } of (node.textContent ?? "").matchAll(/\S+/g)) {
          const range = document.createRange();
          range.setStart(node, index);
          range.setEnd(node, index + word.length);
          const lines = [...range.getClientRects()].filter(({ width }) => width > 0);
          if (new Set(lines.map(({ top }) => Math.round(top))).size > 1) broken.push(`broken: ${word}`);
          rects.push(...lines);
        }
      }
      const tops = [...new Set(rects.map(({ bottom }) => Math.round(bottom)))].sort((one, other) => one - other);
      const lineHeight = Number.parseFloat(getComputedStyle(cell).lineHeight);
      const isGap = (top: number, index: number) => index > 0 && top - (tops[index - 1] ?? 0) > 1.6 * lineHeight;
      return [...broken, ...tops.filter(isGap).map(() => `empty line: ${cell.textContent}`)];
    }),
  );
  expect(faults).toEqual([]);
  expect(await journal.locator("tbody").textContent()).not.toMatch(/Incident \d/);
  await page.setViewportSize({ width: 1280, height: 844 });
  expect(await journal.getByRole("columnheader").allTextContents()).toEqual(["UTC", "Action", "Subject", "By"]);
});
