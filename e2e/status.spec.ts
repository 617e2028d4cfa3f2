import { violationsOn } from "./accessibility";
import { expect, signIn, test } from "./fixtures";
import type { RunningServer } from "./http/start-server";

const post = async (server: RunningServer, path: string, body: object) => {
  const headers = { authorization: `Bearer ${await server.operatorToken()}` };
  const response = await fetch(server.url + path, { method: "POST", headers, body: JSON.stringify(body) });
  return response.json();
};

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with JavaScript" : "without JavaScript", () => {
    test.use({ javaScriptEnabled });

    test("the band links to the status, with 90 days of each component and the feeds", async ({ page, api }) => {
      await page.goto("/agents");
      const band = page.getByLabel("Service status").getByRole("link").first();
      await expect(async () => {
        await page.reload();
        await expect(band).toHaveText("All components operational");
      }).toPass();
      await band.click();
      await expect(page).toHaveURL("/status");
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("All components operational");
      await expect(band).toHaveAttribute("aria-current", "page");
      // The demo has its own days, with a few failed checks.
      const { components } = (await api("/api/system/status")).json();
      expect(components.map(({ title }: { title: string }) => title)).toEqual([
        ...["API", "Portal", "Relay", "Ledger", "Directory", "Events", "Mail"],
      ]);
      await expect(page.getByText("Not set up", { exact: true })).toBeVisible();
      for (const { title, days, state } of components) {
        expect(days).toHaveLength(90);
        if (state === "not_set_up") continue;
        const sum = (count: "checks" | "failed") =>
          (days as Record<typeof count, number>[]).reduce((total, day) => total + day[count], 0);
        const hundredths = Math.round((1 - sum("failed") / sum("checks")) * 10_000);
        const share = ((sum("failed") > 0 ? Math.min(hundredths, 9_999) : hundredths) / 100).toFixed(2);
        await expect(
          page.getByRole("img", { name: `${title}, last 90 days: ${share} % of the checks passed` }),
        ).toBeVisible();
      }
      await page.getByRole("link", { name: "Subscribe" }).click();
      for (const [name, type] of [
        ["Atom feed", "application/atom+xml"],
        ["JSON feed", "application/feed+json"],
      ] as const) {
        const href = await page.getByRole("link", { name, exact: true }).getAttribute("href");
        expect((await api(href ?? "")).headers["content-type"]).toContain(type);
      }
    });

    test("an operator announces maintenance, which every page and the feed mention, and cancels it", async ({
      page,
      api,
      server,
    }) => {
      const text = `The database <i>moves</i> ${javaScriptEnabled}.`;
      const at = (hours: number) =>
        new Date(Date.now() + hours * 3_600_000).toISOString().slice(0, 16).replace("T", " ");
      await signIn(page, server);
      await page.goto("/console/maintenance");
      await page.getByLabel("Start").fill(at(30));
      await page.getByLabel("End").fill(at(29));
      await page.getByLabel("Relay").check();
      await page.getByLabel("Work").fill(text);
      await page.getByRole("button", { name: "Announce maintenance" }).click();
      await expect(page.getByText("must be after the start")).toBeVisible();
      await page.getByLabel("End").fill(at(31));
      await page.getByRole("button", { name: "Announce maintenance" }).click();
      await expect(page.getByRole("listitem").filter({ hasText: text })).toBeVisible();
      await page.goto("/agents");
      await page.getByLabel("Service status").getByRole("link", { name: "Maintenance on" }).click();
      await expect(page).toHaveURL("/status#maintenance");
      await expect(page.getByRole("listitem").filter({ hasText: text })).toContainText("Relay");
      expect((await api("/status.json")).body).toContain("Planned maintenance: Relay");
      await page.goto("/console/maintenance");
      await page.getByText("Cancel or end early…").click();
      await page.getByLabel("Reason").fill("Not ready.");
      await page.getByRole("button", { name: "Cancel the maintenance" }).click();
      await expect(page.getByText("None is announced.")).toBeVisible();
      await page.goto("/status");
      await expect(page.getByRole("listitem").filter({ hasText: text })).toContainText("Not ready.");
    });

    test("an operator posts updates and a postmortem, which pages and feeds show without the operator's id", async ({
      page,
      api,
      server,
    }) => {
      const title = `Two <i>entries</i> alike ${javaScriptEnabled}`;
      const { id } = await post(server, "/api/incident/open", {
        title,
        severity: "MAJOR",
        description: "Seen at noon.",
      });
      await signIn(page, server);
      await page.goto(`/console/incidents/${id}`);
      const act = async (summary: string, label: string, text: string, button: string) => {
        await page.getByText(summary, { exact: true }).click();
        await page.locator("details[open]").getByLabel(label).fill(text);
        await page.getByRole("button", { name: button, exact: true }).click();
      };
      await expect(page.getByText("Write the postmortem…")).toHaveCount(0);
      await act("Post an update…", "Note", "A fix is <b>tested</b>.", "Post the update");
      await expect(page.getByText("A fix is <b>tested</b>.")).toBeVisible();
      await page.goto("/status");
      await expect(
        page.getByRole("group").filter({ hasText: title }).getByText("A fix is <b>tested</b>."),
      ).toBeAttached();

      await post(server, `/api/incident/${id}/transition`, { status: "RESOLVED", note: "Mended." });
      await page.goto(`/console/incidents/${id}`);
      await act(
        "Write the postmortem…",
        "Postmortem",
        "## Cause\n\nA <script>retry</script>.",
        "Publish the postmortem",
      );
      await expect(page.getByRole("heading", { name: "Cause" })).toBeVisible();
      await page.getByText("Revise the postmortem…").click();
      await expect(page.locator("details[open]").getByLabel("Postmortem")).toHaveValue(/^## Cause/);
      await page.locator("details[open]").getByLabel("Postmortem").fill("## Cause\n\nA retry *without* a key.");
      await page.getByRole("button", { name: "Publish the postmortem" }).click();
      await expect(page.getByText("A retry without a key.")).toBeVisible();

      await page.goto(`/incidents/${id}`);
      const shown = page.locator("#postmortem");
      await expect(shown.getByText("Version 2")).toBeVisible();
      await expect(shown.locator("em")).toHaveText("without");
      await expect(page.getByText("an operator").first()).toBeVisible();
      await expect(page.getByText(/operator:[0-9a-f]/)).toHaveCount(0);
      await page.getByText("This version was revised later").click();
      await expect(page.getByText("A <script>retry</script>.")).toBeVisible();
      if (javaScriptEnabled) expect(await violationsOn(page)).toEqual([]);

      const markdown = (await api(`/incidents/${id}.md`)).body;
      expect(markdown).toContain("A retry *without* a key.");
      expect(markdown).not.toMatch(/operator:[0-9a-f]/);
      const { items } = (await api("/status.json")).json();
      const own = items.filter((item: { title: string }) => item.title.includes(title));
      expect(own.map((item: { title: string }) => item.title.split(":")[0])).toEqual([
        "Postmortem",
        "Postmortem",
        "Resolved",
        "Update",
        "Opened",
      ]);
      await page.goto(own[3].url);
      const anchored = page.locator(new URL(own[3].url).hash);
      await expect(anchored).toContainText("A fix is <b>tested</b>.");
    });
  });
}

test("an open critical incident and a freeze are first on the status page, on a phone too", async ({
  page,
  server,
}) => {
  const { id } = await post(server, "/api/incident/open", { title: "Keys were lost", severity: "CRITICAL" });
  await post(server, "/api/system/freeze", { subsystem: "relay", frozen: true, reason: "Nothing may be signed now." });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/status");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Critical incident: Keys were lost");
  await expect(page.getByLabel("Service status").getByRole("link")).toContainText("+2 more");
  await expect(page.getByRole("heading", { level: 2 }).first()).toHaveText(/^Open, confirmed incidents?$/);
  await expect(page.getByText("frozen by an operator since")).toBeVisible();
  const band = await page.getByLabel("Service status").boundingBox();
  expect(band?.height).toBeLessThan(50);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  expect(await violationsOn(page)).toEqual([]);
  await post(server, `/api/incident/${id}/transition`, { status: "RESOLVED", note: "They were found." });
  await post(server, "/api/system/freeze", { subsystem: "relay", frozen: false, reason: "They were found." });
});
