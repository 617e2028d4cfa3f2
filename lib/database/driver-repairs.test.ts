import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { findDriverFault, repairDriver } from "./driver-repairs.mjs";

const MUTED = ", chunk = nextWriteTimer = null";
const UNCHECKED = "if (command !== 'COMMIT')";
const REPAIRED = ["src", "cjs/src"].flatMap((folder) => [
  [`${folder}/connection.js`, MUTED, ""] as const,
  [`${folder}/index.js`, UNCHECKED, "if (false)"] as const,
]);
let driver: string;

beforeEach(() => {
  driver = mkdtempSync(path.join(tmpdir(), "governance-driver-"));
  cpSync("node_modules/postgres", driver, { recursive: true });
});
afterEach(() => rmSync(driver, { recursive: true }));

function edit(file: string, from: string, to: string): void {
  const text = readFileSync(path.join(driver, file), "utf8");
  expect(text).toContain(from);
  writeFileSync(path.join(driver, file), text.replace(from, to));
}

it("the installed driver is accepted", () => {
  expect(findDriverFault()).toBeNull();
});

it.each(REPAIRED)("a driver whose %s lacks %s is refused", (file, repair, faulty) => {
  edit(file, repair, faulty);
  expect(findDriverFault(driver)).toMatch(/lacks repairs/);
});

it("the published driver is rejected, and repaired to the installed one", () => {
  const texts = REPAIRED.map(([file]) => readFileSync(path.join(driver, file), "utf8"));
  const commit = /: await sql\.unsafe\('commit'\)[\s\S]*?\n {10}\}\)\n/;
  for (const [file, repair] of REPAIRED) {
    if (repair === UNCHECKED) edit(file, texts[1]?.match(commit)?.[0] ?? "", ": await sql`commit`\n");
    else for (let times = 0; times < 2; times += 1) edit(file, MUTED, "");
  }
  expect(findDriverFault(driver)).toMatch(/lacks repairs/);
  repairDriver(driver);
  expect(findDriverFault(driver)).toBeNull();
  expect(REPAIRED.map(([file]) => readFileSync(path.join(driver, file), "utf8"))).toEqual(texts);
});

it("another version is refused and left as it is", () => {
  edit("package.json", '"version": "3.4.9"', '"version": "3.4.10"');
  edit("src/connection.js", "socket !== null && ", "");
  const text = readFileSync(path.join(driver, "src/connection.js"), "utf8");
  repairDriver(driver);
  expect(readFileSync(path.join(driver, "src/connection.js"), "utf8")).toBe(text);
  expect(findDriverFault(driver)).toBe("The database driver must be postgres 3.4.9, but 3.4.10 is installed.");
});

it("files that read otherwise stay refused", () => {
  edit("src/connection.js", "const x = socket !== null && socket.write(chunk, fn)", "const x = socket.send(chunk, fn)");
  repairDriver(driver);
  expect(findDriverFault(driver)).toMatch(/lacks repairs/);
});
