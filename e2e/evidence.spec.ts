import { execFileSync } from "node:child_process";
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures";

// Not in parallel, because one test changes a document for a moment.
test.describe.configure({ mode: "default" });

/** The copy that the build serves. */
const CHARTER = "dist/public/evidence/charter.md";
const choose = (page: Page, ...files: { name: string; bytes: Buffer }[]) =>
  page
    .getByLabel("Drop a file here")
    .setInputFiles(files.map(({ name, bytes }) => ({ name, mimeType: "application/octet-stream", buffer: bytes })));
const outcome = (page: Page, verdict: string) =>
  page.locator("[aria-live] div").filter({ has: page.getByRole("heading", { name: verdict, exact: true }) });

/** Changes a document on disk during a test, and restores it. */
async function tampered(change: () => void, run: () => Promise<void>): Promise<void> {
  const kept = path.join(mkdtempSync(path.join(tmpdir(), "governance-kept-")), "charter.md");
  copyFileSync(CHARTER, kept);
  try {
    change();
    await run();
  } finally {
    copyFileSync(kept, CHARTER);
    rmSync(path.dirname(kept), { recursive: true });
  }
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with JavaScript" : "without JavaScript", () => {
    test.use({ javaScriptEnabled });

    test("the list has the same documents as the API", async ({ page, api }) => {
      await page.goto("/evidence");
      const report = (await api("/api/evidence/verify")).json();
      await expect(page.getByText(`All ${report.checked} documents match`)).toBeVisible();
      for (const { id, file, expected, actual } of report.results) {
        const entry = page.locator(`#${id}`);
        await expect(entry.getByRole("figure")).toContainText(expected);
        await expect(entry.getByRole("figure")).toContainText(actual);
        await expect(entry.getByRole("link").first()).toHaveAttribute("href", `/evidence/${file}`);
      }
      await expect(page.getByText("not checked")).toHaveCount(report.skipped);
    });

    test("changed documents are named with both hashes, and missing ones too", async ({ page }) => {
      const entry = page.locator("#charter");
      await tampered(
        () => writeFileSync(CHARTER, readFileSync(CHARTER, "utf8").replace("T0", "T1")),
        async () => {
          await page.goto("/evidence");
          await expect(page.getByText(/^1 of \d+ documents does not match$/)).toBeVisible();
          await expect(entry).toContainText("Does not match");
          await expect(page.locator("#security")).toContainText("Matches");
        },
      );
      await tampered(
        () => rmSync(CHARTER),
        async () => {
          await page.goto("/evidence");
          await expect(entry).toContainText("Missing");
          await expect(entry).toContainText("No such file");
        },
      );
      await page.goto("/evidence");
      await expect(entry).toContainText("Matches");
    });
  });
}

test("a visitor's copies are distinguished: the document, another file of its name, and an unknown file", async ({
  page,
}) => {
  const sent: string[] = [];
  await page.goto("/evidence");
  await page.waitForLoadState("networkidle");
  page.on("request", (request) => sent.push(request.url()));
  const bytes = readFileSync(CHARTER);
  await choose(
    page,
    { name: "renamed.md", bytes },
    { name: "charter.md", bytes: Buffer.concat([bytes, Buffer.from("\n")]) },
    { name: "holiday.jpg", bytes: Buffer.from([0, 1, 2]) },
    { name: "empty", bytes: Buffer.alloc(0) },
  );
  await expect(outcome(page, "Genuine")).toContainText("renamed.md");
  await expect(outcome(page, "Not the same")).toContainText("charter.md");
  await expect(outcome(page, "Not in the manifest").last()).toContainText(
    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
  );
  expect(sent).toEqual([]);
});

test("files can be dropped anywhere on the page", async ({ page }) => {
  await page.goto("/evidence");
  await page.waitForLoadState("networkidle");
  const dropped = await page.evaluateHandle(
    (text) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([text], "charter.md"));
      return transfer;
    },
    readFileSync(CHARTER, "utf8"),
  );
  await page.dispatchEvent("h1", "drop", { dataTransfer: dropped });
  await expect(outcome(page, "Genuine")).toBeVisible();
});

test("the commands of the page fetch every document and check it", async ({ page }) => {
  await page.goto("/evidence");
  const commands =
    (await page
      .getByRole("group", { name: "Commands that check all documents" })
      .locator("pre")
      .first()
      .textContent()) ?? "";
  const folder = mkdtempSync(path.join(tmpdir(), "governance-fetched-"));
  const output = execFileSync("sh", ["-ec", commands], { cwd: folder, encoding: "utf8" });
  rmSync(folder, { recursive: true });
  expect(output).toContain("charter.md: OK");
  expect(output).not.toContain("FAILED");
});
