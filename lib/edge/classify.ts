import { readdir } from "node:fs/promises";
import path from "node:path";
import type { Endpoint } from "@/lib/http/endpoint";
import { Protocols } from "./protocols";
import { Routes } from "./routes";

/**
 * Static files and probes are not counted. The API is counted as in the contract, and pages have a separate, higher limit.
 * A static file that does not exist is `missing`, and counted as a page. `immutable`: a response of the API that never
 * changes is not counted either.
 */
export type Traffic = "file" | "probe" | "immutable" | "api" | "page" | "missing";

/** Returns whether no rate limit counts this traffic. */
export function isUncounted(traffic: Traffic): boolean {
  return traffic === "file" || traffic === "probe" || traffic === "immutable";
}

/** Returns the files under `directory` by their request paths. @param base prefix of their addresses */
export async function publicFiles(directory: string, base = ""): Promise<Map<string, string>> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
  return new Map(files.map((file) => [`${base}/${path.relative(directory, file).replaceAll(path.sep, "/")}`, file]));
}

const BUILT = "/_next/static/";
/** A partial tile (C2SP tlog-tiles), or an address that may hide one. */
const MAY_BE_PARTIAL = /\.p\/|%/;

/**
 * Returns the kind of traffic of a path.
 * @param files the static files, including those of the build; @param endpoints the declared ones
 * @param dev whether Next creates the build's files on request
 */
export function classifier(
  files: ReadonlyMap<string, string>,
  endpoints: readonly Endpoint[],
  dev: boolean,
): (path: string) => Traffic {
  const kinds = new Map<string, Endpoint["kind"]>(endpoints.map(({ path, kind }) => [path, kind]));
  const routes = new Routes(endpoints);
  const immutable = new Routes(endpoints.filter(({ isImmutable }) => isImmutable));
  const protocols = new Protocols(endpoints);
  return (asked) => {
    if (asked.startsWith(BUILT) && !dev) return files.has(decodeURIComponent(asked)) ? "file" : "missing";
    if (asked.startsWith(BUILT) || files.has(asked)) return "file";
    if (kinds.get(asked) === "probe") return "probe";
    if (immutable.find(asked) !== null && !MAY_BE_PARTIAL.test(asked)) return "immutable";
    const isApi = asked === "/api" || asked.startsWith("/api/") || asked.startsWith("/.well-known/");
    return isApi || protocols.of(asked) !== undefined || routes.find(asked) !== null ? "api" : "page";
  };
}
