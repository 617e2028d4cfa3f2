import { isIPv4, isIPv6 } from "node:net";
import { z } from "zod";
import { version } from "../../package.json";

/** What a Host header may look like (RFC 9110, 7.2). */
export const HOST = /^(?:[A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(?::\d{1,5})?$/;

const text = z.string().trim().min(1);
const flag = z.enum(["0", "1"]).transform((value) => value === "1");

/** Returns whether a text is an IP address, with an optional port. IPv6 then needs brackets. */
function isNameServer(text: string): boolean {
  const [, v6, v4, port = "53"] = /^(?:\[(.+)\]|([\d.]+))(?::(\d{1,5}))?$/.exec(text) ?? [];
  const isPort = Number(port) >= 1 && Number(port) <= 65_535;
  return isIPv6(text) || (isPort && (v4 !== undefined ? isIPv4(v4) : v6 !== undefined && isIPv6(v6)));
}

const address = (protocol: RegExp, example: string) =>
  z.url({ protocol, error: `must be an address such as ${example}` });

/** A registry's identifier and its address (ARD v0.91, 4.2.1). */
const ARD_PEER =
  /^urn:air:[A-Za-z0-9.-]+(?::[A-Za-z0-9._-]+)+=https?:\/\/[A-Za-z0-9.-]+(?::\d{1,5})?(?:\/[\w./~%-]*)?$/;

const seconds = z.coerce.number().min(0.1).max(600);

/**
 * `10.0.0.0/8:8443`, or with `*` for every port. The last colon is before the port, because an IPv6 range contains
 * colons.
 */
const AllowedRange = z.string().transform((range, ctx) => {
  const [, cidr, port = ""] = /^(.+):(\d{1,5}|\*)$/.exec(range) ?? [];
  const isCidr = z.union([z.cidrv4(), z.cidrv6()]).safeParse(cidr).success;
  if (cidr !== undefined && isCidr && (port === "*" || (Number(port) >= 1 && Number(port) <= 65_535))) {
    return { cidr, port: port === "*" ? port : Number(port) } as const;
  }
  ctx.addIssue({
    code: "custom",
    message: "must be a comma-separated list of CIDRs with a port, such as 10.0.0.0/8:8443",
  });
  return z.NEVER;
});

const Settings = z
  .object({
    NODE_ENV: z.enum(["development", "production", "test"]).default("production"),
    PORT: z.coerce.number().int().min(0).max(65535).default(3000),
    HOST: text.optional(),
    DATABASE_URL: address(/^postgres(ql)?$/, "postgres://user:password@host:5432/federation").optional(),
    DATABASE_POOLED: z.enum(["none", "session", "transaction"]).optional(),
    DATABASE_DIRECT_URL: address(/^postgres(ql)?$/, "postgres://user:password@host:5432/federation").optional(),
    DATA_DIR: text.default(".data"),
    UPSTASH_REDIS_REST_URL: address(/^https?$/, "https://name.upstash.io").optional(),
    UPSTASH_REDIS_REST_TOKEN: text.optional(),
    REDIS_URL: address(/^rediss?$/, "redis://host:6379").optional(),
    OPERATOR_TOKEN: z
      .string()
      .regex(/^[\x21-\x7e]{24,200}$/, "must have 24 to 200 visible ASCII characters")
      .optional(),
    RATE_LIMIT_REQUESTS: z.coerce.number().int().min(1).max(1_000_000).default(100),
    RATE_LIMIT_WINDOW_SECONDS: z.coerce.number().int().min(1).max(3600).default(10),
    TRUSTED_PROXIES: z
      .string()
      .default("")
      .transform((list) => list.split(",").flatMap((cidr) => cidr.trim() || []))
      .pipe(z.array(z.union([z.cidrv4(), z.cidrv6()], "must be a comma-separated list of CIDRs, such as 10.0.0.0/8"))),
    ALLOWED_HOSTS: z
      .string()
      .default("")
      .transform((list) => list.split(",").flatMap((host) => host.trim() || []))
      .pipe(z.array(z.string().regex(HOST, "must be a comma-separated list of hosts, such as portal.internal:3000"))),
    OUTGOING_ALLOW: z
      .string()
      .default("")
      .transform((list) => list.split(",").flatMap((range) => range.trim() || []))
      .pipe(z.array(AllowedRange)),
    MAX_BODY_BYTES: z.coerce.number().int().min(1024).max(16_777_216).default(65_536),
    SEED_DEMO: flag.optional(),
    DRAIN_SECONDS: seconds.default(10),
    WATCHDOG_SECONDS: z.coerce.number().int().min(0).max(600).default(10),
    // Node's limit for a whole request is the maximum.
    HEADERS_SECONDS: seconds.max(30).default(10),
    STREAM_CHECK_SECONDS: seconds.default(25),
    A2A_WAIT_SECONDS: seconds.max(25).default(15),
    DATABASE_TIMEOUT_SECONDS: seconds.default(5),
    READING_PERCENT: z.coerce.number().int().min(1).max(100).default(60),
    RENDER_SLOTS: z.coerce.number().int().min(1).max(64).default(3),
    STALL_SECONDS: seconds.default(20),
    DNS_SERVERS: z
      .string()
      .default("")
      .transform((list) => list.split(",").flatMap((server) => server.trim() || []))
      .pipe(
        z.array(
          z.string().refine(isNameServer, "must be a comma-separated list of IP addresses, such as 192.0.2.53:5353"),
        ),
      ),
    SIGNING_KEY: text.optional(),
    EMBEDDER: z.enum(["auto", "lexical"]).default("auto"),
    EMBEDDINGS_URL: address(/^https?$/, "http://localhost:11434/v1").optional(),
    EMBEDDINGS_MODEL: text.max(200).optional(),
    EMBEDDINGS_API_KEY: z
      .string()
      .regex(/^[\x21-\x7e]+$/, "must have visible ASCII characters only")
      .optional(),
    SMTP_URL: address(/^smtps?$/, "smtp://user:password@mail.example:587").optional(),
    MAIL_FROM: text.max(320).optional(),
    BUILD_SHA: text.optional(),
    REGION: text.default("local"),
    PUBLIC_URL: address(/^https?$/, "https://federation.example").optional(),
    REPOSITORY_URL: address(/^https?$/, "https://code.example/federation").optional(),
    SECURITY_CONTACT: z
      .url({ protocol: /^(https|mailto|tel)$/, error: "must be an https:, mailto: or tel: address (RFC 9116, 2.5.3)" })
      .optional(),
    CONTACT: z
      .union([z.email(), z.url({ protocol: /^https$/ })], "must be an e-mail address or an https: address")
      .optional(),
    ARD_PEERS: z
      .string()
      .default("")
      .transform((list) => list.split(",").flatMap((peer) => peer.trim() || []))
      .pipe(
        z.array(
          z
            .string()
            .refine(
              (peer) => ARD_PEER.test(peer) && URL.canParse(peer.slice(peer.indexOf("=") + 1)),
              "must be a comma-separated list such as urn:air:peer.example:registry:main=https://peer.example/ard/",
            ),
        ),
      ),
    FEDERATION_NAME: text.max(100).default("Open Agent Federation"),
    OTEL_EXPORTER_OTLP_ENDPOINT: address(/^https?$/, "http://localhost:4318").optional(),
    OTEL_SERVICE_NAME: text.max(200).optional(),
    OTEL_TRACES_SAMPLER: z.enum(["parentbased_always_on", "parentbased_traceidratio"]).optional(),
    OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
    // In milliseconds, as in OpenTelemetry.
    OTEL_BSP_SCHEDULE_DELAY: z.coerce.number().int().min(1).max(600_000).default(5_000),
    LOG_LEVEL: z.enum(["trace", "debug", "info", "warn", "error", "fatal", "silent"]).optional(),
    LOG_FORMAT: z.enum(["json", "pretty"]).optional(),
  })
  .refine((s) => (s.UPSTASH_REDIS_REST_URL === undefined) === (s.UPSTASH_REDIS_REST_TOKEN === undefined), {
    path: ["UPSTASH_REDIS_REST_TOKEN"],
    message: "UPSTASH_REDIS_REST_URL and UPSTASH_REDIS_REST_TOKEN must be set together",
  })
  .refine((s) => (s.SMTP_URL === undefined) === (s.MAIL_FROM === undefined), {
    path: ["MAIL_FROM"],
    message: "SMTP_URL and MAIL_FROM must be set together",
  })
  .refine((s) => (s.EMBEDDINGS_URL === undefined) === (s.EMBEDDINGS_MODEL === undefined), {
    path: ["EMBEDDINGS_MODEL"],
    message: "EMBEDDINGS_URL and EMBEDDINGS_MODEL must be set together",
  });
export type Settings = z.infer<typeof Settings>;

type RawIssue = Parameters<z.core.$ZodErrorMap>[0];

/** Returns what a setting must be, in words for operators. */
function sayWhatIsWanted(issue: RawIssue): string | undefined {
  const { minimum, maximum, expected, values } = issue as Record<string, unknown>;
  const ofText = issue["origin"] === "string" ? " characters" : "";
  switch (issue.code) {
    case "invalid_type":
      return `must be a ${expected === "int" ? "whole " : ""}number`;
    case "too_small":
      return `must be ${minimum}${ofText} or more`;
    case "too_big":
      return `must be ${maximum}${ofText} or less`;
    case "invalid_value":
      return `must be ${(values as string[]).join(" or ")}`;
    default:
      return undefined;
  }
}

/**
 * Parses the settings of an environment. An empty or blank variable counts as unset.
 * @throws Error with one sentence for each wrong setting, which names it
 */
export function parseSettings(environment: Record<string, string | undefined>): Settings {
  const present = Object.fromEntries(Object.entries(environment).filter(([, value]) => value?.trim() !== ""));
  const parsed = Settings.safeParse(present, { error: sayWhatIsWanted });
  if (parsed.success) return parsed.data;
  const sentences = parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`);
  throw new Error(`Wrong settings. ${sentences.join("; ")}.`);
}

let current: Settings | undefined;

/** Returns the process's settings, parsed once at the first call. */
export function settings(): Settings {
  current ??= parseSettings(process.env);
  return current;
}

/** The build's source. next.config.mjs inlines commit and day at build time; tests run from source. */
export function currentBuild(): { version: string; commit: string; buildSha: string; date: string } {
  const { BUILD_SHA } = settings();
  const commit = process.env["FGS_COMMIT"] ?? "unknown";
  return {
    version,
    commit: BUILD_SHA ?? commit,
    buildSha: BUILD_SHA ?? commit.slice(0, 12),
    date: process.env["FGS_COMMIT_DATE"] ?? new Date().toISOString().slice(0, 10),
  };
}

/** Short hash of the commit of this build, or `unknown`. */
export function buildSha(): string {
  return currentBuild().buildSha;
}
