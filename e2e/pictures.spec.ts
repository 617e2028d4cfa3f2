import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures";
import { foundFederation } from "./pictures-federation";

/** The most visited pages. The federation is the same at every start, except for the parts that `steady` replaces. */
const PAGES = {
  home: "/",
  directory: "/agents",
  profile: "/agents/did:demo:s2:glossa",
  incidents: "/incidents",
  incident: "/incidents/4",
  anchors: "/anchors",
  changelog: "/changelog?channel=stable",
  join: "/join",
  rfcs: "/rfcs",
  status: "/status",
  relay: "/relay",
};
const SIZES = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
];

// Different browser options create a separate worker, with a server that no other spec has changed.
test.use({
  demo: "0",
  deviceScaleFactor: 0.5,
  // The policy would block the stylesheet of pictures.css.
  bypassCSP: true,
  launchOptions: async ({ launchOptions }, use) => {
    const steadyText = ["--font-render-hinting=none", "--disable-lcd-text", "--force-color-profile=srgb"];
    await use({ ...launchOptions, args: [...(launchOptions.args ?? []), ...steadyText] });
  },
});
// One after another, on one server.
test.describe.configure({ mode: "default" });
test.skip(process.platform !== "linux", "Other platforms draw letters differently.");
test.skip(process.env["TEST_DATABASE_URL"] !== undefined, "The pictures were taken on the embedded engine.");

test.beforeAll(async ({ server }) => {
  test.setTimeout(300_000);
  await foundFederation(server);
});

/** The texts that differ between starts and days, with their replacements. */
const VARIES: [RegExp, string][] = [
  [/\b[0-9a-f]{6,64}\b/g, "0"],
  [/\d{4}-\d\d-\d\d/g, "2026-01-01"],
  [/\d\d:\d\d(:\d\d)?(\.\d+)?/g, "00:00"],
  [/\b\d+ (d|h|min) ago|just now/g, "1 min ago"],
  [/under a minute|\b\d+ (d|h|min)( \d+ (h|min))?(?= |$)/g, "1 min"],
  [/\d+(\.\d+)? ms/g, "1.0 ms"],
  [/127\.0\.0\.1:\d+/g, "127.0.0.1:3000"],
  [/\d{1,2} [A-Z][a-z]+( \d{4})?/g, "1 January"],
];

/** Replaces variable parts: times, hashes, and drawings made from them. Only the form of the changelog is compared. */
async function steady(page: Page): Promise<void> {
  await page.evaluate(
    (varies) => {
      for (const list of document.querySelectorAll("article ul")) {
        for (const [place, item] of [...list.children].entries()) {
          if (place < 3) item.textContent = "What changed.";
          else item.remove();
        }
      }
      // Otherwise the browser would set the relative time again.
      for (const time of document.querySelectorAll("time[data-age]")) time.removeAttribute("data-age");
      // Joins texts that React split with comments.
      const seams = document.createTreeWalker(document.body, NodeFilter.SHOW_COMMENT);
      const found: Node[] = [];
      while (seams.nextNode()) found.push(seams.currentNode);
      for (const seam of found) seam.parentNode?.removeChild(seam);
      document.body.normalize();
      const evened = (text: string) =>
        varies.reduce((rest, [source, instead]) => rest.replace(new RegExp(source, "g"), instead), text);
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      for (let node = texts.nextNode(); node; node = texts.nextNode()) node.nodeValue = evened(node.nodeValue ?? "");
      for (const field of document.querySelectorAll("input")) field.placeholder = evened(field.placeholder);
    },
    VARIES.map(([{ source }, instead]) => [source, instead] as const),
  );
}

for (const [name, path] of Object.entries(PAGES)) {
  test(`${name} has the same picture as before, in light and dark, wide and narrow`, async ({ page }) => {
    await page.goto(path);
    await page.waitForLoadState("networkidle");
    await steady(page);
    for (const size of SIZES) {
      await page.setViewportSize(size);
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme });
        await expect.soft(page).toHaveScreenshot(`${name}-${size.width}-${colorScheme}.png`);
      }
    }
  });
}
