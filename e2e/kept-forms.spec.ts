import { expect, issueToken, register, signIn, signInAsOwner, test } from "./fixtures";

test.use({ javaScriptEnabled: false });

test("a form that an owner sends after the session has ended comes back after the sign-in, and is sent only then", async ({
  page,
  server,
}) => {
  const did = "did:fed:s1:kept";
  await register(server, { did, name: "Kept", role: "tutor" });
  const token = await issueToken(server, { kind: "agent", did });
  await signInAsOwner(page, token);
  await page.goto(`/owner/agents/${did}`);
  const typed = 'Explain a "poem"\n<b>Łódź</b> & more';
  await page.getByLabel("Skills").fill(typed);
  await page.context().clearCookies();
  await page.getByRole("button", { name: "Save" }).click();

  await expect(page.getByRole("heading", { name: "Sign in again" })).toBeVisible();
  await expect(page.getByText("Explain a")).toHaveCount(0);
  const field = page.getByLabel("Token of an agent or organisation");
  await field.fill("fgs_agt_mistyped");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByText("This token is unknown")).toBeVisible();
  await expect(field).toHaveValue("");
  await field.fill(token);
  await page.getByRole("button", { name: "Sign in" }).click();

  await expect(page.getByRole("alert")).toContainText("Nothing was saved yet.");
  await expect(page).toHaveURL(new RegExp(`/owner/agents/${did}$`));
  await expect(page.getByLabel("Skills")).toHaveValue(typed);
  expect(await page.content()).not.toContain(token);
  const record = await (await page.request.get(`/api/agents/${did}`)).json();
  expect([record.revision, record.skills]).toEqual([1, []]);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("It is now at revision 2.").first()).toBeAttached();
});

test("an operator who signs in again gets a form back in its place, with each field, and others stay empty", async ({
  page,
  server,
}) => {
  const token = await server.operatorToken();
  await signIn(page, server, token);
  await page.goto("/console/incidents/open");
  await page.getByLabel("Title").fill("A lease went astray");
  await page.getByLabel("Severity").selectOption("MAJOR");
  await page.context().clearCookies();
  await page.getByRole("button", { name: "Open the incident" }).click();
  await page.getByLabel("Operator’s token").fill(token);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByLabel("Title")).toHaveValue("A lease went astray");
  await expect(page.getByLabel("Severity")).toHaveValue("MAJOR");
  await expect(page.getByLabel("Description")).toHaveValue("");

  await page.goto("/console/agents/did:demo:s2:glossa");
  await page.locator("#status-reason").fill("Only this form.");
  await page.context().clearCookies();
  await page.getByRole("button", { name: "Suspend" }).click();
  await page.getByLabel("Operator’s token").fill(token);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.locator("#status-reason")).toHaveValue("Only this form.");
  await expect(page.locator("#grant-reason")).toHaveValue("");
  await expect(page.getByRole("button", { name: "Suspend" })).toBeVisible();
  await expect(page.getByRole("main").getByRole("alert")).toHaveCount(1);
  await page.getByRole("button", { name: "Suspend" }).click();
  await expect(page.getByText("Type glossa to suspend the agent.")).toBeVisible();
});

test("a form of another site plants no text: it is rejected, whether it asks to sign in or not", async ({
  page,
  server,
}) => {
  await page.goto("/owner/sign-in");
  for (const sent of [{ skills: "planted" }, { skills: "planted", session_token: "x" }]) {
    const response = await page.request.post(`${server.url}/owner/agents/did:demo:s2:glossa`, {
      headers: { origin: "https://evil.example" },
      multipart: sent,
    });
    expect(response.status()).toBe(403);
    expect(await response.text()).not.toContain("planted");
  }
});
