import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { findDriverFault, repairDriver } from "./driver-repairs.mjs";

const BOTH = ["src/connection.js", "cjs/src/connection.js"];
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

it.each(BOTH)("a driver that lacks one repair in %s is refused, and repaired to what it was", (file) => {
  const repaired = readFileSync(path.join(driver, file), "utf8");
  edit(file, ", chunk = nextWriteTimer = null", "");
  expect(findDriverFault(driver)).toMatch(/lacks repairs/);
  edit(file, ", chunk = nextWriteTimer = null", "");
  repairDriver(driver);
  expect(findDriverFault(driver)).toBeNull();
  expect(readFileSync(path.join(driver, file), "utf8")).toBe(repaired);
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
