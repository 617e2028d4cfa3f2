import { parseSigningKey } from "@/lib/authority/keys";
import { isPlausibleToken } from "@/lib/authority/tokens";
import { parseSettings, type Settings } from "@/lib/foundation/env";
import { reasonOf } from "../reason";
import { type Finding, failed, ok, warning } from "./finding";

/** How each setting may be shown: unchanged, as an address without its secrets, or not at all. */
const SHOWN: Record<keyof Settings, "plain" | "address" | "hidden"> = {
  NODE_ENV: "plain",
  PORT: "plain",
  HOST: "plain",
  DATABASE_URL: "address",
  DATABASE_POOLED: "plain",
  DATABASE_DIRECT_URL: "address",
  DATA_DIR: "plain",
  UPSTASH_REDIS_REST_URL: "address",
  UPSTASH_REDIS_REST_TOKEN: "hidden",
  REDIS_URL: "address",
  OPERATOR_TOKEN: "hidden",
  RATE_LIMIT_REQUESTS: "plain",
  RATE_LIMIT_WINDOW_SECONDS: "plain",
  TRUSTED_PROXIES: "plain",
  ALLOWED_HOSTS: "plain",
  ARD_PEERS: "plain",
  OUTGOING_ALLOW: "plain",
  DNS_SERVERS: "plain",
  MAX_BODY_BYTES: "plain",
  SEED_DEMO: "plain",
  DATABASE_TIMEOUT_SECONDS: "plain",
  DRAIN_SECONDS: "plain",
  WATCHDOG_SECONDS: "plain",
  HEADERS_SECONDS: "plain",
  STREAM_CHECK_SECONDS: "plain",
  A2A_WAIT_SECONDS: "plain",
  READING_PERCENT: "plain",
  RENDER_SLOTS: "plain",
  STALL_SECONDS: "plain",
  CATALOGUE: "plain",
  SIGNING_KEY: "hidden",
  EMBEDDER: "plain",
  EMBEDDINGS_URL: "address",
  EMBEDDINGS_MODEL: "plain",
  EMBEDDINGS_API_KEY: "hidden",
  SMTP_URL: "address",
  MAIL_FROM: "plain",
  BUILD_SHA: "plain",
  REGION: "plain",
  PUBLIC_URL: "address",
  REPOSITORY_URL: "address",
  SECURITY_CONTACT: "plain",
  CONTACT: "plain",
  FEDERATION_NAME: "plain",
  OTEL_EXPORTER_OTLP_ENDPOINT: "address",
  OTEL_SERVICE_NAME: "plain",
  OTEL_TRACES_SAMPLER: "plain",
  OTEL_TRACES_SAMPLER_ARG: "plain",
  OTEL_BSP_SCHEDULE_DELAY: "plain",
  LOG_LEVEL: "plain",
  LOG_FORMAT: "plain",
};

/** Returns an address without password and parameters. */
function withoutSecrets(text: string): string {
  const url = new URL(text);
  if (url.password !== "") url.password = "hidden";
  if (url.search !== "") url.search = "hidden";
  return url.href;
}

function show(name: keyof Settings, value: Settings[keyof Settings]): string {
  if (value === undefined || value === "" || (Array.isArray(value) && value.length === 0)) return "unset";
  if (SHOWN[name] === "hidden") return "set, hidden";
  return SHOWN[name] === "address" ? withoutSecrets(String(value)) : String(value);
}

/** Warns of values that are allowed, but rarely intended. */
const DOUBTS: Partial<Record<keyof Settings, (read: Settings) => [says: string, remedy: string] | undefined>> = {
  NODE_ENV: ({ NODE_ENV }) =>
    NODE_ENV === "production" ? undefined : [`${NODE_ENV}.`, "Serve with NODE_ENV=production, as npm start does."],
  REDIS_URL: ({ REDIS_URL, UPSTASH_REDIS_REST_URL, DATABASE_URL }) =>
    DATABASE_URL !== undefined && REDIS_URL === undefined && UPSTASH_REDIS_REST_URL === undefined
      ? ["unset, so each instance counts requests by itself.", "Set it where several instances share the database."]
      : undefined,
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
    const remedy = "Correct it in the environment or in .env; .env.example has them all. Nothing else was looked at.";
    return { findings: [failed("settings", reasonOf(error), remedy)] };
  }
  const findings = (Object.keys(SHOWN) as (keyof Settings)[]).map((name) => {
    const objection = objectionTo(name, read);
    if (objection !== undefined) return failed(name, objection, "The service does not start with it: correct it.");
    const doubt = DOUBTS[name]?.(read);
    if (doubt) return warning(name, ...doubt);
    const byDefault = (environment[name] ?? "").trim() === "" && read[name] !== undefined ? " (by default)" : "";
    return ok(name, `${show(name, read[name])}${show(name, read[name]) === "unset" ? "" : byDefault}`);
  });
  return { findings, read };
}
