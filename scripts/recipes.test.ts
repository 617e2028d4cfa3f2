import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { Settings } from "@/lib/foundation/env";
import { describeFaults, examineEnvironment } from "@/lib/system/settings";

const FILES = [
  ...readdirSync("deploy", { recursive: true, withFileTypes: true }).flatMap((entry) =>
    entry.isFile() ? path.posix.join(entry.parentPath, entry.name) : [],
  ),
  "compose.yaml",
];
const isKubernetes = (file: string) => file.startsWith("deploy/kubernetes/");
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
      value.replaceAll(/\$\{(\w+):[?-]\}/g, (_, variable) => VALUES[variable] ?? "").replaceAll(/^"|[),"]+$/g, ""),
    ]),
  );
}

/** The objects of Kubernetes have their settings in one file, and the watch of a log runs elsewhere. */
const hasSettings = (file: string) =>
  isKubernetes(file) ? file.endsWith("/base/config.yaml") : !file.endsWith("/log-watch@.service");

it.each(FILES.filter(hasSettings))(
  "%s names only settings that the service has, with values that it accepts",
  (file) => {
    const settings = settingsIn(file);
    expect(Object.keys(settings).length).toBeGreaterThan(1);
    expect(Object.keys(settings).filter((name) => !(name in Settings.shape))).toEqual([]);
    expect(describeFaults(examineEnvironment(settings).faults)).toBe("");
  },
);

it.each(FILES.filter((file) => !hasSettings(file)))("%s names no setting that the service lacks", (file) => {
  expect(Object.keys(settingsIn(file)).filter((name) => !(name in Settings.shape))).toEqual([]);
});

it("the operations page names each recipe, those for Kubernetes by their folder", () => {
  const page = readFileSync("docs/operations/README.md", "utf8");
  const places = new Set(FILES.map((file) => (isKubernetes(file) ? "deploy/kubernetes/" : file)));
  expect([...places].filter((place) => !page.includes(`../../${place})`))).toEqual([]);
});

describe("the overlays of Kustomize", () => {
  const lists = FILES.filter((file) => file.endsWith("/kustomization.yaml"));
  const resourcesOf = (list: string) =>
    [...readFileSync(list, "utf8").matchAll(/^ {2}- ([\w./-]+)$/gm)].map(([, name = ""]) =>
      path.posix.join(path.posix.dirname(list), name),
    );

  it("name every file of their folder, and a base that exists", () => {
    const named = new Set(lists.flatMap(resourcesOf));
    const objects = FILES.filter((file) => isKubernetes(file) && !lists.includes(file));
    expect([...named].sort()).toEqual([...objects, "deploy/kubernetes/base"].sort());
  });

  it("set the image that the base has, and replace a value that is there", () => {
    const base = resourcesOf("deploy/kubernetes/base/kustomization.yaml").map((file) => readFileSync(file, "utf8"));
    for (const list of lists.filter((file) => !file.includes("/base/"))) {
      const text = readFileSync(list, "utf8");
      expect(text, list).toMatch(/^ {2}- name: federation\n {4}newName: /m);
      for (const [, key] of text.matchAll(/path: \/data\/(\w+)$/gm))
        expect(base.join(""), list).toContain(`\n  ${key}: `);
    }
    expect(base.join("")).toMatch(/^ +image: federation$/m);
  });
});
