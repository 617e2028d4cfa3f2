import { violationsOn } from "./accessibility";
import { expect, signIn, test } from "./fixtures";

const cardOf = (did: string, version: string) =>
  `${JSON.stringify({ did, name: "Tern", description: "Counts birds.", version, skills: [] })}\n`;

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with JavaScript" : "without JavaScript", () => {
    test.use({ javaScriptEnabled });

    test("an operator uploads a list, sees what its import would do, and imports it", async ({ page, server }) => {
      const did = `did:fed:s1:uploaded-${javaScriptEnabled ? "scripted" : "plain"}`;
      const isKnown = async () => (await page.request.get(`/api/agents/${did}`)).ok();
      const count = (name: string) =>
        page
          .locator("dl > div")
          .filter({ has: page.getByText(name, { exact: true }) })
          .locator("dd");
      await signIn(page, server);
      await page.goto("/console/sources");
      await page.getByRole("link", { name: "Import a list once" }).click();
      await page.getByRole("button", { name: "Preview" }).click();
      await expect(page.getByText("Choose a file, or paste a text below.")).toBeVisible();

      const upload = async (text: string) => {
        const file = { name: "cards.jsonl", mimeType: "application/json", buffer: Buffer.from(text) };
        await page.getByLabel("File").setInputFiles(file);
        await page.getByRole("button", { name: "Preview" }).click();
      };
      await upload(`${cardOf(did, "1.0")}{\n`);
      await expect(count("new")).toHaveText("1");
      await expect(page.getByText("line 2")).toBeVisible();
      await expect(page.getByText("not JSON")).toBeVisible();
      expect(await isKnown()).toBe(false);
      if (javaScriptEnabled) expect(await violationsOn(page)).toEqual([]);
      await page.getByRole("button", { name: "Import 1 agent" }).click();
      await expect(page.getByRole("heading", { name: "Imported" })).toBeVisible();
      expect(await isKnown()).toBe(true);

      await page.getByLabel("Or its text").fill(cardOf(did, "2.0"));
      await page.getByRole("button", { name: "Preview" }).click();
      await expect(count("changed")).toHaveText("1");
      await expect(page.getByText('"1.0"').first()).toBeVisible();
      await page.getByRole("button", { name: "Import 1 agent" }).click();
      await expect(page.getByRole("heading", { name: "Imported" })).toBeVisible();
      const { version } = await (await page.request.get(`/api/agents/${did}`)).json();
      expect(version).toBe("2.0");
      await page.goto("/console/activity?kind=source.imported");
      await expect(page.getByText("an imported list").first()).toBeVisible();
    });
  });
}

test("an operator who chooses a file of more than 8 MB reads so at once", async ({ page, server }) => {
  await signIn(page, server);
  await page.goto("/console/sources/import");
  const file = { name: "long.jsonl", mimeType: "application/json", buffer: Buffer.alloc(8_388_609, " ") };
  await page.getByLabel("File").setInputFiles(file);
  await page.getByRole("button", { name: "Preview" }).click();
  await expect(page.getByText("The file has more than 8 MB.")).toBeVisible();
});
