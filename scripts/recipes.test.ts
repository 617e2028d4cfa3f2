import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { Settings } from "@/lib/foundation/env";
import { describeFaults, examineEnvironment } from "@/lib/system/settings";

const FILES = [...readdirSync("deploy").map((file) => `deploy/${file}`), "compose.yaml"];
/** Names of other programs, and those that the recipes define. */
const OTHERS = /^(?:POSTGRES_(?:USER|PASSWORD|DB)|SITE|INSTANCES|DATABASE_PASSWORD|NODE_ENV|CMD|AF_\w+)$/;
const VALUES: Record<string, string> = {
  SITE: "federation.example",
  DATABASE_PASSWORD: "password",
  SIGNING_KEY: "MC4CAQAwBQYDK2VwBCIEIJ+DYvh6SEqVTm50DFtMDoQikTmiCqirVv9mWG9qfSnF",
};

/** Returns the settings that a recipe gives to the service, with the values of its variables. */
function settingsIn(file: string): Record<string, string> {
  const text = readFileSync(file, "utf8").replaceAll("%i", "3000").replaceAll("…", "");
  const named = text.matchAll(/(?<![\w$])([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+|HOST|PORT)(?:=|: )([^\s]*)/g);
  const pairs = [...named].filter(([, name = ""]) => !OTHERS.test(name));
  return Object.fromEntries(
    pairs.map(([, name, value = ""]) => [
      name,
      value.replaceAll(/\$\{(\w+):[?-]\}/g, (_, variable) => VALUES[variable] ?? "").replace(/[),]+$/, ""),
    ]),
  );
}

const WATCH = "deploy/log-watch@.service";

it("the watch of a log runs elsewhere, and has no settings of the service", () => {
  expect(settingsIn(WATCH)).toEqual({});
});

it.each(FILES.filter((file) => file !== WATCH))(
  "%s names only settings that the service has, with values that it accepts",
  (file) => {
    const settings = settingsIn(file);
    expect(Object.keys(settings).length).toBeGreaterThan(1);
    expect(Object.keys(settings).filter((name) => !(name in Settings.shape))).toEqual([]);
    expect(describeFaults(examineEnvironment(settings).faults)).toBe("");
  },
);

it("the operations page names each recipe", () => {
  const page = readFileSync("docs/operations/README.md", "utf8");
  expect(FILES.filter((file) => !page.includes(`../../${file})`))).toEqual([]);
});
