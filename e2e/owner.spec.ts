import { expect, issueToken, register, signInAsOwner, test } from "./fixtures";

for (const scripted of [true, false]) {
  test(`an owner edits, deprecates, withdraws and restores an agent, and rotates the token, ${scripted ? "with" : "without"} JavaScript`, async ({
    page: scriptedPage,
    browser,
    server,
  }) => {
    const plain = () => browser.newContext({ javaScriptEnabled: false, baseURL: server.url });
    const page = scripted ? scriptedPage : await (await plain()).newPage();
    const [did, successor] = ["owned", "heir"].map((name) => `did:fed:s1:${name}-${scripted ? "js" : "plain"}`);
    for (const each of [did, successor]) await register(server, { did: each, name: "Owned", role: "tutor" });
    const token = await issueToken(server, { kind: "agent", did, expires_in_days: 5 });

    // Without a session, the page redirects to the sign-in and then back.
    await page.goto(`/owner/agents/${did}`);
    await expect(page).toHaveURL(/\/owner\/sign-in\?to=/);
    await page.getByLabel("Token of an agent or organisation").fill("fgs_agt_mistyped");
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(page.getByText("This token is unknown")).toBeVisible();
    await page.getByLabel("Token of an agent or organisation").fill(token);
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(page).toHaveURL(new RegExp(`/owner/agents/${did}$`));
    await expect(page).toHaveTitle(`${did} · Owner`);

    // After an error, the typed text is kept.
    await page.getByLabel("Homepage").fill("http://owned.example");
    await page.getByLabel("Skills").fill("Explain a poem\nExplain a novel");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("must be an https address")).toBeVisible();
    await expect(page.getByLabel("Skills")).toHaveValue("Explain a poem\nExplain a novel");
    await page.getByLabel("Homepage").fill("https://owned.example");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("It is now at revision 2.").first()).toBeAttached();
    await expect(page.getByLabel("Homepage")).toHaveValue("https://owned.example");

    // Another caller changes the record meanwhile.
    const changed = await fetch(`${server.url}/api/agent/${did}`, {
      method: "PATCH",
      headers: { authorization: `Bearer ${token}` },
      body: JSON.stringify({ role: "reader" }),
    });
    expect(changed.ok).toBe(true);
    await page.getByLabel("Name").fill("Renamed");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("changed since you opened this form")).toBeVisible();
    await expect(page.getByLabel("Name")).toHaveValue("Renamed");
    await page.getByRole("link", { name: "Open the record again" }).click();
    await expect(page.getByLabel("Role")).toHaveValue("reader");
    await page.getByLabel("Name").fill("Renamed");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByRole("heading", { name: "Renamed", level: 1 })).toBeVisible();

    // Each of these must be confirmed.
    const deprecates = page.getByRole("button", { name: "Deprecate Renamed" });
    await expect(deprecates).toBeHidden();
    await page.getByText("Deprecate…").click();
    await page.getByLabel("Successor").fill(did ?? "");
    await deprecates.click();
    await expect(page.getByText("must be another agent")).toBeVisible();
    await page.getByLabel("Successor").fill(successor ?? "");
    await page.getByRole("button", { name: "Deprecate Renamed" }).click();
    await expect(page.getByRole("complementary", { name: "Deprecated" })).toContainText(successor ?? "");
    await page.goto(`/agents/${did}`);
    await expect(page.getByRole("complementary", { name: "Deprecated" })).toContainText(successor ?? "");

    await page.goto(`/owner/agents/${did}`);
    await page.getByRole("button", { name: "Lift the deprecation" }).click();
    await expect(page.getByRole("complementary", { name: "Deprecated" })).toHaveCount(0);
    await page.getByText("Withdraw…").click();
    await page.getByLabel("Reason").last().fill("It is <tired>.");
    await page.getByRole("button", { name: "Withdraw Renamed" }).click();
    await expect(page.getByRole("complementary", { name: "Withdrawn" })).toContainText("It is <tired>.");
    expect((await page.goto(`/agents/${did}`))?.status()).toBe(200);
    await expect(page.getByRole("complementary", { name: "Withdrawn" })).toContainText("It is <tired>.");
    await page.goto(`/agents?q=${did}`);
    await expect(page.getByRole("main")).not.toContainText("Renamed");
    await page.goto(`/owner/agents/${did}`);
    await page.getByRole("button", { name: "Bring it back" }).click();
    await expect(page.getByRole("button", { name: "Save" })).toBeVisible();

    await page.goto("/owner");
    await expect(page.getByRole("complementary", { name: "Expiry" })).toContainText("This credential expires soon");
    const acts = page.getByRole("table", { name: "The newest entries" });
    for (const word of [
      "Returned",
      "Withdrawn",
      "Deprecation lifted",
      "Deprecated",
      "Record changed",
      "Token issued",
    ]) {
      await expect(acts).toContainText(word);
    }
    await page.getByRole("link", { name: "Rotate it" }).click();
    await page.getByText("Rotate…").click();
    await page.getByLabel("How long the old token keeps working").selectOption("Not at all");
    await page.getByRole("button", { name: "Rotate it now" }).click();
    const fresh = (await page.getByText(/^fgs_agt_\w{38}$/).textContent()) ?? "";
    expect(page.url()).not.toContain(fresh);
    const works = (each: string) =>
      fetch(`${server.url}/api/access/me`, { headers: { authorization: `Bearer ${each}` } });
    expect([(await works(token)).status, (await works(fresh)).status]).toEqual([401, 200]);
    await page.goto("/owner/credential");
    await expect(page.locator("body")).not.toContainText(fresh);

    const cookies = await page.context().cookies();
    expect(cookies.filter(({ name }) => name === "owner-session")).toMatchObject([
      { httpOnly: true, sameSite: "Strict", path: "/owner" },
    ]);
    await page.getByRole("button", { name: "Sign out" }).click();
    await expect(page.getByRole("heading", { name: "Sign in as an owner" })).toBeVisible();
    await page.context().addCookies(cookies);
    await page.goto("/owner/credential");
    await expect(page).toHaveURL(/sign-in\?to=%2Fowner%2Fcredential$/);
  });
}

test("an organisation sees its own agents, including withdrawn ones, and opens each", async ({ page, server }) => {
  const token = await issueToken(server, { kind: "provider", organisation: "Owner Works" });
  const call = (path: string, body: object) =>
    fetch(`${server.url}${path}`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    });
  for (const name of ["first", "second"]) await call("/api/agent/register", { did: `did:fed:s1:works-${name}`, name });
  expect((await call("/api/agent/did:fed:s1:works-second/withdraw", {})).status).toBe(200);
  await signInAsOwner(page, token);
  await expect(page.getByRole("heading", { name: "Agents of Owner Works" })).toBeVisible();
  const rows = page.getByRole("main").getByRole("list").first().getByRole("listitem");
  await expect(rows).toHaveCount(2);
  await expect(rows.filter({ hasText: "second" })).toContainText("withdrawn");
  await page.getByRole("link", { name: "first", exact: true }).click();
  await expect(page.getByRole("button", { name: "Save" })).toBeVisible();
});
