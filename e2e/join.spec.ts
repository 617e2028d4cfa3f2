import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { violationsOn } from "./accessibility";
import { apply, expect, fillApplication, signIn, test } from "./fixtures";

const SECRET = /fgs_apl_[\w-]+/;
const freshDid = () => `did:fed:s1:applicant-${randomUUID().slice(0, 8)}`;

/** Runs the page's commands in a shell. @returns their responses */
function run(commands: string): unknown[] {
  const output = execFileSync("sh", ["-c", commands], { encoding: "utf8" });
  return output
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with JavaScript" : "without JavaScript", () => {
    test.use({ javaScriptEnabled });

    test("a visitor applies, an operator approves, the token is claimed once and its commands work", async ({
      page,
      browser,
      server,
    }) => {
      const did = freshDid();
      await apply(page, did, { organisation: "<b>Łódź</b>", purpose: "<script>document.title = 'ran'</script>" });
      await page.waitForURL(/\/join\/status\/fgs_apl_/);
      const statusUrl = page.url();
      const secret = SECRET.exec(statusUrl)?.[0] ?? "";
      await expect(page.getByRole("heading", { name: "Your application has arrived" })).toBeVisible();
      await expect(page.getByText("<b>Łódź</b>")).toBeVisible();

      const office = await browser.newContext({ javaScriptEnabled, baseURL: server.url });
      const desk = await office.newPage();
      await signIn(desk, server);
      await desk.goto("/console/applications");
      await desk.getByRole("link", { name: did }).click();
      await expect(desk.getByText("<script>document.title")).toBeVisible();
      await expect(desk).toHaveTitle(`${did} · Applications · Console`);
      if (javaScriptEnabled) expect(await violationsOn(desk)).toEqual([]);
      await desk.getByText("Reject…").click();
      await desk.getByRole("button", { name: "Reject" }).click();
      await expect(desk.getByText("Enter the reason. The applicant reads it.")).toBeVisible();
      await desk.getByText("Approve…").click();
      await desk.getByLabel("Note to the applicant").fill("Welcome.");
      await desk.getByRole("button", { name: "Approve" }).click();
      await expect(desk.getByText("It was approved")).toBeVisible();
      await office.close();

      const answer = await page.goto(statusUrl);
      expect(answer?.headers()).toMatchObject({
        "referrer-policy": "strict-origin",
        "x-robots-tag": "noindex, nofollow",
      });
      expect(answer?.headers()["cache-control"]).toContain("no-store");
      await expect(page.getByText("Welcome.")).toBeVisible();
      await page.getByRole("button", { name: "Show the token" }).click();
      const shown = page.getByText(/^fgs_agt_/);
      await expect(shown).toBeVisible();
      if (javaScriptEnabled) expect(await violationsOn(page)).toEqual([]);
      const token = (await shown.textContent()) ?? "";
      const [joined, registered, standing, route] = run((await page.locator("pre").textContent()) ?? "");
      expect([joined, registered]).toMatchObject([
        { did, trust_tier: "T0" },
        { did, trust_tier: "T1" },
      ]);
      expect([standing, route]).toMatchObject([{ did }, { trace_id: expect.any(String) }]);

      await page.goto("about:blank").catch(() => {});
      await page.goto(statusUrl);
      await expect(page.getByRole("heading", { name: "Your token was claimed" })).toBeVisible();
      expect(await page.content()).not.toContain(token);
      const metrics = await (await fetch(`${server.url}/metrics`)).text();
      for (const written of [server.output(), metrics]) {
        expect(written).not.toContain(secret);
        expect(written).not.toContain(token);
      }
      expect(server.output()).toContain('"path":"/join/status/[secret]"');
    });

    test("errors are shown at their fields and linked, and no typed text is lost", async ({ page }) => {
      await apply(page, "did:fed:s1:łódź guide", { organisation: "a\u202eb" });
      const summary = page.getByRole("main").getByRole("alert").first();
      await expect(summary).toContainText("2 things to correct");
      await expect(page.locator("mark")).toHaveText(["ł", "ó", "ź", "␣"]);
      await expect(page.getByText("did:fed:s1:lodz-guide").first()).toBeVisible();
      await summary.getByRole("link", { name: /^Organisation: .*U\+202E/ }).click();
      await expect(page.getByLabel("Organisation", { exact: true })).toBeFocused();
      await expect(page.getByLabel("DID", { exact: true })).toHaveValue("did:fed:s1:łódź guide");
      await expect(page.getByLabel("Capabilities")).toHaveValue("guide.city, it's accessible");
      await expect(page.getByRole("checkbox", { name: /We accept/ })).toBeChecked();
    });
  });
}

