import { readdir } from "node:fs/promises";
import path from "node:path";
import type { Endpoint } from "@/lib/http/endpoint";
import type { Traffic } from "./edge";

/** The paths of the files under `directory`, as they are asked for. @param base what their addresses begin with */
export async function publicFiles(directory: string, base = ""): Promise<Set<string>> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries.filter((entry) => entry.isFile());
  return new Set(
    files.map(
      (file) => `${base}/${path.relative(directory, path.join(file.parentPath, file.name)).replaceAll(path.sep, "/")}`,
    ),
  );
}

/** Tells what kind of traffic a path is. @param files the public files; @param endpoints the declared ones */
export function classifier(files: ReadonlySet<string>, endpoints: readonly Endpoint[]): (path: string) => Traffic {
  const kinds = new Map<string, Endpoint["kind"]>(endpoints.map(({ path, kind }) => [path, kind]));
  return (asked) => {
    if (asked.startsWith("/_next/static/") || kinds.get(asked) === "probe" || files.has(asked)) return "free";
    return asked.startsWith("/api/") || kinds.has(asked) ? "api" : "page";
  };
}
