import type { Browser, Page } from "@playwright/test";
import { violationsOn } from "./accessibility";
import { apply, expect, register, signIn, test, untilHydrated } from "./fixtures";
import type { RunningServer } from "./http/start-server";

/** A page without JavaScript, at the service's address. */
async function plainPage(browser: Browser, server: RunningServer): Promise<Page> {
  return (await browser.newContext({ javaScriptEnabled: false, baseURL: server.url })).newPage();
}

const openWith = (server: RunningServer, token: string) =>
  fetch(`${server.url}/api/agent/join`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}` },
    body: JSON.stringify({ did: "did:fed:s1:console-made" }),
  });

for (const scripted of [true, false]) {
  test(`an operator signs in, issues a token that is shown once, revokes it and signs out, ${scripted ? "with" : "without"} JavaScript`, async ({
    page: scriptedPage,
    browser,
    server,
  }) => {
    const page = scripted ? scriptedPage : await plainPage(browser, server);
    // Without a session, the page redirects to the sign-in and then back.
    await page.goto("/console/credentials/issue");
    await expect(page).toHaveURL(/\/console\/sign-in\?to=/);
    await page.getByLabel("Operator’s token").fill("fgs_opr_mistyped");
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(page.getByText("This token is unknown")).toBeVisible();
    await expect(page.getByLabel("Operator’s token")).toHaveValue("");
    await page.getByLabel("Operator’s token").fill(await server.operatorToken());
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(page).toHaveURL(/\/console\/credentials\/issue$/);

    // After an error, the typed text is kept.
    const label = `token of the ${scripted ? "scripted" : "plain"} test`;
    await page.getByLabel("Label").fill(label);
    await page.getByLabel("DID").fill("did:fed");
    await page.getByRole("button", { name: "Issue the token" }).click();
    await expect(page.getByText("must have the form did:<method>:<zone>:<name>")).toBeVisible();
    await expect(page.getByLabel("Label")).toHaveValue(label);
    await page.getByLabel("DID").fill("did:fed:s1:console-made");
    await page.getByRole("button", { name: "Issue the token" }).click();
    const token = (await page.getByText(/^fgs_agt_\w{38}$/).textContent()) ?? "";
    expect(page.url()).not.toContain(token);
    expect((await openWith(server, token)).ok).toBe(true);

    await page.goto("/console/credentials?q=console-made");
    await expect(page.locator("body")).not.toContainText(token);
    await page.getByRole("listitem").filter({ hasText: label }).getByRole("link").click();
    const revoke = page.getByRole("button", { name: "Revoke permanently" });
    await expect(revoke).toBeHidden();
    await page.getByText("Revoke…").click();
    await revoke.click();
    await expect(page.getByText("It is revoked.")).toBeVisible();
    expect((await openWith(server, token)).status).toBe(401);
    await expect(page.getByRole("listitem").filter({ hasText: "Credential revoked" })).toBeVisible();

    // The cookie of an ended session is invalid.
    const cookies = await page.context().cookies();
    expect(cookies.filter(({ name }) => name === "console-session")).toMatchObject([
      { httpOnly: true, sameSite: "Strict", path: "/console" },
    ]);
    await page.getByRole("button", { name: "Sign out" }).click();
    await expect(page.getByRole("heading", { name: "Sign in to the console" })).toBeVisible();
    await page.context().addCookies(cookies);
    await page.goto("/console/operators");
    await expect(page).toHaveURL(/sign-in\?to=%2Fconsole%2Foperators$/);
  });
}

test("a freeze requires the subsystem's name, and is shown on every page and in the log until it is lifted", async ({
  page,
  server,
}) => {
  await signIn(page, server);
  await page.goto("/console/freezes");
  await page.getByLabel("Reason").last().fill("Disks <b>full</b>");
  await page.getByRole("button", { name: "Freeze memory" }).click();
  await expect(page.getByText("Type memory to freeze it.")).toBeVisible();
  await expect(page.getByLabel("Reason").last()).toHaveValue("Disks <b>full</b>");
  await page.getByLabel("Type memory to freeze it").fill("memory");
  // A short interruption of the connection loses nothing.
  await page.route("**/console/freezes", (route) => route.abort(), { times: 1 });
  await page.getByRole("button", { name: "Freeze memory" }).click();
  await expect(page.getByText("What you typed is still here")).toBeVisible();
  await page.getByRole("button", { name: "Freeze memory" }).click();
  await expect(page.getByLabel("Service status")).toContainText("Memory frozen");
  await expect(page.getByRole("main")).toContainText("Disks <b>full</b>");
  // Another form has replaced it. The focus moves to the message about the result.
  const outcome = page.getByRole("status", { name: "Result" });
  await expect(outcome).toHaveText("Memory is frozen.");
  await expect(outcome).toBeFocused();

  // Another operator has lifted the freeze meanwhile.
  await fetch(`${server.url}/api/system/freeze`, {
    method: "POST",
    headers: { authorization: `Bearer ${await server.operatorToken()}` },
    body: JSON.stringify({ subsystem: "memory", frozen: false, reason: "disks emptied" }),
  });
  await page.getByLabel("Reason").last().fill("over");
  await page.getByRole("button", { name: "Unfreeze memory" }).click();
  await expect(page.getByText("This is already done")).toContainText("disks emptied");
  await expect(outcome).toBeEmpty();
  await page.goto("/console/activity?subject=memory");
  await expect(page.getByRole("listitem").filter({ hasText: "Memory unfrozen" }).first()).toContainText(
    "disks emptied",
  );
});

/** Invites an operator on the console's page. @returns a page on which the new operator is signed in */
async function invitedOperator(
  page: Page,
  browser: Browser,
  server: RunningServer,
  { name, role }: { name: string; role: string },
): Promise<Page> {
  await page.goto("/console/operators");
  const invite = page.locator("form").filter({ hasText: "Invite" });
  await invite.getByLabel("Name").fill(name);
  await invite.getByLabel("Role").selectOption(role);
  await invite.getByRole("button", { name: "Invite" }).click();
  const token = (await page.getByText(/^fgs_opr_\w{38}$/).textContent()) ?? "";
  const theirs = await (await browser.newContext({ baseURL: server.url })).newPage();
  await signIn(theirs, server, token);
  return theirs;
}

test("two operators work through the queue with keys: each sees who does what, and the second decider what the first decided", async ({
  page,
  browser,
  server,
}) => {
  for (const name of ["first", "second"]) {
    await apply(page, `did:fed:s1:${name}-in-queue`);
    await page.waitForURL(/\/join\/status\//);
  }
  await signIn(page, server);
  const theirs = await invitedOperator(page, browser, server, { name: "Rui", role: "reviewer" });
  await theirs.clock.install();
  await theirs.goto("/console/queue?queue=application&q=in-queue");
  await page.goto("/console/queue?queue=application&q=in-queue");
  await untilHydrated(page);
  await page.keyboard.press("j");
  await page.keyboard.press("t");
  const first = { page: page.getByRole("listitem"), theirs: theirs.getByRole("listitem") };
  await expect(first.page.filter({ hasText: "first-in-queue" })).toContainText("Assigned to you");
  // The list of the other one is read again by itself.
  await theirs.clock.fastForward(11_000);
  await expect(first.theirs.filter({ hasText: "first-in-queue" })).toContainText("Assigned to First operator");
  await theirs.getByRole("link", { name: "did:fed:s1:first-in-queue" }).click();
  await theirs.getByText("Reject…").click();
  await theirs.getByLabel("Reason").fill("No.");

  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/console\/applications\//);
  await untilHydrated(page);
  await page.keyboard.press("1");
  await expect(page.getByLabel("Tier")).toBeFocused();
  await page.keyboard.press("Control+Enter");
  await expect(page.getByRole("status", { name: "Result" })).toContainText("Approved");
  await page.keyboard.press("n");
  await expect(page.getByRole("main")).toContainText("did:fed:s1:second-in-queue");
  await theirs.getByRole("button", { name: "Reject" }).click();
  await expect(theirs.getByText(/^This application was approved at .* UTC by First operator\.$/)).toBeVisible();
});

test("an operator is invited, and their session ends when they are removed, even while filling in a form", async ({
  page,
  browser,
  server,
}) => {
  await signIn(page, server);
  const theirs = await invitedOperator(page, browser, server, { name: "Ada", role: "operator" });
  await theirs.goto("/console/audits");
  await theirs.getByLabel("Summary").fill("A long text that took an hour.");
  await page.reload();
  const ada = page.getByRole("listitem").filter({ hasText: "Ada" }).filter({ hasText: "Remove…" });
  await ada.getByText("Remove…").click();
  await ada.getByRole("button", { name: "Remove permanently" }).click();
  await expect(ada).toHaveCount(0);
  await theirs.getByRole("button", { name: "Record the audit" }).click();
  await expect(theirs.getByText("Your session has ended")).toBeVisible();
  await expect(theirs.getByLabel("Summary")).toHaveValue("A long text that took an hour.");
  await theirs.goto("/console");
  await expect(theirs).toHaveURL(/\/console\/sign-in$/);

  // The last owner with a token cannot be removed.
  const last = page.getByRole("listitem").filter({ hasText: "This is you." });
  await last.getByText("Remove…").click();
  await last.getByRole("button", { name: "Remove permanently" }).click();
  await expect(page.getByText("Make another operator with a token an owner first.")).toBeVisible();
});

test("a viewer sees what waits and no form to decide, and an owner's change of the role counts at once", async ({
  page,
  browser,
  server,
}) => {
  await signIn(page, server);
  const theirs = await invitedOperator(page, browser, server, { name: "Vera", role: "viewer" });
  await theirs.goto("/console/freezes");
  await expect(theirs.getByText("This requires the role operator or a higher one.").first()).toBeVisible();
  await expect(theirs.getByRole("button", { name: /freeze/i })).toHaveCount(0);

  await page.reload();
  const vera = page.getByRole("listitem").filter({ hasText: "Vera" }).filter({ hasText: "Remove…" });
  await vera.getByText("Change the role…").click();
  await vera.locator("form").filter({ hasText: "Change the role" }).getByLabel("Role").selectOption("operator");
  await vera.getByRole("button", { name: "Change the role" }).click();
  await expect(page.getByText("The role is changed.")).toBeVisible();
  await theirs.reload();
  await expect(theirs.getByText("This requires the role operator or a higher one.")).toHaveCount(0);
});

for (const scripted of [true, false]) {
  test(`no tier is preselected, and T4 must be confirmed, ${scripted ? "with" : "without"} JavaScript`, async ({
    page: scriptedPage,
    browser,
    server,
  }) => {
    const page = scripted ? scriptedPage : await plainPage(browser, server);
    const did = `did:fed:s1:to-grant-${scripted}`;
    await register(server, { did, name: "Wren" });
    const tierOf = async () => (await (await fetch(`${server.url}/api/agents/${did}`)).json()).trust_tier;
    await signIn(page, server);
    await page.goto(`/console/agents/${did}`);
    await expect(page).toHaveTitle("Wren · Agents · Console");
    await expect(page.getByLabel("Tier")).toHaveValue("");
    await page.getByLabel("Reason").first().fill("It keeps the archive.");
    await page.getByRole("button", { name: "Grant" }).click();
    await expect(page.getByText("Choose the tier.")).toBeVisible();
    expect(await tierOf()).toBe("T1");

    await page.getByLabel("Tier").selectOption("T4");
    await page.getByRole("button", { name: "Grant" }).click();
    await expect(page.getByText("Grant T4 to Wren?")).toBeVisible();
    expect(await tierOf()).toBe("T1");
    if (scripted) expect(await violationsOn(page)).toEqual([]);
    await expect(page.getByLabel("Reason").first()).toHaveValue("It keeps the archive.");
    await page.getByLabel("Type T4 to confirm").fill("T3");
    await page.getByRole("button", { name: "Grant T4" }).click();
    await expect(page.getByText("Type T4 to confirm.")).toBeVisible();
    expect(await tierOf()).toBe("T1");
    await page.getByLabel("Type T4 to confirm").fill("t4");
    await page.getByRole("button", { name: "Grant T4" }).click();
    await expect(page.getByText("granted by an operator")).toBeVisible();
    expect(await tierOf()).toBe("T4");

    await page.getByText("Withdraw the grant…").click();
    await page.getByLabel("Reason").nth(1).fill("The archive has moved.");
    await page.getByRole("button", { name: "Withdraw it" }).click();
    await expect(page.getByText("earned", { exact: true })).toBeVisible();
    expect(await tierOf()).toBe("T1");
  });
}

test("the overview leads to the applications that wait, the oldest first", async ({ page, browser, server }) => {
  await signIn(page, server);
  for (const name of ["first", "second"]) {
    const applicant = await (await browser.newContext({ baseURL: server.url })).newPage();
    await apply(applicant, `did:fed:s1:waits-${name}`);
    await applicant.waitForURL(/\/join\/status\//);
  }
  await page.goto("/console");
  await page
    .getByRole("main")
    .getByRole("link", { name: /^\d+ Applications$/ })
    .click();
  await expect(page).toHaveURL("/console/queue?queue=application");
  const waiting = (await page.getByRole("main").getByRole("listitem").allTextContents()).join();
  expect(waiting.indexOf("waits-first")).toBeLessThan(waiting.indexOf("waits-second"));
  await page.locator("[data-row]").filter({ hasText: "waits-first" }).locator("[data-row-link]").click();
  await expect(page).toHaveURL(/\/console\/applications\/[0-9a-f-]{36}\?/);
  await expect(page.getByRole("complementary").getByRole("link", { name: /^Next: / })).toBeVisible();
});

test("the console has its own frame, and titles that no public page has", async ({ page, server }) => {
  await signIn(page, server);
  await page.setViewportSize({ width: 1280, height: 900 });
  for (const [path, title] of [
    ["/console", "Overview · Console"],
    ["/console/agents", "Agents · Console"],
    ["/console/incidents/4", /^4: .+ · Incidents · Console$/],
    ["/console/rfcs/12", /^12: .+ · RFCs · Console$/],
    ["/console/agents/did:demo:s1:nobody", "No such agent · Agents · Console"],
  ] as const) {
    await page.goto(path);
    await expect(page).toHaveTitle(title);
    await expect(page.getByRole("navigation", { name: "Main" })).toHaveCount(0);
    await expect(page.getByRole("navigation", { name: "Console" })).toBeVisible();
    await expect(page.getByRole("button", { name: "Sign out" })).toBeVisible();
    expect((await page.getByRole("banner").boundingBox())?.height).toBeLessThanOrEqual(110);
    expect((await page.getByRole("contentinfo").boundingBox())?.height).toBeLessThanOrEqual(60);
  }
  await expect(page.getByRole("banner")).toContainText(/Signed in as (First operator|Operator from the settings)/);
});

test("the form for an audit offers the agents by name", async ({ page, server }) => {
  await signIn(page, server);
  await page.goto("/console/audits");
  const list = await page.getByLabel("DID of the agent").getAttribute("list");
  await expect(page.locator(`#${list} option[value="did:demo:s2:glossa"]`)).toHaveAttribute("label", "Glossa");
});
