import path from "node:path";
import { about, Settings } from "@/lib/foundation/env";
import { isLoopbackHost } from "@/lib/foundation/loopback";
import { parseUrl } from "@/lib/foundation/parse-url";
import { examineEnvironment } from "../../settings";
import { type Finding, failed, ok, warning } from "./finding";

const { shape } = Settings;
const NAMES = Object.keys(shape) as (keyof Settings)[];

/** Returns an address without password and parameters. A folder is no address. */
function withoutSecrets(text: string): string {
  const url = parseUrl(text);
  if (url === null) return text;
  if (url.password !== "") url.password = "hidden";
  if (url.search !== "") url.search = "hidden";
  return url.href;
}

function show(name: keyof Settings, read: Settings, written: string): string {
  const value = read[name];
  if (value === undefined || value === "" || (Array.isArray(value) && value.length === 0)) return "unset";
  if (written === "") return `${value} (by default)`;
  const shown = about.get(shape[name])?.shown;
  if (shown === "hidden") return "set, hidden";
  return shown === "address" ? withoutSecrets(written) : written;
}

/** A finding's text and its remedy. */
type Doubt = [says: string, remedy: string];

/** Settings that do nothing unless another is set. */
const NEEDS: Partial<Record<keyof Settings, keyof Settings>> = {
  DATABASE_POOLED: "DATABASE_URL",
  DATABASE_DIRECT_URL: "DATABASE_URL",
  EMBEDDINGS_API_KEY: "EMBEDDINGS_URL",
  OTEL_SERVICE_NAME: "OTEL_EXPORTER_OTLP_ENDPOINT",
  OTEL_TRACES_SAMPLER: "OTEL_EXPORTER_OTLP_ENDPOINT",
};

/** Returns whether a network contains every address. */
const isEverything = (network: string) => network.endsWith("/0");

/** Warns of values that are allowed, but rarely intended. */
const DOUBTS: Partial<Record<keyof Settings, (read: Settings) => Doubt | undefined | false>> = {
  NODE_ENV: ({ NODE_ENV }) =>
    NODE_ENV !== "production" && [`${NODE_ENV}.`, "Serve with NODE_ENV=production, as npm start does."],
  REDIS_URL: ({ REDIS_URL, UPSTASH_REDIS_REST_URL, DATABASE_URL }) => {
    if (REDIS_URL !== undefined && UPSTASH_REDIS_REST_URL !== undefined) {
      return ["set beside UPSTASH_REDIS_REST_URL, and only one is used.", "Unset one of the two."];
    }
    const isAlone = DATABASE_URL !== undefined && REDIS_URL === undefined && UPSTASH_REDIS_REST_URL === undefined;
    return (
      isAlone && [
        "unset, so each instance counts requests by itself.",
        "Set it where several instances share the database.",
      ]
    );
  },
  ERASURES_FILE: ({ ERASURES_FILE, DATA_DIR, DATABASE_URL }) => {
    const remedy = "Set it to a file outside the database, DATA_DIR and their backups.";
    if (ERASURES_FILE === undefined) {
      return DATABASE_URL !== undefined && ["unset, so a restored backup brings erased data back.", remedy];
    }
    const isInside = !path.relative(path.resolve(DATA_DIR), path.resolve(ERASURES_FILE)).startsWith("..");
    return isInside && [`${ERASURES_FILE}, which a backup of DATA_DIR contains.`, remedy];
  },
  PUBLIC_URL: ({ PUBLIC_URL, TRUSTED_PROXIES }) => {
    if (PUBLIC_URL === undefined) {
      const remedy = "Set it to the address that people see: links in e-mails are made from it.";
      return TRUSTED_PROXIES.length > 0 && ["unset, though there are proxies.", remedy];
    }
    const { protocol, hostname } = new URL(PUBLIC_URL);
    const remedy = "Put a proxy with TLS in front, and set the https: address.";
    return (
      protocol === "http:" && !isLoopbackHost(hostname) && ["not https:, so tokens cross the network in clear.", remedy]
    );
  },
  TRUSTED_PROXIES: ({ TRUSTED_PROXIES }) =>
    TRUSTED_PROXIES.some(isEverything) && [
      "every address, so each client can claim any address and has no rate limit.",
      "Name only the addresses of your proxies.",
    ],
  OUTGOING_ALLOW: ({ OUTGOING_ALLOW, NODE_ENV }) => {
    const isWide = OUTGOING_ALLOW.some(({ cidr }) => isEverything(cidr) || /^(?:127\.|::1\/)/.test(cidr));
    return (
      NODE_ENV === "production" &&
      isWide && [
        "anyone with a token can make this service call programs on the machine where it runs.",
        "Unset it where strangers have tokens. It is for trying webhooks on one machine.",
      ]
    );
  },
  SEED_DEMO: ({ SEED_DEMO, DATABASE_URL }) =>
    SEED_DEMO === true &&
    DATABASE_URL !== undefined && [
      "1, so an empty database gets a demo with invented agents.",
      "Unset it for a federation of real agents.",
    ],
  LOG_LEVEL: ({ LOG_LEVEL }) =>
    LOG_LEVEL === "silent" && ["silent, so no fault is ever written.", "Use error or a lower level."],
};

function doubtOf(name: keyof Settings, read: Settings): Doubt | undefined {
  const needed = NEEDS[name];
  if (needed !== undefined && read[name] !== undefined && read[needed] === undefined) {
    return [`set, but does nothing without ${needed}.`, `Set ${needed}, or unset it.`];
  }
  return DOUBTS[name]?.(read) || undefined;
}

const CORRECT =
  "The service does not start with it. Correct it in the environment or in .env: docs/settings.md has all settings.";

/** Checks every setting. @returns no settings if their values cannot be read, and then only the faults */
export function examineSettings(environment: NodeJS.ProcessEnv): { findings: Finding[]; read?: Settings } {
  const { settings: read, faults } = examineEnvironment(environment);
  const wrong = faults.map(({ name, says }) => failed(name, `It ${says}.`, CORRECT));
  if (read === undefined) {
    return { findings: [...wrong, warning("others", "Not examined.", "Correct the settings above first.")] };
  }
  const findings = NAMES.filter((name) => !faults.some((fault) => fault.name === name)).map((name) => {
    const doubt = doubtOf(name, read);
    return doubt ? warning(name, ...doubt) : ok(name, show(name, read, (environment[name] ?? "").trim()));
  });
  return { findings: [...wrong, ...findings], read };
}
