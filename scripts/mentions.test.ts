import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { scripts } from "../package.json";

/** Every file of the repository. Tracked and new, without what git ignores. */
const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], { encoding: "utf8" })
  .split("\n")
  .filter((file) => existsSync(file));
const documents = files.filter((file) => file.endsWith(".md") && !/^(CHANGELOG|public\/|lib\/)/.test(file));

/** A path from the repository's root within code, such as `lib/edge/edge.ts`. */
const PATH = /^(?:app|bench|client|components|docs|drizzle|e2e|examples|lib|public|scripts)\/\S*$/;

/** Returns the paths that a path with `{a,b}` names. */
function expand(named: string): string[] {
  const [, before = "", choices, after = ""] = /^(.*?)\{([^{}]*)\}(.*)$/.exec(named) ?? [];
  return choices === undefined ? [named] : choices.split(",").flatMap((each) => expand(before + each + after));
}

/** Returns whether a file or folder has the path. `<x>` and `*` are a part of a name, `…` is any part; no ending is needed. */
function isThere(named: string): boolean {
  const pattern = named
    .replace(/[.,:;/]+$/, "")
    .replaceAll(/[[\]().+?^$|\\]/g, "\\$&")
    .replaceAll(/<[^<>]*>|\*+/g, "[^/]*")
    .replaceAll("…", ".*");
  const wanted = new RegExp(`^${pattern}(?:[./]|$)`);
  return files.some((file) => wanted.test(file));
}

/** Returns the ids of a document's headings, as GitHub makes them. */
function anchorsOf(file: string): string[] {
  const headings = readFileSync(file, "utf8").matchAll(/^#+ (.+)$/gm);
  return [...headings].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w\- ]/g, "")
      .replaceAll(" ", "-"),
  );
}

function isLinkTarget(from: string, target: string): boolean {
  const [file, anchor] = target.split("#");
  const there = file ? path.posix.join(path.posix.dirname(from), file) : from;
  return existsSync(there) && (!anchor || anchorsOf(there).includes(anchor));
}

it.each(documents)("%s names paths, links and commands that exist", (document) => {
  const text = readFileSync(document, "utf8");
  const prose = text.replaceAll(/^ *```[\s\S]*?^ *```/gm, "");
  const paths = [...prose.matchAll(/`([^`]+)`/g)].flatMap(([, code = ""]) =>
    code.split(/\s+/).filter((word) => PATH.test(word)),
  );
  // A link that begins with a slash is an address of the service.
  const links = [...prose.matchAll(/\]\(([^)\s]+)\)|src(?:set)?="([^"]+)"/g)].map(
    ([, link, source]) => link ?? source ?? "",
  );
  const commands = [...text.matchAll(/npm\s+run\s+(\w[\w-]*(?::[\w-]+)*)/g)].map(([, name = ""]) => name);
  expect({
    paths: paths.flatMap(expand).filter((named) => !isThere(named)),
    links: links.filter((link) => !/^(?:[a-z]+:|\/)/.test(link) && !isLinkTarget(document, link)),
    commands: commands.filter((name) => !(name in scripts)),
  }).toEqual({ paths: [], links: [], commands: [] });
});

it("the index of documents has every document", () => {
  const index = readFileSync("docs/README.md", "utf8");
  const pages = documents.filter((file) => file.startsWith("docs/") && file !== "docs/README.md");
  expect(pages.filter((file) => !index.includes(`](${file.slice("docs/".length)}`))).toEqual([]);
});
