import type { Page } from "@playwright/test";
import { violationsOn } from "./accessibility";
import { expect, test } from "./fixtures";

/** The largest scripts of a page, as transferred. React and Next, 115 kB, are only on pages with client components. */
const MAX_SCRIPT_BYTES = { reading: 4_100, working: 140_000 };
const INTERACTIVE = /^\/(?:(?:anchors|evidence)(?:$|\?)|console|owner)/;

/** Collects the errors of a page and its requests to other hosts. Call it before the page is opened. */
export function watchFace(page: Page, baseURL = ""): { foreign: string[]; errors: string[] } {
  const found = { foreign: [] as string[], errors: [] as string[] };
  page.on("request", (request) => request.url().startsWith(baseURL) || found.foreign.push(request.url()));
  page.on("pageerror", (error) => found.errors.push(error.message));
  // Chromium's message for an invalid attribute is: Error: <rect> attribute width: …
  const isFault = (text: string) => /Content Security Policy|<\w+> attribute/.test(text);
  page.on("console", (message) => isFault(message.text()) && found.errors.push(message.text()));
  return found;
}

/** Checks an open page in light and dark: its scripts, its accessibility and its width. */
export async function checkFace(page: Page, path: string): Promise<void> {
  const scriptBytes = await page.evaluate(() =>
    (performance.getEntriesByType("resource") as PerformanceResourceTiming[])
      .filter(({ name }) => name.endsWith(".js"))
      .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
  );
  expect(scriptBytes).toBeGreaterThan(0);
  expect(scriptBytes).toBeLessThanOrEqual(MAX_SCRIPT_BYTES[INTERACTIVE.test(path) ? "working" : "reading"]);
  for (const colorScheme of ["light", "dark"] as const) {
    await test.step(colorScheme, async () => {
      await page.emulateMedia({ colorScheme });
      // The themes differ only in colours.
      const rules = colorScheme === "dark" ? ["color-contrast", "link-in-text-block"] : undefined;
      expect(await violationsOn(page, { rules })).toEqual([]);
    });
  }
  for (const width of [390, 360, 320]) {
    await test.step(`${width} pixels`, async () => {
      await page.setViewportSize({ width, height: 844 });
      const overflow = await page.evaluate(() => {
        const { scrollWidth, clientWidth } = document.documentElement;
        return scrollWidth - clientWidth;
      });
      expect(overflow).toBe(0);
    });
  }
}
