import { readdir } from "node:fs/promises";
import path from "node:path";
import type { Endpoint } from "@/lib/http/endpoint";
import { Protocols } from "./protocols";
import { Routes } from "./routes";

/**
 * Static files and probes are free, the API is counted as the contract says, pages have a roomier count of their own. A
 * static file that does not exist is missing, and counted as a page.
 */
export type Traffic = "file" | "probe" | "api" | "page" | "missing";

export function isFree(traffic: Traffic): boolean {
  return traffic === "file" || traffic === "probe";
}

/** Where the files under `directory` are, by their paths as they are asked for. @param base what their addresses begin with */
export async function publicFiles(directory: string, base = ""): Promise<Map<string, string>> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
  return new Map(files.map((file) => [`${base}/${path.relative(directory, file).replaceAll(path.sep, "/")}`, file]));
}

const BUILT = "/_next/static/";

/**
 * Tells what kind of traffic a path is.
 * @param files the static files, those of the build with them; @param endpoints the declared ones
 * @param dev whether Next makes the build's files as they are asked for
 */
export function classifier(
  files: ReadonlyMap<string, string>,
  endpoints: readonly Endpoint[],
  dev: boolean,
): (path: string) => Traffic {
  const kinds = new Map<string, Endpoint["kind"]>(endpoints.map(({ path, kind }) => [path, kind]));
  const routes = new Routes(endpoints);
  const protocols = new Protocols(endpoints);
  return (asked) => {
    if (asked.startsWith(BUILT) && !dev) return files.has(decodeURIComponent(asked)) ? "file" : "missing";
    if (asked.startsWith(BUILT) || files.has(asked)) return "file";
    if (kinds.get(asked) === "probe") return "probe";
    const isApi = asked === "/api" || asked.startsWith("/api/") || asked.startsWith("/.well-known/");
    return isApi || protocols.of(asked) !== undefined || routes.find(asked) !== null ? "api" : "page";
  };
}
