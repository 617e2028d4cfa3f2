import { violationsOn } from "./accessibility";
import { expect, report, signIn, test } from "./fixtures";

// Only with a mail server does the form ask for an address. No letter arrives here.
test.use({ settings: { SMTP_URL: "smtp://127.0.0.1:9", MAIL_FROM: "federation@fed.example" } });

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with JavaScript" : "without JavaScript", () => {
    test.use({ javaScriptEnabled });

    test("a visitor sends two reports; an operator opens one as an incident and dismisses the other", async ({
      page,
      browser,
      server,
    }) => {
      const secrets: string[] = [];
      const send = async (text: string, fields: Record<string, string> = {}) => {
        await report(page, text, fields);
        await page.waitForURL(/\/report\/status\/fgs_rep_/);
        await expect(page.getByRole("heading", { name: "Your report has arrived" })).toBeVisible();
        secrets.push(/fgs_rep_[\w-]+/.exec(page.url())?.[0] ?? "");
        const [, number = ""] = /Report (\d+)/.exec((await page.getByLabel("The report").textContent()) ?? "") ?? [];
        return { number, address: page.url() };
      };
      const script = "<script>document.title = 'ran'</script>";
      const one = await send(`${script} It sent my lease to a stranger.`, {
        "Agents it is about": "did:demo:s2:kantele",
        "Link or trace id": "https://evidence.example/lease",
        "E-mail for the decision": "somebody@lodz.example",
      });
      const two = await send("I do not like its name.");
      if (javaScriptEnabled) expect(await violationsOn(page)).toEqual([]);

      const office = await browser.newContext({ javaScriptEnabled, baseURL: server.url });
      const desk = await office.newPage();
      await signIn(desk, server);
      await desk.goto("/console");
      await expect(desk.getByRole("main").getByRole("link", { name: /^\d+ Reports?$/ })).toBeVisible();
      await desk.goto("/console/reports");
      const listed = await desk.getByRole("link", { name: /^Report \d+$/ }).allTextContents();
      expect(listed.indexOf(`Report ${one.number}`)).toBeLessThan(listed.indexOf(`Report ${two.number}`));
      await desk.getByRole("link", { name: `Report ${one.number}`, exact: true }).click();
      await expect(desk).toHaveTitle(new RegExp(`^Report ${one.number} `));
      await expect(desk.getByText("somebody@lodz.example")).toBeVisible();
      await expect(desk.getByLabel("Agents it names")).toHaveValue("did:demo:s2:kantele");
      const written = desk.getByRole("region", { name: "What the sender wrote" });
      await expect(written).toContainText("Private. The form promised not to publish it.");
      await expect(written).toContainText("https://evidence.example/lease");
      for (const field of ["Title", "Description", "Kind"]) await expect(desk.getByLabel(field)).toHaveValue("");
      if (javaScriptEnabled) expect(await violationsOn(desk)).toEqual([]);
      await desk.getByLabel("Title").fill("A lease went astray");
      await desk.getByLabel("Severity").selectOption("MAJOR");
      const repeated = `As told: ${script.toUpperCase()}\nIT SENT MY\nLEASE to a stranger.`;
      await desk.getByLabel("Description").fill(repeated);
      await desk.getByRole("button", { name: "Open the incident" }).click();
      await expect(
        desk.getByText("This repeats 40 or more characters that a reporter wrote in private."),
      ).toBeVisible();
      await expect(desk.getByLabel("Description")).toHaveValue(repeated);
      await expect(desk.getByLabel("Title")).toHaveValue("A lease went astray");
      await expect(desk.getByLabel("Severity")).toHaveValue("MAJOR");
      if (javaScriptEnabled) expect(await violationsOn(desk)).toEqual([]);
      await desk.getByLabel("Description").fill("A lease was sent to a stranger.");
      await desk.getByRole("button", { name: "Open the incident" }).click();
      await desk.waitForURL(/\/console\/incidents\/\d+$/);

      await desk.goto(`/console/reports/${two.number}`);
      await desk.getByText("Dismiss…").click();
      await desk.getByRole("button", { name: "Dismiss" }).click();
      await expect(desk.getByText("Enter the reason. The sender reads it.")).toBeVisible();
      await desk.getByLabel("Reason").fill("A name is no incident.");
      await desk.getByRole("button", { name: "Dismiss" }).click();
      await expect(desk.getByText("It was dismissed")).toBeVisible();
      await office.close();

      const answer = await page.goto(two.address);
      expect(answer?.headers()).toMatchObject({
        "referrer-policy": "strict-origin",
        "x-robots-tag": "noindex, nofollow",
        "cache-control": expect.stringContaining("no-store"),
      });
      await expect(page.getByText("A name is no incident.")).toBeVisible();
      await page.goto(one.address);
      await page.getByRole("link", { name: /^Incident \d+$/ }).click();
      await expect(page.getByRole("heading", { name: "A lease went astray" })).toBeVisible();
      await expect(page.getByText(`Reported by the public, in report ${one.number}.`)).toBeVisible();
      expect(await page.content()).not.toContain("my lease");
      const metrics = await (await fetch(`${server.url}/metrics`)).text();
      for (const secret of secrets) {
        expect(server.output()).not.toContain(secret);
        expect(metrics).not.toContain(secret);
      }
    });

    test("several reports are dismissed together with one reason", async ({ page, browser, server }) => {
      for (const text of ["The first of a flood.", "The second of a flood."]) {
        await report(page, text);
        await page.waitForURL(/\/report\/status\//);
      }
      const office = await browser.newContext({ baseURL: server.url, javaScriptEnabled });
      const desk = await office.newPage();
      await signIn(desk, server);
      await desk.goto("/console/queue?queue=report&q=of+a+flood");
      for (const mark of await desk.getByLabel(/^Mark The /).all()) await mark.check();
      await desk.getByText("Reject or dismiss the marked items…").click();
      await desk.getByRole("button", { name: "Reject or dismiss them" }).click();
      await expect(desk.getByText("Enter the reason. The applicants and senders read it.")).toBeVisible();
      await expect(desk.getByLabel("Mark The second of a flood.")).toBeChecked();
      await desk.getByLabel("Reason").fill("One person wrote both.");
      await desk.getByRole("button", { name: "Reject or dismiss them" }).click();
      await expect(desk.getByRole("main").getByText("2 items are rejected or dismissed.").first()).toBeVisible();
      await expect(desk.getByText("No waiting item matches.")).toBeVisible();
      await office.close();
      await page.reload();
      await expect(page.getByText("One person wrote both.")).toBeVisible();
    });

    test("errors are shown at their fields and linked, and no typed text is lost", async ({ page }) => {
      await page.goto("/report?did=did:demo:s2:glossa&incident=3");
      await expect(page.getByLabel("Agents it is about")).toHaveValue("did:demo:s2:glossa");
      await expect(page.getByLabel("Incident it is about")).toHaveValue("3");
      await page.getByLabel("Agents it is about").fill("glossa");
      await page.getByLabel("When").fill("on Monday");
      await page.getByRole("button", { name: "Send the report" }).click();
      const summary = page.getByRole("main").getByRole("alert").first();
      await expect(summary).toContainText("2 things to correct");
      await summary.getByRole("link", { name: /^Agents it is about: “glossa” is not a DID/ }).click();
      await expect(page.getByLabel("Agents it is about")).toBeFocused();
      await expect(page.getByLabel("When")).toHaveValue("on Monday");
    });
  });
}

