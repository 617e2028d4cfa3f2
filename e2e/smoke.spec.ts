import { readdirSync } from "node:fs";
import path from "node:path";
import { checkFace, watchFace } from "./face";
import { expect, test } from "./fixtures";
import { addressOf, PAGES } from "./pages";

test("every page of app/ is tested", () => {
  const files = readdirSync("app", { recursive: true, encoding: "utf8" });
  const pages = files.filter((file) => path.basename(file) === "page.tsx").map((file) => path.dirname(file));
  expect(Object.keys(PAGES).sort()).toEqual(pages.sort());
});

test.use({ viewport: { width: 390, height: 844 }, colorScheme: "light" });

for (const [file, [address = ""]] of Object.entries(PAGES)) {
  test(`${file} loads, is accessible in light and dark, fits a phone, is small, requests no other host and logs no error`, async ({
    page,
    baseURL,
    server,
  }) => {
    const place = await addressOf(address, page, server);
    const found = watchFace(page, baseURL);
    const response = await page.goto(place);
    expect(response?.status()).toBe(/nowhere|nobody/.test(address) ? 404 : 200);
    await checkFace(page, address);
    expect(found).toEqual({ foreign: [], errors: [] });
  });
}
