import { execFileSync } from "node:child_process";

/** @param {string[]} question to git @returns {string | undefined} its output, if there is a repository */
function ask(...question) {
  try {
    return execFileSync("git", question, { stdio: ["ignore", "pipe", "ignore"] })
      .toString()
      .trim();
  } catch {
    return undefined;
  }
}

/** @returns {string} the commit that is checked out, or "unknown" without a repository */
export function commit() {
  return ask("rev-parse", "HEAD") ?? "unknown";
}

/** @returns {boolean} whether files differ from the commit that is checked out, or are not part of it */
export function isDirty() {
  return (ask("status", "--porcelain") ?? "") !== "";
}

/** @returns {string} the source of a build: its commit, and `-dirty` if files differ from it */
export function source() {
  return `${commit()}${isDirty() ? "-dirty" : ""}`;
}

/** @returns {string} the day of the commit that is checked out, in UTC as YYYY-MM-DD; without a repository, today */
export function commitDate() {
  const seconds = ask("show", "-s", "--format=%ct", "HEAD");
  return new Date(seconds === undefined ? Date.now() : Number(seconds) * 1_000).toISOString().slice(0, 10);
}
