import { readdirSync } from "node:fs";
import path from "node:path";
import { violationsOn } from "./accessibility";
import { expect, test } from "./fixtures";
import { addressOf, PAGES } from "./pages";

test("every page of app/ is tested", () => {
  const files = readdirSync("app", { recursive: true, encoding: "utf8" });
  const pages = files.filter((file) => path.basename(file) === "page.tsx").map((file) => path.dirname(file));
  expect(Object.keys(PAGES).sort()).toEqual(pages.sort());
});

test.use({ viewport: { width: 390, height: 844 }, colorScheme: "light" });

for (const [file, [address = ""]] of Object.entries(PAGES)) {
  test(`${file} loads, is accessible, fits a phone and logs no error`, async ({ page, server }) => {
    const errors: string[] = [];
    const place = await addressOf(address, page, server);
    page.on("pageerror", (error) => errors.push(error.message));
    const response = await page.goto(place);
    expect(response?.status()).toBe(/nowhere|nobody/.test(address) ? 404 : 200);
    expect(await violationsOn(page)).toEqual([]);
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect({ overflow, errors }).toEqual({ overflow: 0, errors: [] });
  });
}
