import { version } from "../../package.json";
import { settings } from "./env";

/** The build's source. next.config.mjs inlines commit and day at build time; tests run from source. */
export function currentBuild(): { version: string; commit: string; buildSha: string; date: string } {
  const { BUILD_SHA } = settings();
  const commit = process.env["FGS_COMMIT"] ?? "unknown";
  return {
    version,
    commit: BUILD_SHA ?? commit,
    buildSha: BUILD_SHA ?? `${commit.slice(0, 12)}${process.env["FGS_DIRTY"] ?? ""}`,
    date: process.env["FGS_COMMIT_DATE"] ?? new Date().toISOString().slice(0, 10),
  };
}

/** Short hash of the commit of this build, or `unknown`. */
export function buildSha(): string {
  return currentBuild().buildSha;
}
