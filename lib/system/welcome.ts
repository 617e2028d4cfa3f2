import { existsSync } from "node:fs";
import path from "node:path";
import { tokenFile } from "@/lib/features/access/service/bootstrap";
import type { Settings } from "@/lib/foundation/env";

/**
 * Returns the lines that a start prints at a terminal: what a person needs to continue.
 * @param base the service's address
 * @param token the operator's token, if this start created it
 */
export function welcome(
  base: string,
  token: string | null,
  { FEDERATION_NAME, DATA_DIR, DATABASE_URL }: Settings,
): string {
  const data = DATABASE_URL === undefined ? path.resolve(DATA_DIR) : new URL(DATABASE_URL).host;
  const file = tokenFile(DATA_DIR);
  const tokenText = existsSync(file) ? `token: ${token ?? "in"} ${token === null ? file : `(kept in ${file})`}` : "";
  const lines = [
    ["Portal", `${base}/`],
    ["Console", `${base}/console`, tokenText],
    ["Data", data],
    ["Docs", `${base}/docs`],
    ["Stop", "Ctrl-C"],
  ];
  const rows = lines.map(([name = "", ...rest]) => `  ${name.padEnd(9)}${rest.filter(Boolean).join("   ")}\n`);
  return `\n  ${FEDERATION_NAME} is running.\n${rows.join("")}\n`;
}
