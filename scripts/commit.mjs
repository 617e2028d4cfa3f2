import { execFileSync } from "node:child_process";

/** @returns {string} the commit that is checked out, or "unknown" where there is no repository */
export function commit() {
  try {
    return execFileSync("git", ["rev-parse", "HEAD"], { stdio: ["ignore", "pipe", "ignore"] })
      .toString()
      .trim();
  } catch {
    return "unknown";
  }
}
