import { violationsOn } from "./accessibility";
import { expect, test } from "./fixtures";

test("a visitor finds an act in the public record, and recomputes it in the browser", async ({ page }) => {
  await page.goto("/council?kind=agent");
  expect(await violationsOn(page)).toEqual([]);
  await page.getByRole("main").getByRole("listitem").first().getByRole("link", { name: /^Act / }).click();
  await page.getByRole("button", { name: "Check this act" }).click();
  await expect(page.getByRole("heading", { name: "Valid", exact: true })).toBeVisible();
  expect(await violationsOn(page)).toEqual([]);
});
