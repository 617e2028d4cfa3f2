import path from "node:path";
import { fileURLToPath } from "node:url";

/** The build that contains this module; in development and in tests, the repository. */
const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** Returns the path of a file that a build has at the same place as the repository, such as `drizzle`. */
export function rootPath(...parts: string[]): string {
  return path.resolve(ROOT, ...parts);
}
