import { runsOf } from "@/lib/features/trust/history";
import { expect, register, test } from "./fixtures";

test("the signals on an agent's page add up to its score, and the page explains its tier", async ({ page, api }) => {
  await page.goto("/agents?q=plumb");
  await page.getByRole("link", { name: "Plumb Line" }).click();
  await expect(page).toHaveURL("/agents/did:demo:s1:plumb-line");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Plumb Line");
  await page.getByText("Show each signal").click();
  const table = page.getByRole("table").filter({ hasText: "Trust score" });
  const figures = await table.locator("tbody td:nth-child(3)").allTextContents();
  const sum = figures.reduce((total, figure) => total + Number(figure.replace("−", "-")), 0);
  const { trust_score, conditions } = (await api("/api/agents/did:demo:s1:plumb-line")).json();
  expect(sum).toBeCloseTo(trust_score, 5);
  await expect(table.locator("tfoot")).toContainText(trust_score.toFixed(1));
  for (const { condition, held } of conditions) {
    await expect(page.getByText(`${held ? "Yes" : "Not yet"}: ${condition}`).last()).toBeVisible();
  }
});

test("an agent's description and use come before its score", async ({ page, server }) => {
  const did = "did:fed:s2:first";
  const packages = [{ registryType: "npm", identifier: "@example-first/server", version: "1.0.0" }];
  await register(server, {
    ...{ did, name: "First", provider: "Office of Firsts", description: "Counts owls by night." },
    ...{ tags: ["owls", "mcp"], capabilities: ["mcp"], capability_manifest: { packages } },
  });
  await page.goto(`/agents/${did}`);
  await expect(page).toHaveTitle(/^First by Office of Firsts · /);
  const description = page.locator('meta[name="description"], meta[property="og:description"]');
  for (const meta of await description.all())
    expect(await meta.getAttribute("content")).toMatch(/^Counts owls by night\. Trust tier T1/);
  await expect(description).toHaveCount(2);
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute("href", `${server.url}/agents/${did}`);
  const software = JSON.parse((await page.locator('script[type="application/ld+json"]').textContent()) ?? "");
  expect(software).toMatchObject({ "@type": "SoftwareApplication", name: "First", identifier: did });
  const tops = [
    page.getByText("Counts owls by night.", { exact: true }).first(),
    page.getByRole("heading", { name: "Use it" }),
    page.getByRole("heading", { name: "How the score adds up" }),
    page.getByRole("heading", { name: "History" }),
  ];
  const places = await Promise.all(tops.map(async (one) => (await one.boundingBox())?.y ?? 0));
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  await expect(page.getByText("Not used through the relay in the last 30 days.")).toBeVisible();
  await expect(page.getByText(/^Registered on \d{4}-\d\d-\d\d\. No audit/)).toBeVisible();
  await expect(page.getByRole("figure")).toHaveCount(0);
  await page.getByText("Show the manifest").click();
  await expect(page.getByText('"identifier": "@example-first/server"')).toBeVisible();
  await page.getByRole("link", { name: "Original file" }).click();
  expect(JSON.parse((await page.locator("body").textContent()) ?? "")).toEqual({ packages });
});

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with JavaScript" : "without JavaScript", () => {
    test.use({ javaScriptEnabled });

    for (const width of [1280, 390]) {
      test(`one way to use an agent is shown at a time, at ${width} px`, async ({ page }) => {
        await page.setViewportSize({ width, height: 800 });
        await page.goto("/agents/did:demo:s2:glossa");
        const use = page.locator("#use");
        await expect(use.getByText(/^claude mcp add --transport http glossa https:/)).toBeVisible();
        await use.getByText("Cursor", { exact: true }).click();
        await expect(use.getByText(/"mcpServers"/)).toBeVisible();
        await expect(use.getByText(/^claude mcp add/)).toBeHidden();
        const link = use.getByRole("link", { name: "Add to Cursor" });
        await expect(link).toHaveAttribute(
          "href",
          /^cursor:\/\/anysphere\.cursor-deeplink\/mcp\/install\?name=glossa&/,
        );
        const names = await use
          .locator("summary")
          .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().y));
        expect(new Set(names).size === 1).toBe(width === 1280);
      });
    }

    test("the button to follow opens the addresses of the feeds, and closes them", async ({ page, api }) => {
      await page.goto("/agents/did:demo:s1:plumb-line");
      const panel = page.getByRole("dialog", { name: "Follow" });
      await expect(panel).toBeHidden();
      await page.getByRole("button", { name: "Follow", exact: true }).click();
      const addresses = await panel.locator("code").allTextContents();
      const types = ["application/atom+xml", "application/feed+json"];
      expect(addresses).toHaveLength(types.length);
      for (const [index, address] of addresses.entries()) {
        expect((await api(address)).headers["content-type"]).toContain(types[index]);
      }
      await panel.getByRole("button", { name: "Close" }).click();
      await expect(panel).toBeHidden();
    });

    test("the badge's button shows and hides the text to paste", async ({ page }) => {
      await page.goto("/agents/did:demo:s1:plumb-line");
      const panel = page.getByRole("dialog", { name: "Badge" });
      await expect(panel).toBeHidden();
      await page.getByRole("button", { name: "Badge", exact: true }).click();
      const badge = panel.getByRole("img", { name: "Plumb Line: trust tier and score" });
      await expect.poll(() => badge.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(100);
      const picture = `/api/trust/badge/${encodeURIComponent("did:demo:s1:plumb-line")}`;
      await expect(panel.getByText(/^\[!\[Plumb Line/)).toContainText(`${picture})`);
      await expect(panel.getByText(/^<a href=/)).toContainText(picture);
      await expect(panel.getByText(/^http\S+$/)).toContainText(picture);
      await panel.getByRole("button", { name: "Close" }).click();
      await expect(panel).toBeHidden();
    });
  });
}

