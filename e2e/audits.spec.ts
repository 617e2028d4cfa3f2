import { DEMO_AUDITS } from "@/lib/system/demo/tables";
import { expect, register, test } from "./fixtures";

test("the list of audits shows auditor and agent, filters by verdict, and links to the agent", async ({ page }) => {
  await page.goto("/audits");
  const entries = page.getByRole("main").getByRole("listitem");
  await expect(entries.filter({ hasText: "Audited by" }).first()).toBeVisible();
  await page.getByRole("navigation", { name: "Verdict" }).getByRole("link", { name: "Failed" }).click();
  await expect(page).toHaveURL(/verdict=fail/);
  const failed = DEMO_AUDITS.filter(({ verdict }) => verdict === "fail");
  await expect(entries.filter({ hasText: "Audited by" })).toHaveCount(failed.length);
  await page.getByRole("link", { name: "Kestrel did:demo:s4:kestrel" }).click();
  await expect(page.getByRole("heading", { name: "Kestrel" })).toBeVisible();
  await expect(page.getByText("Of thirty alerts replayed")).toBeVisible();
  await page.getByRole("link", { name: "All audits" }).click();
  await expect(page).toHaveURL(/did=did%3Ademo%3As4%3Akestrel/);
  await expect(page.getByText("Show all audits")).toBeVisible();
});

test("an audit recorded by the operator is on the page and changes the score at once", async ({ page, server }) => {
  const did = "did:fed:s3:unaudited";
  await register(server, { did, name: "Unaudited" });
  await page.goto(`/agents/${did}`);
  await expect(page.getByText(/No audit, no incident/)).toBeVisible();
  const response = await fetch(`${server.url}/api/council/audit`, {
    method: "POST",
    headers: { authorization: `Bearer ${await server.operatorToken()}` },
    body: JSON.stringify({ did, verdict: "pass", summary: "<b>Sound</b>", findings: ["None"] }),
  });
  expect(response.status).toBe(201);
  await page.reload();
  await expect(page.getByText("<b>Sound</b>")).toBeVisible();
  await page.getByText("Show each signal").click();
  await expect(page.getByText("1 passed, 0 failed")).toBeVisible();
});
