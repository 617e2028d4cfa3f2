import { violationsOn } from "./accessibility";
import { expect, test } from "./fixtures";

const DID = "did:fed:s1:tried-in-docs";

test("a trial is a real request, and its token stays in the page's memory", async ({ page, server }) => {
  const token = await server.operatorToken();
  await page.goto("/docs/agents#joinAgent");
  const endpoint = page.locator("#joinAgent");
  await endpoint.getByText("Try it for real").click();
  await endpoint.getByLabel("Body").fill(JSON.stringify({ did: DID }));
  const answer = endpoint.getByRole("status", { name: "Response" });
  const send = async () => {
    await endpoint.getByRole("button", { name: "Send for real" }).click();
    await expect(answer).toContainText("x-request-id");
    await expect(answer).not.toContainText("more may follow");
    return (await answer.textContent()) ?? "";
  };
  expect(await send()).toMatch(/^401.+"UNAUTHORIZED"/s);
  await endpoint.getByLabel("Token").fill(token);
  expect(await send()).toMatch(/^201.+x-ratelimit-remaining.+"trust_tier": "T0"/s);
  expect((await page.request.get(`/api/agents/${DID}`)).status()).toBe(200);

  expect(await violationsOn(page, { within: "#joinAgent" })).toEqual([]);

  const kept = await page.evaluate(() =>
    JSON.stringify([location.href, document.cookie, { ...localStorage }, { ...sessionStorage }]),
  );
  expect(kept).not.toContain(token);
  await page.reload();
  await endpoint.getByText("Try it for real").click();
  await expect(endpoint.getByLabel("Token")).toHaveValue("");
});

test("the reference names the tier that a 403 refers to", async ({ page }) => {
  await page.goto("/docs/memory#anchorPayload");
  const endpoint = page.locator("#anchorPayload");
  await endpoint.getByText(/^Error responses/).click();
  await expect(endpoint.getByRole("row", { name: /TRUST_TOO_LOW/ })).toContainText("tier T3 is required");
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the quick start switches between languages, and the reference is readable", async ({ page }) => {
    await page.goto("/docs");
    await expect(page.getByText("urllib.request")).toBeHidden();
    await page.getByText("Python", { exact: true }).click();
    await expect(page.getByText("urllib.request")).toBeVisible();
    await page.getByRole("link", { name: "Find the agent for an intent" }).click();
    await expect(page).toHaveURL(/\/docs\/relay#routeIntent$/);
    await expect(page.locator("#routeIntent")).toContainText("Minimum tier T1");
    await expect(page.locator("#routeIntent").getByRole("button", { name: "Send for real" })).toBeHidden();
  });
});