test("a form whose hidden field was filled by a program comes back with its text, and is sent when that field is empty", async ({
  page,
}) => {
  await page.goto("/join");
  await page.locator("#website").evaluate((field: HTMLInputElement) => {
    field.value = "https://filled.example";
  });
  await fillApplication(page, freshDid());
  const summary = page.getByRole("main").getByRole("alert").first();
  await expect(summary).toContainText("One thing to correct");
  await summary.getByRole("link", { name: /password manager/ }).click();
  await expect(page.getByLabel("Leave this empty")).toBeFocused();
  await expect(page.getByLabel("Leave this empty")).toBeInViewport();
  await expect(page.getByLabel("Leave this empty")).toHaveValue("");
  await expect(page.getByLabel("What it will do")).toHaveValue("Answers visitors’ questions.");
  expect(await violationsOn(page)).toEqual([]);
  await page.getByRole("button", { name: "Send application" }).click();
  await page.waitForURL(/\/join\/status\/fgs_apl_/);
});

test("the private page shows the application, and updates itself after an approval", async ({
  page,
  browser,
  server,
}) => {
  const did = freshDid();
  await page.clock.install();
  await apply(page, did, { email: "", purpose: "Answers questions about trams." });
  await page.waitForURL(/\/join\/status\//);
  await expect(
    page.getByText("This service has no e-mail set up, so only this page shows you the decision."),
  ).toBeVisible();
  for (const sent of ["Answers questions about trams.", "guide.city", "Łódź Tourist Office", "none given"]) {
    await expect(page.getByRole("main").getByText(sent)).toBeVisible();
  }
  const desk = await (await browser.newContext({ baseURL: server.url })).newPage();
  await signIn(desk, server);
  await desk.goto("/console/applications");
  await desk.getByRole("link", { name: did }).click();
  await desk.getByText("Approve…").click();
  await desk.getByRole("button", { name: "Approve" }).click();
  await expect(desk.getByText("It was approved")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Your application has arrived" })).toBeVisible();
  await page.clock.fastForward("00:20");
  await expect(page.getByRole("heading", { name: "Your application is approved" })).toBeVisible();
});

test("without JavaScript the private page reloads itself while the application waits", async ({ browser, server }) => {
  const page = await (await browser.newContext({ javaScriptEnabled: false, baseURL: server.url })).newPage();
  await apply(page, freshDid());
  await page.waitForURL(/\/join\/status\//);
  await expect(page.locator("meta[http-equiv=refresh]")).toHaveAttribute("content", "30");
  await page.getByText("Withdraw the application…").click();
  await page.getByRole("button", { name: "Withdraw it" }).click();
  await expect(page.getByRole("heading", { name: "You withdrew this application" })).toBeVisible();
  await expect(page.locator("meta[http-equiv=refresh]")).toHaveCount(0);
});

test("the form marks optional fields, and its commands are fully visible", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/join");
  for (const name of ["DID", "Organisation", "What it will do in the federation"]) {
    await expect(page.getByLabel(name, { exact: true })).toHaveAttribute("required", "");
  }
  for (const name of ["Capabilities (optional)", "Public key (optional)", "E-mail (optional)"]) {
    await expect(page.getByLabel(name, { exact: true })).not.toHaveAttribute("required");
  }
  const commands = page.getByRole("main").locator("pre");
  const cut = await commands.evaluate(({ scrollHeight, clientHeight, scrollWidth, clientWidth }) => ({
    below: scrollHeight - clientHeight,
    right: scrollWidth - clientWidth,
  }));
  expect(cut).toEqual({ below: 0, right: 0 });
  await expect(commands).toContainText(/curl -s \S+ \\\n {2}-H "Authorization: Bearer \$TOKEN" \\\n {2}-d '/);
});

test("the DID is checked while typing, and a suggestion can be accepted", async ({ page }) => {
  await page.goto("/join");
  const field = page.getByLabel("DID", { exact: true });
  await field.fill("did:demo:s2:glossa");
  await expect(page.getByText("already in the directory")).toBeVisible();
  await field.fill("did:fed:s1:łódź guide");
  await page.getByRole("button", { name: "did:fed:s1:lodz-guide" }).click();
  await expect(field).toHaveValue("did:fed:s1:lodz-guide");
  await expect(page.getByText("This DID is free")).toBeVisible();
});

test("without a connection the form is not sent, says so, and keeps the typed text", async ({ page, context }) => {
  const did = freshDid();
  await page.goto("/join");
  await page.getByLabel("DID", { exact: true }).fill(did);
  await context.setOffline(true);
  await page.getByRole("button", { name: "Send application" }).click();
  await expect(page.getByText("No connection, so the form was not sent.")).toBeVisible();
  await expect(page.getByLabel("DID", { exact: true })).toHaveValue(did);
  await context.setOffline(false);
  await page.getByRole("button", { name: "Send application" }).click();
  await expect(page.getByRole("main").getByRole("alert").first()).toContainText("things to correct");
});

test("a repeated form of an old page changes nothing and says so; after a withdrawal it can be sent again", async ({
  page,
}) => {
  const did = freshDid();
  await apply(page, did);
  await page.waitForURL(/\/join\/status\//);
  const first = page.url();
  await page.goto("/join");
  const secret = SECRET.exec(first)?.[0] ?? "";
  await page.locator("input[name=secret]").evaluate((field: HTMLInputElement, value) => {
    field.value = value;
  }, secret);
  await page.getByLabel("DID", { exact: true }).fill(freshDid());
  await page.getByLabel("Organisation", { exact: true }).fill("Another");
  await page.getByLabel("E-mail").fill("other@lodz.example");
  await page.getByLabel("What it will do").fill("Another.");
  await page.getByRole("checkbox", { name: /We accept/ }).check();
  await page.getByRole("button", { name: "Send application" }).click();
  await expect(page.getByText("This form was sent before.")).toBeVisible();
  await expect(page.getByText(did)).toBeVisible();
  await page.getByText("Withdraw the application…").click();
  await page.getByRole("button", { name: "Withdraw it" }).click();
  await expect(page.getByRole("heading", { name: "You withdrew this application" })).toBeVisible();
  await apply(page, did);
  await expect(page.getByRole("heading", { name: "Your application has arrived" })).toBeVisible();
});

test("a token is claimed once even with several clicks, and the page warns before leaving until it is saved", async ({
  page,
  server,
}) => {
  const did = freshDid();
  await apply(page, did);
  await page.waitForURL(/\/join\/status\//);
  const secretPage = page.url();
  await signIn(page, server);
  await page.goto("/console/applications");
  await page.getByRole("link", { name: did }).click();
  await page.getByText("Approve…").click();
  await page.getByRole("button", { name: "Approve" }).click();
  await expect(page.getByText("It was approved")).toBeVisible();
  await page.goto(secretPage);
  // The second click must not load a page that no longer shows the token.
  await page.getByRole("button", { name: "Show the token" }).dblclick();
  await expect(page.getByText(/^fgs_agt_/)).toBeVisible();
  const asked: string[] = [];
  page.on("dialog", (dialog) => {
    asked.push(dialog.type());
    void dialog.dismiss();
  });
  await page.getByRole("link", { name: "Agents", exact: true }).click();
  await expect(page.getByText(/^fgs_agt_/)).toBeVisible();
  expect(asked).toEqual(["beforeunload"]);
  await page.getByLabel("I have stored it").check();
  await page.getByRole("link", { name: "Agents", exact: true }).click();
  await page.waitForURL("**/agents");
});