test("an operator gives an address to be told what waits, and it is not proven by a wrong code", async ({
  page,
  server,
}) => {
  await signIn(page, server);
  await page.goto("/console/queue");
  await expect(page.getByText("You get no e-mails about waiting items.")).toBeVisible();
  await page.getByRole("link", { name: "Change notifications" }).click();
  await page.getByLabel("E-mail").fill("nobody");
  await page.getByRole("button", { name: "Send me a code" }).click();
  await expect(page.getByText("Enter an e-mail address, such as name@example.org.")).toBeVisible();
  await page.getByLabel("E-mail").fill("first@fed.example");
  await page.getByRole("button", { name: "Send me a code" }).click();
  await page.getByLabel("Code").fill("0000 0000");
  await page.getByRole("button", { name: "Confirm" }).click();
  await expect(page.getByText("This is not the code of the e-mail.")).toBeVisible();
  expect(await violationsOn(page)).toEqual([]);
  await page.getByRole("button", { name: "Delete this address" }).click();
  await expect(page.getByRole("button", { name: "Send me a code" })).toBeVisible();
});

test("a report of a known problem links its sender to the incident", async ({ page, server }) => {
  await report(page, "The outage of last week.", { "Incident it is about": "1" });
  await page.waitForURL(/\/report\/status\//);
  const address = page.url();
  const [, number = ""] = /Report (\d+)/.exec((await page.getByLabel("The report").textContent()) ?? "") ?? [];
  await signIn(page, server);
  await page.goto(`/console/reports/${number}`);
  await page.getByText("Duplicate of an incident…").click();
  await expect(page.getByLabel("Number of the incident")).toHaveValue("1");
  await page.getByLabel("Number of the incident").fill("99999");
  await page.getByRole("button", { name: "Mark as duplicate" }).click();
  await expect(page.getByText("There is no incident 99999.")).toBeVisible();
  await page.getByLabel("Number of the incident").fill("1");
  await page.getByRole("button", { name: "Mark as duplicate" }).click();
  await expect(page.getByRole("status")).toContainText("Marked as a duplicate.");
  await page.goto(address);
  await expect(page.getByRole("link", { name: "Incident 1" })).toHaveAttribute("href", "/incidents/1");
});

test("words of a report are published only after the operator ticks that the reporter agreed, later ones too", async ({
  page,
  server,
}) => {
  const words = "The assistant told my neighbour what I had asked it about my health.";
  await report(page, words);
  await page.waitForURL(/\/report\/status\//);
  const [, number = ""] = /Report (\d+)/.exec((await page.getByLabel("The report").textContent()) ?? "") ?? [];
  await signIn(page, server);
  await page.goto(`/console/reports/${number}`);
  await page.getByLabel("Title").fill("An assistant told a secret");
  await page.getByLabel("Description").fill(words);
  await page.getByLabel("The reporter agreed to publish these words").check();
  await page.getByRole("button", { name: "Open the incident" }).click();
  await page.waitForURL(/\/console\/incidents\/\d+$/);
  await page.getByText("Post an update…").click();
  const update = page.locator("form", { has: page.locator("#note-update") });
  await update.locator("#note-update").fill(words);
  await update.getByRole("button").click();
  await expect(update.getByText("This repeats 40 or more characters")).toBeVisible();
  await expect(update.locator("#note-update")).toHaveValue(words);
  await update.getByLabel("The reporter agreed to publish these words").check();
  await update.getByRole("button").click();
  await expect(page.getByRole("status")).toContainText("The update is posted.");
});

test("reports are limited per address and day, without those with an error; a rejected form keeps the typed text", async ({
  page,
}) => {
  for (let sent = 0; sent < 3; sent += 1) {
    await report(page, `The report ${sent}.`, { "E-mail for the decision": "no address" });
    await expect(page.getByRole("main").getByRole("alert").first()).toContainText("One thing to correct");
  }
  for (let sent = 0; sent < 20; sent += 1) {
    await report(page, `The report ${sent}.`);
    await page.waitForURL(/\/report\/status\//);
  }
  await report(page, "One too many.");
  await expect(page.getByText(/Too many attempts from this address\. Try again in \d+ (h|min)\./)).toBeVisible();
  await expect(page.getByLabel("What happened")).toHaveValue("One too many.");
});
