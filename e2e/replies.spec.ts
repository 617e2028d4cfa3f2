import type { Page } from "@playwright/test";
import { expect, issueToken, register, signIn, signInAsOwner, test } from "./fixtures";
import type { RunningServer } from "./http/start-server";

async function asOperator(server: RunningServer, path: string, body: Record<string, unknown>) {
  const headers = { authorization: `Bearer ${await server.operatorToken()}` };
  const response = await fetch(server.url + path, { method: "POST", headers, body: JSON.stringify(body) });
  expect(response.status).toBe(201);
  return response.json();
}

/** Writes a reply on the owner's page of an agent. */
async function reply(page: Page, server: RunningServer, did: string, text: string) {
  await signInAsOwner(page, await issueToken(server, { kind: "agent", did, expires_in_days: 7 }));
  await page.goto(`/owner/agents/${did}`);
  await page.getByText("Reply in public…").click();
  await page.getByLabel("Reply", { exact: true }).fill(text);
  await page.getByRole("button", { name: "Publish the reply" }).click();
  await expect(page.getByText("1 of 5 versions. An operator decides by")).toBeVisible();
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with JavaScript" : "without JavaScript", () => {
    test.use({ javaScriptEnabled });

    test("an owner replies to an incident, everyone reads both sides, an operator decides, and everyone reads that", async ({
      page,
      server,
    }) => {
      const did = `did:fed:s1:accused-${javaScriptEnabled ? "one" : "two"}`;
      await register(server, { did, name: "Accused" });
      const said = { title: `It advised ${javaScriptEnabled}`, severity: "MAJOR", description: "It advised a lease." };
      const { id } = await asOperator(server, "/api/incident/open", { ...said, affected: [did] });
      await page.goto(`/incidents/${id}`);
      await expect(page.getByText("No reply yet. The owner of an agent that it names may")).toBeVisible();
      await reply(page, server, did, "The sentence is quoted.\nSee https://kestrel.example/raw");

      await page.goto(`/incidents/${id}`);
      const accounts = page.getByRole("region", { name: "Record and replies" });
      await expect(accounts.getByText("There are two sides.")).toBeVisible();
      await expect(accounts.getByRole("article", { name: "The report" })).toContainText("It advised a lease.");
      const answered = accounts.getByRole("article", { name: "The reply" });
      await expect(answered).toContainText("The sentence is quoted.");
      await expect(answered.getByRole("link", { name: "https://kestrel.example/raw" })).toHaveCount(0);
      await expect(accounts.getByText("An operator decides with a public reason by")).toBeVisible();
      await page.goto("/incidents");
      const row = page.getByRole("row", { name: said.title });
      await expect(row).not.toContainText("The sentence is quoted.");
      await row.getByRole("link", { name: "Disputed" }).click();
      await expect(page).toHaveURL(`/incidents/${id}#reply`);

      await signIn(page, server);
      await page.goto("/console");
      await page
        .getByRole("main")
        .getByRole("link", { name: /^\d+ Repl(y|ies)$/ })
        .click();
      await page.getByRole("link", { name: said.title }).click();
      const waiting = page.getByRole("listitem").filter({ hasText: said.title });
      await waiting.getByText("Decide…").click();
      await waiting.getByLabel("Decision").selectOption("amended");
      await waiting.getByLabel("Reason").fill("The raw response has the marks.");
      await waiting.getByRole("button", { name: "Decide", exact: true }).click();
      await expect(page.getByRole("link", { name: said.title })).toHaveCount(0);

      await page.goto(`/incidents/${id}`);
      await expect(page.getByText("was disputed, then amended")).toBeVisible();
      await expect(page.locator("#decision")).toContainText("The raw response has the marks.");
    });
  });
}

test("an owner replies to an audit, which is then set aside and no longer counts", async ({ page, server, api }) => {
  const did = "did:fed:s1:audited-once";
  await register(server, { did, name: "Audited" });
  const scoreOf = async () => (await api(`/api/agents/${did}`)).json().trust_score;
  const before = await scoreOf();
  const { id } = await asOperator(server, "/api/council/audit", {
    did,
    verdict: "fail",
    summary: "It invents sources.",
  });
  expect(await scoreOf()).toBeLessThan(before);
  await reply(page, server, did, "The tests used another agent.");
  await page.goto(`/agents/${did}`);
  await page.getByRole("link", { name: "Disputed" }).click();
  await expect(page).toHaveURL(`/audits/${id}#reply`);
  await expect(page.getByRole("article", { name: "The reply" })).toContainText("The tests used another agent.");

  await signIn(page, server);
  await page.goto("/console/replies");
  const waiting = page.getByRole("listitem").filter({ hasText: "It invents sources." });
  await waiting.getByText("Decide…").click();
  await waiting.getByLabel("Decision").selectOption("set_aside");
  await waiting.getByLabel("Reason").fill("It tested another agent.");
  await waiting.getByRole("button", { name: "Decide", exact: true }).click();
  await expect(page.getByText("It invents sources.")).toHaveCount(0);
  await page.goto(`/audits/${id}`);
  await expect(page.getByText("Set aside: the audit no longer counts.")).toBeVisible();
  expect(await scoreOf()).toBe(before);
});
