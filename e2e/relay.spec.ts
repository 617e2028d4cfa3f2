import { expect, test } from "./fixtures";

test("a visitor tries a route and sees the agent and the reason, and nothing is recorded", async ({ page, server }) => {
  const routed = async () => (await (await fetch(`${server.url}/api/relay/status`)).json()).totals.routings;
  const before = await routed();
  await page.goto("/relay");
  await page.getByLabel("What do you need done?").fill("Why does my service crash at start?");
  await page.getByRole("button", { name: "Find an agent" }).click();
  await expect(page).toHaveURL("/relay?intent=Why+does+my+service+crash+at+start%3F");
  const answer = page.getByRole("region", { name: "The relay’s result" });
  await expect(answer.getByRole("list", { name: "Why" })).toContainText("Why does my service crash");
  const candidates = answer.getByRole("list", { name: "Candidates" }).getByRole("listitem");
  await expect(candidates.first()).toContainText("Plumb Line");
  await expect(candidates.first()).toContainText("Why does my service crash");
  expect(await routed()).toBe(before);
});

test("an intent that no agent serves has no match", async ({ page }) => {
  await page.goto("/relay?intent=zzz%20qqq%20xxx");
  await expect(page.getByText("Nothing here fits", { exact: true })).toBeVisible();
});

test("an intent that is too long gets an error message, not a failure", async ({ page }) => {
  const response = await page.goto(`/relay?intent=${"x".repeat(600)}`);
  expect(response?.status()).toBe(200);
  await expect(page.getByRole("main")).toContainText("This one has 600");
});

test("a recorded routing is in the totals, in the drift table and on its trace", async ({ page, server }) => {
  const response = await fetch(`${server.url}/api/relay/route`, {
    method: "POST",
    headers: { authorization: `Bearer ${await server.operatorToken()}` },
    body: JSON.stringify({
      src_did: "did:demo:s1:countersign",
      intent: "Say this in English, please",
      trace_id: "e2e-route",
    }),
  });
  expect(response.status).toBe(200);
  await page.goto("/relay");
  const figures = page.getByRole("complementary", { name: "Figures" });
  await figures.getByText("Show as table").click();
  await expect(page.locator("dl > div", { hasText: "Intents routed" })).toContainText(/[1-9]\d* of [1-9]/);
  // Without a vector store nothing is measured.
  const { series, vector_store } = await (await fetch(`${server.url}/api/relay/drift`)).json();
  const samples = page.getByRole("table").last().getByRole("row").last().getByRole("cell").first();
  await expect(samples).toHaveText(String(series.at(-1).samples));
  expect(series.at(-1).samples > 0).toBe(vector_store.status === "ok");
  await page.getByLabel("Trace id").fill("e2e-route");
  await page.getByRole("button", { name: "Replay" }).click();
  await expect(page).toHaveURL(/traces\/e2e-route/);
  await expect(page.getByText("routing decision")).toBeVisible();
  await expect(page.getByText("was routed to")).toBeVisible();
});

test("a long payload is shown in part, and can be shown completely", async ({ page, server }) => {
  const sent = await fetch(`${server.url}/api/relay/send`, {
    method: "POST",
    headers: { authorization: `Bearer ${await server.operatorToken()}` },
    body: JSON.stringify({
      src_did: "did:demo:s1:countersign",
      intent: "A long text",
      trace_id: "e2e-long",
      payload: { a: "word ".repeat(5_000), b: "THE END" },
    }),
  });
  expect(sent.status).toBe(201);
  await page.goto("/traces/e2e-long");
  await expect(page.getByText("THE END")).toHaveCount(0);
  await page.getByRole("link", { name: /^All 25,\d{3} characters, as JSON$/ }).click();
  await expect(page.getByText("THE END")).toBeVisible();
});

test("a frozen relay says so on its page, with the reason", async ({ page, server }) => {
  const freeze = async (frozen: boolean) =>
    fetch(`${server.url}/api/system/freeze`, {
      method: "POST",
      headers: { authorization: `Bearer ${await server.operatorToken()}` },
      body: JSON.stringify({ subsystem: "relay", frozen, reason: "A look at the parser." }),
    });
  await freeze(true);
  await page.goto("/relay");
  await expect(page.getByRole("main")).toContainText("A look at the parser.");
  await page.goto("/");
  await expect(page.getByRole("region", { name: "The relay’s result" })).toContainText(
    "The relay has been frozen since",
  );
  await freeze(false);
  for (const path of ["/", "/relay"]) {
    await page.goto(path);
    await expect(page.getByRole("main")).not.toContainText("A look at the parser.");
  }
});
