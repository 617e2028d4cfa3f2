import type { Page } from "@playwright/test";
import { expect, register, signIn, test } from "./fixtures";

/** Fills in a step of an incident: the summary, the note, the button. */
async function decide(page: Page, summary: string, note: string, button: string): Promise<void> {
  await page.getByText(summary, { exact: true }).click();
  await page.getByRole("button", { name: button, exact: true }).scrollIntoViewIfNeeded();
  await page.locator("details[open]").getByLabel("Note").fill(note);
  await page.getByRole("button", { name: button, exact: true }).click();
}

test("the list counts its incidents, is filtered by its address, and links to timelines", async ({ page, api }) => {
  await page.goto("/incidents");
  const { by_status, total } = (await api("/api/incidents")).json();
  const sums = page.getByRole("row", { name: /^Total/ }).getByRole("cell");
  await expect(sums).toHaveText(
    [by_status.OPEN, by_status.FROZEN, by_status.RESOLVED, by_status.EXPORTED, total].map(
      (count) => new RegExp(`^(–0|${count})$`),
    ),
  );
  await page.getByRole("navigation", { name: "Status" }).getByRole("link", { name: "Exported" }).click();
  await expect(page).toHaveURL("/incidents?status=EXPORTED");
  await page.getByRole("navigation", { name: "Severity" }).getByRole("link", { name: "Critical" }).click();
  await expect(page).toHaveURL(/severity=CRITICAL/);
  await page.getByRole("link", { name: "A token was published in a repository" }).click();
  await expect(page.getByText("Exported: sealed and anchored")).toBeVisible();
  await page.getByRole("link", { name: /^Entry \d+ of the anchors$/ }).click();
  await expect(page.getByRole("heading", { name: /^Entry \d+$/ })).toBeVisible();
  for (const type of ["application/atom+xml", "application/feed+json"]) {
    await page.goto("/incidents");
    const feed = await page.locator(`link[type="${type}"]`).getAttribute("href");
    expect((await api(feed ?? "")).headers["content-type"]).toContain(type);
  }
});

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with JavaScript" : "without JavaScript", () => {
    test.use({ javaScriptEnabled });

    test("an operator opens a critical incident, gets a proposed freeze, removes an agent, resolves and exports", async ({
      page,
      server,
    }) => {
      const did = `did:fed:s1:named-${javaScriptEnabled ? "one" : "two"}`;
      await register(server, { did, name: "Named" });
      await signIn(page, server);
      await page.goto("/console/incidents/open");
      const title = `<b>Clock</b> \u05d0 skew ${javaScriptEnabled}`;
      await page.getByLabel("Title").fill(title);
      await page.getByLabel("Severity").selectOption("CRITICAL");
      await page.getByLabel("Agents it names").fill("atlas");
      await page.getByRole("button", { name: "Open the incident" }).click();
      await expect(page.getByText("must have the form did:<method>:<zone>:<name>")).toBeVisible();
      await expect(page.getByLabel("Title")).toHaveValue(title);
      await page.getByLabel("Agents it names").fill(did);
      await page.getByRole("button", { name: "Open the incident" }).click();
      await expect(page).toHaveURL(/\/console\/incidents\/\d+$/);
      const here = page.url();
      const id = here.split("/").at(-1);
      await expect(page.getByText("A freeze is proposed.")).toBeVisible();
      await page.getByRole("link", { name: "Freeze the relay or memory" }).click();
      await expect(page.getByLabel("Reason").first()).toHaveValue(`Incident ${id}: ${title}`);

      await page.goto("/");
      await page.getByLabel("Service status").getByRole("link", { name: title }).click();
      await expect(page).toHaveURL("/status");
      await page.getByRole("link", { name: "Full record" }).first().click();
      await expect(page).toHaveURL(`/incidents/${id}`);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
      await page.getByRole("link", { name: did }).click();
      await page.getByText("Show each signal").click();
      await expect(page.getByText("1 on record; each fades")).toBeVisible();

      await page.goto(here);
      await decide(page, "Investigate the incident…", "Looked into.", "Investigate it");
      await expect(page.getByText("A freeze is proposed.")).toHaveCount(0);
      await decide(page, "Strike this agent…", "It was elsewhere.", "Strike this agent from the incident");
      await expect(page.getByText("Struck on")).toBeVisible();
      await decide(page, "Resolve it…", "Mended.", "Resolve it");
      await expect(page.getByText("Export and seal it…")).toBeVisible();
      await decide(page, "Export and seal it…", "Closed.", "Export and seal it");
      await expect(page.getByText("This record is sealed. There is nothing to decide.")).toBeVisible();
      await page.goto(`/agents/${did}`);
      await expect(page.getByText("This agent was struck from it")).toBeVisible();
      await page.getByText("Show each signal").click();
      await expect(page.getByText("0 on record; each fades")).toBeVisible();
    });
  });
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with JavaScript" : "without JavaScript", () => {
    test.use({ javaScriptEnabled });

    test("an agent's critical report is marked and not in the band until an operator confirms it", async ({
      page,
      server,
    }) => {
      const did = `did:fed:s1:reporter-${javaScriptEnabled ? "one" : "two"}`;
      await register(server, { did, name: "Reporter" });
      const post = async (path: string, body: object, token: string) => {
        const headers = { authorization: `Bearer ${token}` };
        return (await fetch(server.url + path, { method: "POST", headers, body: JSON.stringify(body) })).json();
      };
      const { token } = await post("/api/access/credentials", { kind: "agent", did }, await server.operatorToken());
      const title = `Reported ${javaScriptEnabled}`;
      const { id } = await post("/api/incident/open", { title, severity: "CRITICAL" }, token);
      const band = page.getByLabel("Service status").getByRole("link", { name: title });
      await page.goto(`/incidents/${id}`);
      await expect(page.getByText("Not confirmed yet")).toBeVisible();
      await expect(page.getByRole("main").getByText("unconfirmed", { exact: true })).toBeVisible();
      await expect(page.getByText("A freeze is proposed.")).toHaveCount(0);
      await expect(band).toHaveCount(0);
      await page.goto("/incidents");
      await expect(page.getByRole("row", { name: title }).getByText("unconfirmed", { exact: true })).toBeVisible();

      await signIn(page, server);
      await page.goto(`/console/incidents/${id}`);
      await decide(page, "Confirm it…", "The trace shows it.", "Confirm it");
      await expect(page.getByText("Confirmed: it lowers scores from now on")).toBeVisible();
      await page.goto(`/incidents/${id}`);
      await expect(page.getByText("unconfirmed", { exact: true })).toHaveCount(0);
      await expect(page.getByText("A freeze is proposed.")).toBeVisible();
      await expect(band).toBeVisible();
      const over = { status: "RESOLVED", note: "Over." };
      await post(`/api/incident/${id}/transition`, over, await server.operatorToken());
    });
  });
}

test("the calendar's days have full names on a phone, and freezes are not counted as frozen incidents", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/incidents");
  const labels = page.locator("figure svg text");
  await expect(labels.first()).toHaveText(/^\d+ [A-Z][a-z]{2,3}$/);
  await expect(labels.last()).toHaveText("today");
  for (const label of await labels.all()) {
    const visible = await label.evaluate((text) => {
      const [own, frame] = [text.getBoundingClientRect(), text.closest("figure")?.getBoundingClientRect()];
      return frame !== undefined && own.left >= frame.left - 1 && own.right <= frame.right + 1;
    });
    expect(visible, (await label.textContent()) ?? "").toBe(true);
  }
  const boxes = await labels.evaluateAll((texts) => texts.map((text) => text.getBoundingClientRect().toJSON()));
  const overlaps = boxes.slice(1).filter((box, index) => box.left < (boxes[index]?.right ?? 0));
  expect(overlaps).toEqual([]);
  await expect(page.locator("figcaption")).toContainText("Freezes");
  await expect(page.locator("figcaption")).not.toContainText("Frozen");
});
