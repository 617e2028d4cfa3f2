import { violationsOn } from "./accessibility";
import { expect, test } from "./fixtures";

test("a visitor finds an act in the public record, and recomputes it in the browser", async ({ page }) => {
  await page.goto("/council?kind=agent");
  expect(await violationsOn(page)).toEqual([]);
  const act = page.getByRole("main").getByRole("listitem").filter({ hasText: "did:demo:s1:gantry" }).first();
  await expect(act.getByRole("link", { name: "Gantry did:demo:s1:gantry" })).toBeVisible();
  await expect(act.getByRole("time")).toHaveText(/^\d{4}-\d\d-\d\d \d\d:\d\d UTC$/);
  await act.getByRole("link", { name: /^Act / }).click();
  await expect(page.getByRole("main").getByRole("time")).toHaveText(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC$/);
  await page.getByRole("button", { name: "Check this act" }).click();
  await expect(page.getByRole("heading", { name: "Valid", exact: true })).toBeVisible();
  expect(await violationsOn(page)).toEqual([]);
});
