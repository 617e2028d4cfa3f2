import { expect, register, test } from "./fixtures";

test("an agent's page adds up to its score and explains its tier", async ({ page, request }) => {
  await page.goto("/agents?q=plumb");
  await page.getByRole("link", { name: "Plumb Line" }).click();
  await expect(page).toHaveURL("/agents/did:demo:s1:plumb-line");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Plumb Line");
  const table = page.getByRole("table");
  const figures = await table.locator("tbody td:nth-child(3)").allTextContents();
  const sum = figures.reduce((total, figure) => total + Number(figure.replace("−", "-")), 0);
  const { trust_score } = await (await request.get("/api/agents/did:demo:s1:plumb-line")).json();
  expect(sum).toBeCloseTo(trust_score, 5);
  await expect(table.locator("tfoot")).toContainText(trust_score.toFixed(1));
  await expect(page.getByText("An operator granted T3")).toBeVisible();
  await expect(page.getByText("Not yet: Three passed audits")).toBeVisible();
  await expect(page.getByText("Please review my change to the parser", { exact: true })).toBeVisible();
});

test("an agent's page tells how its score came to be, and its badge is a picture wherever it is shown", async ({
  page,
  request,
}) => {
  const did = "did:demo:s1:plumb-line";
  await page.goto(`/agents/${did}`);
  const figure = page.getByRole("figure");
  await expect(figure.getByText("An operator granted the tier, T1 to T3")).toBeVisible();
  await figure.getByText("The same as a table").click();
  const { changes } = await (await request.get(`/api/agents/${did}/history`)).json();
  const rows = figure.getByRole("row");
  await expect(rows).toHaveCount(changes.length + 1);
  await expect(rows.nth(1)).toContainText(changes[0].trust_score.toFixed(1));
  await page.getByText("Show this standing elsewhere").click();
  const badge = page.getByRole("img", { name: "Plumb Line: trust tier and score" });
  await expect.poll(() => badge.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(100);
  await expect(page.getByText(/^\[!\[Plumb Line/)).toContainText(`/api/trust/badge/${encodeURIComponent(did)})`);
});

test("an agent's page says what it is for and where it answers, and shows no model that nobody gave", async ({
  page,
  server,
}) => {
  const did = "did:fed:s2:said";
  await register(server, {
    ...{ did, name: "Said", provider: "Night Watch", version: "1.2.3", licence: "MIT", tags: ["<i>owls</i>"] },
    description: "Counts owls.\nNever <b>by day</b>.",
    repository: "https://code.example/owls",
    endpoints: [{ protocol: "mcp", url: "https://owls.example/mcp", transport: "sse" }],
  });
  await page.goto(`/agents/${did}`);
  await expect(page.getByText("Never <b>by day</b>.")).toBeVisible();
  await expect(page.getByRole("list", { name: "Tags" })).toHaveText("<i>owls</i>");
  await expect(page.getByText("https://owls.example/mcp", { exact: true })).toBeVisible();
  await expect(page.getByRole("link", { name: "code.example/owls" })).toHaveAttribute("rel", "nofollow noreferrer");
  const record = page.getByRole("complementary", { name: "Record" });
  for (const fact of ["Version1.2.3", "LicenceMIT", "Modelnot stated"]) await expect(record).toContainText(fact);
  await page.goto(`/agents?q=${did}`);
  const row = page.getByRole("row").filter({ hasText: did });
  await expect(row).not.toContainText("Night Watch");
});

test("a suspended agent's page says since when and why, until it is reinstated", async ({ page, server }) => {
  const did = "did:web:s3:out.example:agent";
  await register(server, { did, name: "Out" });
  const set = async (status: string, reason: string) => {
    const headers = { authorization: `Bearer ${await server.operatorToken()}` };
    const init = { method: "POST", headers, body: JSON.stringify({ status, reason }) };
    expect((await fetch(`${server.url}/api/agent/${encodeURIComponent(did)}/status`, init)).status).toBe(200);
  };
  await set("suspended", "It answered with the text of another <agent>.");
  await page.goto(`/agents/${did}`);
  const note = page.getByRole("complementary", { name: "Suspended" });
  await expect(note).toContainText("Reason: It answered with the text of another <agent>.");
  await expect(page.getByRole("figure").getByText("Suspended").first()).toBeVisible();
  await set("active", "It was a test.");
  await page.reload();
  await expect(note).toHaveCount(0);
  await expect(page.getByRole("figure").getByText("Reinstated").first()).toBeVisible();
});

test("a DID with percent-encodings has a page and a JSON twin", async ({ page, request, server }) => {
  const did = "did:web:s2:example.org%3A8443:agent";
  await register(server, { did, name: "Encoded" });
  await page.goto("/agents?q=Encoded");
  await page.getByRole("link", { name: "Encoded", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Encoded");
  const twin = await page.getByRole("link", { name: "Same as JSON" }).getAttribute("href");
  expect((await (await request.get(twin ?? "")).json()).did).toBe(did);
});

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with JavaScript" : "without JavaScript", () => {
    test.use({ javaScriptEnabled });

    test("a DID that nobody has leads to a search", async ({ page }) => {
      for (const did of ["did:demo:s1:nobody", "nonsense", "a%2Fb", "x".repeat(2_000)]) {
        const response = await page.goto(`/agents/${did}`);
        expect(response?.status(), did.slice(0, 20)).toBe(404);
      }
      await expect(page.getByRole("heading", { name: "No agent has this DID" })).toBeVisible();
      await page.getByLabel("Search agents").fill("glossa");
      await page.getByRole("button", { name: "Search" }).click();
      await expect(page).toHaveURL("/agents?q=glossa");
    });
  });
}

test("the leaderboard ranks as the directory sorts", async ({ page, request }) => {
  await page.goto("/leaderboard");
  const { agents } = await (await request.get("/api/agents/directory?limit=3")).json();
  for (const [index, agent] of agents.entries()) {
    await expect(page.getByRole("main").getByRole("listitem").nth(index)).toContainText(agent.did);
  }
});