test("an agent's page shows the history of its score", async ({ page, api }) => {
  const did = "did:demo:s0:proofmark";
  await page.goto(`/agents/${did}`);
  const figure = page.getByRole("figure").last();
  await expect(figure.getByText("An operator granted the tier").first()).toBeVisible();
  await figure.getByText("Show as table").click();
  const { changes } = (await api(`/api/agents/${did}/history`)).json();
  const rows = figure.getByRole("row");
  // Days with changes only from time share a row.
  await expect(rows).toHaveCount(runsOf(changes).length + 1);
  await expect(rows.nth(1)).toContainText(changes[0].trust_score.toFixed(1));
});

for (const did of [
  "did:x:s1:a",
  "did:mcp:default:io.github.someone:and-another-name",
  `did:web:s3:${"long-name.".repeat(7)}x`,
]) {
  test(`no part of ${did} overlaps another or leaves the page, from 320 to 1280 px`, async ({ page, server }) => {
    await register(server, { did, name: "Cells" });
    await page.goto(`/agents/${did}`);
    for (const width of [320, 390, 700, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      const boxes = await page.locator(`dl[aria-label="DID ${did}"]`).evaluate((list) =>
        [...list.querySelectorAll("dt, dd")].map((cell) => {
          const range = document.createRange();
          range.selectNodeContents(cell);
          const { left, right, top, bottom } = range.getBoundingClientRect();
          return { text: cell.textContent ?? "", left, right, top, bottom };
        }),
      );
      expect(
        boxes
          .filter((_, index) => index % 2 === 1)
          .map(({ text }) => text)
          .join(":"),
      ).toBe(did);
      for (const [index, a] of boxes.entries()) {
        expect(a.right, a.text).toBeLessThanOrEqual(width);
        for (const b of boxes.slice(index + 1)) {
          const isApart = a.right <= b.left || b.right <= a.left || a.bottom <= b.top + 1 || b.bottom <= a.top + 1;
          expect(isApart, `${a.text} and ${b.text}`).toBe(true);
        }
      }
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    }
  });
}

test("an agent's page shows its purpose and endpoints, and no model if none was given", async ({ page, server }) => {
  const did = "did:fed:s2:said";
  await register(server, {
    ...{ did, name: "Said", provider: "Night Watch", version: "1.2.3", licence: "MIT", tags: ["<i>owls</i>"] },
    description: "Counts owls.\nNever <b>by day</b>.",
    repository: "https://code.example/owls",
    endpoints: [{ protocol: "mcp", url: "https://owls.example/mcp", transport: "sse" }],
  });
  await page.goto(`/agents/${did}`);
  await expect(page.getByText("Never <b>by day</b>.").first()).toBeVisible();
  const tags = page.getByRole("list", { name: "Tags" });
  await expect(tags).toHaveText("<i>owls</i>");
  await expect(tags.getByRole("link")).toHaveAttribute("href", "/agents?tag=%3Ci%3Eowls%3C%2Fi%3E");
  await expect(page.getByText("https://owls.example/mcp", { exact: true })).toBeVisible();
  const repository = page.getByRole("link", { name: "code.example/owls" });
  await expect(repository).toHaveAttribute("rel", "nofollow noopener ugc");
  await expect(page.locator("#use")).toContainText("claude mcp add --transport sse said https://owls.example/mcp");
  const record = page.getByRole("complementary", { name: "Trust and details" });
  for (const fact of ["Version1.2.3", "LicenceMIT"]) await expect(record).toContainText(fact);
  await expect(record).not.toContainText("Model");
  await page.goto(`/agents?q=${did}`);
  const row = page.getByRole("listitem").filter({ hasText: did }).last();
  await expect(row).not.toContainText("Night Watch");
});

test("the page of an agent without endpoints says so, and links to its repository and the relay", async ({
  page,
  server,
}) => {
  const did = "did:mcp:default:nothing-published";
  await register(server, { did, name: "Nothing", capabilities: ["mcp"], repository: "https://code.example/nothing" });
  await page.goto(`/agents/${did}`);
  const use = page.locator("#use");
  await expect(use).toContainText("No connection details published.");
  await expect(use.getByRole("link", { name: "code.example/nothing" })).toBeVisible();
  await expect(use.locator("summary")).toHaveText(["curl", "TypeScript"]);
});

test("a suspended agent's page shows the time and the reason, and no way to use it, until it is reinstated", async ({
  page,
  server,
}) => {
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
  const use = page.getByRole("heading", { name: "Use it" });
  await expect(use.or(page.getByRole("link", { name: "Use it" }))).toHaveCount(0);
  await expect(page.getByText(/^(no call yet|last call )/)).toHaveCount(0);
  const markdown = async () => (await fetch(`${server.url}/agents/${did}.md`)).text();
  expect(await markdown()).toMatch(/^\*\*Suspended\*\* by an operator on .*\n\nReason:\n\n> It answered with/m);
  expect(await markdown()).not.toContain("Use it");
  await page.getByText("Show each signal").click();
  await expect(page.getByRole("heading", { name: "Why T1" })).toBeVisible();
  await expect(page.getByRole("heading", { name: /may do$/ })).toHaveCount(0);
  await expect(page.getByText("Calls through the relay need a token.")).toHaveCount(0);
  await expect(page.getByRole("figure").getByText("Suspended").first()).toBeVisible();
  await set("active", "It was a test.");
  await page.reload();
  await expect(note).toHaveCount(0);
  await expect(use).toBeVisible();
  expect(await markdown()).toContain("## Use it");
  await expect(page.getByRole("figure").getByText("Reinstated").first()).toBeVisible();
});

test("a DID with percent-encodings has a page and a JSON path", async ({ page, api, server }) => {
  const did = "did:web:s2:example.org%3A8443:agent";
  await register(server, { did, name: "Encoded" });
  await page.goto("/agents?q=Encoded");
  await page.getByRole("link", { name: "Encoded", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Encoded");
  const jsonPath = await page.locator("a", { hasText: "the record as JSON" }).getAttribute("href");
  expect((await api(jsonPath ?? "")).json().did).toBe(did);
});

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with JavaScript" : "without JavaScript", () => {
    test.use({ javaScriptEnabled });

    test("an unknown DID links to a search", async ({ page }) => {
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

test("the leaderboard has the same order as the directory", async ({ page, api }) => {
  await page.goto("/leaderboard");
  const { agents } = (await api("/api/agents/directory?limit=3")).json();
  for (const [index, agent] of agents.entries()) {
    await expect(page.getByRole("main").getByRole("listitem").nth(index)).toContainText(agent.did);
  }
});
