import path from "node:path";
import { parseSigningKey } from "@/lib/authority/keys";
import { isPlausibleToken } from "@/lib/authority/tokens";
import { about, parseSettings, Settings } from "@/lib/foundation/env";
import { reasonOf } from "../reason";
import { type Finding, failed, ok, warning } from "./finding";

const { shape } = Settings;
const NAMES = Object.keys(shape) as (keyof Settings)[];

/** Returns an address without password and parameters. */
function withoutSecrets(text: string): string {
  const url = new URL(text);
  if (url.password !== "") url.password = "hidden";
  if (url.search !== "") url.search = "hidden";
  return url.href;
}

function show(name: keyof Settings, value: Settings[keyof Settings]): string {
  if (value === undefined || value === "" || (Array.isArray(value) && value.length === 0)) return "unset";
  const shown = about.get(shape[name])?.shown;
  if (shown === "hidden") return "set, hidden";
  return shown === "address" ? withoutSecrets(String(value)) : String(value);
}

/** Warns of values that are allowed, but rarely intended. */
const DOUBTS: Partial<Record<keyof Settings, (read: Settings) => [says: string, remedy: string] | undefined>> = {
  NODE_ENV: ({ NODE_ENV }) =>
    NODE_ENV === "production" ? undefined : [`${NODE_ENV}.`, "Serve with NODE_ENV=production, as npm start does."],
  REDIS_URL: ({ REDIS_URL, UPSTASH_REDIS_REST_URL, DATABASE_URL }) =>
    DATABASE_URL !== undefined && REDIS_URL === undefined && UPSTASH_REDIS_REST_URL === undefined
      ? ["unset, so each instance counts requests by itself.", "Set it where several instances share the database."]
      : undefined,
  ERASURES_FILE: ({ ERASURES_FILE, DATA_DIR }) => {
    const remedy = "Set it to a file outside the database, DATA_DIR and their backups.";
    if (ERASURES_FILE === undefined) return ["unset, so a restored backup brings erased data back.", remedy];
    const isInside = !path.relative(path.resolve(DATA_DIR), path.resolve(ERASURES_FILE)).startsWith("..");
    return isInside ? [`${ERASURES_FILE}, which a backup of DATA_DIR contains.`, remedy] : undefined;
  },
  PUBLIC_URL: ({ PUBLIC_URL, TRUSTED_PROXIES }) =>
    PUBLIC_URL === undefined && TRUSTED_PROXIES.length > 0
      ? [
          "unset, though there are proxies.",
          "Set it to the address that people see: links in letters are made from it.",
        ]
      : undefined,
};

/** Checks further requirements of the edge for two settings. @returns why a value is invalid */
function objectionTo(name: keyof Settings, { OPERATOR_TOKEN, SIGNING_KEY }: Settings): string | undefined {
  if (name === "OPERATOR_TOKEN" && OPERATOR_TOKEN !== undefined && !isPlausibleToken(OPERATOR_TOKEN)) {
    return "begins with fgs_, but its checksum is wrong.";
  }
  if (name !== "SIGNING_KEY" || SIGNING_KEY === undefined) return undefined;
  try {
    parseSigningKey(SIGNING_KEY);
    return undefined;
  } catch (error) {
    return reasonOf(error).replace(/^SIGNING_KEY: /, "");
  }
}

/** Checks every setting. @returns no settings if one is invalid */
export function examineSettings(environment: NodeJS.ProcessEnv): { findings: Finding[]; read?: Settings } {
  let read: Settings;
  try {
    read = parseSettings(environment);
  } catch (error) {
    const remedy =
      "Correct it in the environment or in .env; docs/settings.md has them all. Nothing else was looked at.";
    return { findings: [failed("settings", reasonOf(error), remedy)] };
  }
  const findings = NAMES.map((name) => {
    const objection = objectionTo(name, read);
    if (objection !== undefined) return failed(name, objection, "The service does not start with it: correct it.");
    const doubt = DOUBTS[name]?.(read);
    if (doubt) return warning(name, ...doubt);
    const byDefault = (environment[name] ?? "").trim() === "" && read[name] !== undefined ? " (by default)" : "";
    return ok(name, `${show(name, read[name])}${show(name, read[name]) === "unset" ? "" : byDefault}`);
  });
  return { findings, read };
}
