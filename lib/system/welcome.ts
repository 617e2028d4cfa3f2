import { existsSync } from "node:fs";
import path from "node:path";
import { tokenFile } from "@/lib/features/access/service/bootstrap";
import type { Settings } from "@/lib/foundation/env";

type Shown = Pick<Settings, "FEDERATION_NAME" | "DATA_DIR" | "DATABASE_URL">;

const STOP = ["Stop", "Ctrl-C"];
const tableOf = (lines: readonly string[][]) =>
  lines.map(([name = "", ...rest]) => `  ${name.padEnd(9)}${rest.filter(Boolean).join("   ")}\n`).join("");
const placeOf = ({ DATA_DIR, DATABASE_URL }: Shown) =>
  DATABASE_URL === undefined ? path.resolve(DATA_DIR) : new URL(DATABASE_URL).host;

/**
 * Returns the lines that a start prints at a terminal: what a person needs to continue.
 * @param base the service's address
 * @param token the operator's token, if this start created it
 */
export function welcome(base: string, token: string | null, settings: Shown): string {
  const file = tokenFile(settings.DATA_DIR);
  const tokenText = existsSync(file) ? `token: ${token ?? "in"} ${token === null ? file : `(kept in ${file})`}` : "";
  const lines = [
    ["Portal", `${base}/`],
    ["Console", `${base}/console`, tokenText],
    ["Data", placeOf(settings)],
    ["Docs", `${base}/docs`],
    STOP,
  ];
  return `\n  ${settings.FEDERATION_NAME} is running.\n${tableOf(lines)}\n`;
}

/** Returns the lines in place of these while the database does not respond. @param reason in one line */
export function waitingForDatabase(reason: string, settings: Shown): string {
  const lines = [
    ["Data", placeOf(settings)],
    ["Reason", reason],
    ["Next", "It tries again every second. Until then, pages and the API return errors."],
    STOP,
  ];
  return `\n  ${settings.FEDERATION_NAME} waits for the database.\n${tableOf(lines)}\n`;
}
