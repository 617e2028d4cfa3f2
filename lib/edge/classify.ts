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
  const free = new Set<string>(endpoints.filter((endpoint) => endpoint.free).map((endpoint) => endpoint.path));
  const api = new Set<string>(endpoints.filter((endpoint) => !endpoint.free).map((endpoint) => endpoint.path));
  return (asked) => {
    if (asked.startsWith("/_next/static/") || free.has(asked) || files.has(asked)) return "free";
    return asked.startsWith("/api/") || api.has(asked) ? "api" : "page";
  };
}
