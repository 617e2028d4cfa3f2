import { z } from "zod";
import { canonicalHost, isHostName, isNetwork, isSocketAddress, parseAddress } from "./addresses";
import { parseUrl } from "./parse-url";
import {
  AllowedRange,
  flag,
  isArdPeer,
  isIssuer,
  isWebAddress,
  list,
  PARTS,
  RoleOfValue,
  seconds,
  server,
  text,
  WitnessedLog,
  Witnesses,
  web,
} from "./setting-types";

/** What docs/settings.md and the doctor say of a setting. `npm run documents` writes the page. */
interface About {
  /** Sentences, in Markdown. */
  does: string;
  example: string;
  unit?: string;
  /** What applies if it is not set, in place of the schema's default. */
  unset?: string;
  /** What happens if it is wrong, where the schema accepts every text. */
  wrong?: string;
  /** How the doctor shows it: an address without its secrets, or not at all. */
  shown?: "address" | "hidden";
}

export const about = z.registry<About>();

/** Returns whether two settings are addresses of one server. A folder is none. */
const isSameServer = (one = "", other = "") =>
  parseUrl(one)?.host !== undefined && parseUrl(one)?.host === parseUrl(other)?.host;

/** An error of two settings that are useless without each other. It is reported beside the errors of other settings. */
const together = (one: string, other: string) => ({
  path: [one],
  message: `must be set together with ${other}`,
  when: () => true,
});

export const Settings = z
  .object({
    NODE_ENV: z.enum(["development", "production", "test"]).default("production").register(about, {
      does: "How the process runs. `npm run dev` sets `development`. Serve with `production`.",
      example: "production",
    }),
    PORT: z.coerce.number().int().min(0).max(65535).default(3000).register(about, {
      does: "The port to listen on. With 0, the system chooses a free one. A port in use stops the start.",
      example: "8080",
    }),
    HOST: z
      .string()
      .trim()
      .refine(isHostName, "must be an IP address or a name of this machine, without a port")
      .optional()
      .register(about, {
        does: "The address to listen on. The start stops if this machine does not have it.",
        example: "127.0.0.1",
        unset: "all addresses; loopback with `npm run dev`",
      }),
    DATABASE_URL: server(["postgres", "postgresql"], "postgres://user:password@host:5432/federation")
      .optional()
      .register(about, {
        does: "The address of a PostgreSQL database: version 14 or newer, with `pg_trgm`. Several instances may share it.",
        example: "postgres://user:password@localhost:5432/governance",
        unset: "the embedded database (Postgres in WebAssembly) in `DATA_DIR`",
        shown: "address",
      }),
    DATABASE_POOLED: z.enum(["none", "session", "transaction"]).optional().register(about, {
      does: "The mode of the [connection pooler](operations/README.md#behind-a-connection-pooler) at `DATABASE_URL`.",
      example: "transaction",
      unset: "detected at each start",
    }),
    DATABASE_DIRECT_URL: server(["postgres", "postgresql"], "postgres://user:password@host:5432/federation")
      .optional()
      .register(about, {
        does: "The address of PostgreSQL itself, for notifications, if `DATABASE_URL` is a pooler in transaction mode. Without it, event streams then read the database every 2 seconds.",
        example: "postgres://user:password@localhost:5432/governance",
        shown: "address",
      }),
    DATA_DIR: text.default(".data").register(about, {
      does: "The folder of the embedded database and of the operator's token. One process at a time uses it.",
      example: "/var/lib/governance",
      wrong: "the start stops, because the folder cannot be used",
    }),
    GUARD: text
      .refine(
        (value) => !/^\w+:\/\//.test(value) || parseAddress(value, ["redis", "rediss"]) !== null,
        "must be a folder, or an address such as redis://host:6379",
      )
      .optional()
      .register(about, {
        does: "Where [the guard of the logs](operations/README.md#the-guard) remembers what was signed: a folder, or a Redis that keeps all it is told. It must not be restored with the database. Instances that share a database share one Redis.",
        example: "/var/lib/governance-guard",
        unset: "a folder with the name of `DATA_DIR` and `.guard` added",
        wrong: "the start stops, because the guard cannot be read",
        shown: "address",
      }),
    GUARD_ADOPT: flag.default(false).register(about, {
      does: "With `1`, an empty guard begins with the present logs, also after another guard did, and with the logs that this service cosigned. For one start, after a guard was lost.",
      example: "1",
    }),
    LOG_ORIGIN: text.max(200).optional().register(about, {
      does: "The origin of the council's log, from the page `/log`. A database with another log stops the start, and an empty one too.",
      example: "federation-governance/0190b2f4-7c1e-7a55-8d7e-3f6b5a1c9e20/council",
      unset: "an empty database gets new logs",
    }),
    INIT: flag.default(false).register(about, {
      does: "With `1`, an empty database gets new logs in place of those in `LOG_ORIGIN`, and their first entry says so. Only after these were lost.",
      example: "1",
    }),
    WITNESSES: Witnesses.register(about, {
      does: "The [witnesses](operations/README.md#witnesses) of both logs: of each its verifier key and its address, with a space between. Separated by commas or line ends.",
      example:
        "witness.example/w1+b0c94f28+BM8fRd1av7fg5RK3Dn0ibRNCOTvNSrUZf3e2XAnoo9Fd https://witness.example/witness",
      unset: "nobody cosigns the logs",
    }),
    WITNESS_QUORUM: z.coerce.number().int().min(1).optional().register(about, {
      does: "How many of `WITNESSES` must cosign a checkpoint before `/log/{log}/checkpoint` serves it.",
      example: "1",
      unset: "all of them",
    }),
    WITNESS_LOGS: list(WitnessedLog).register(about, {
      does: "The logs that this service [witnesses](operations/README.md#witnesses) for others: the verifier keys of their checkpoints.",
      example: "log.example/2026+094481be+AWEXybUrvBN9vwoSiruF3/fkiIcWOcXJozKE8Pr+8NDl",
      unset: "it witnesses no log",
    }),
    ERASURES_FILE: text.optional().register(about, {
      does: "The journal of erasures: a file outside the database and outside its backups. After a restore, [`npm run erase -- again`](operations/README.md#backup-and-restore) erases what it lists.",
      example: "/var/lib/governance-erasures/journal",
      unset: "no journal, so a restored backup brings erased data back",
      wrong: "the start stops, because the file cannot be written",
    }),
    UPSTASH_REDIS_REST_URL: web("https://name.upstash.io").optional().register(about, {
      does: "The address of Redis at Upstash, in place of `REDIS_URL`. It needs `UPSTASH_REDIS_REST_TOKEN`.",
      example: "https://name.upstash.io",
      shown: "address",
    }),
    UPSTASH_REDIS_REST_TOKEN: text.optional().register(about, {
      does: "The token for `UPSTASH_REDIS_REST_URL`.",
      example: "AYQgASQ",
      shown: "hidden",
    }),
    REDIS_URL: server(["redis", "rediss"], "redis://host:6379").optional().register(about, {
      does: "The Redis in which instances count requests together. While it is unreachable, each instance counts for itself.",
      example: "redis://localhost:6379",
      unset: "each process counts in its memory",
      shown: "address",
    }),
    OPERATOR_TOKEN: z
      .string()
      .regex(/^[\x21-\x7e]{24,200}$/, "must have 24 to 200 visible ASCII characters")
      .optional()
      .register(about, {
        does: "The bearer token of an operator with the role owner. If no owner has a token any more, start once with a new one here.",
        example: "choose-at-least-24-characters",
        unset: "the first start creates one, shows it once and stores it in `DATA_DIR/operator-token`",
        shown: "hidden",
      }),
    OIDC_ISSUER: z
      .string()
      .refine(isIssuer, "must be an address such as https://id.example, without query, fragment, user and password")
      .optional()
      .register(about, {
        does: "The issuer with which operators [sign in by OpenID Connect](guide.md#sign-in-by-openid-connect), as in its own metadata. It needs `OIDC_CLIENT_ID`, `OIDC_CLIENT_SECRET`, `OIDC_ROLES` and `PUBLIC_URL`. Its redirect address here is `PUBLIC_URL` plus `/console/sign-in/openid/callback`.",
        example: "https://id.example/realms/federation",
        unset: "operators sign in with tokens only",
        shown: "address",
      }),
    OIDC_CLIENT_ID: text.max(200).optional().register(about, {
      does: "The name under which `OIDC_ISSUER` knows this service.",
      example: "federation",
    }),
    OIDC_CLIENT_SECRET: text.max(1_000).optional().register(about, {
      does: "The secret of `OIDC_CLIENT_ID`.",
      example: "the-secret-of-the-client",
      shown: "hidden",
    }),
    OIDC_ROLE_CLAIM: text.max(200).default("groups").register(about, {
      does: "The claim, of the ID token or of the issuer's UserInfo, that `OIDC_ROLES` reads: a text or a list of texts.",
      example: "roles",
      wrong: "nobody gets a role, so the issuer signs nobody in",
    }),
    OIDC_ROLES: list(RoleOfValue).register(about, {
      does: "The role for each value of `OIDC_ROLE_CLAIM`: `value=role`. Of several, the highest counts. Without one of them, nobody is signed in.",
      example: "federation-owners=owner,staff=operator",
    }),
    OIDC_SCOPE: z
      .string()
      .trim()
      .max(500)
      .refine((scope) => scope.split(/ +/).includes("openid"), "must be a list separated by spaces, with openid")
      .default("openid profile")
      .register(about, {
        does: "The scopes that a sign-in asks for. Some issuers send the claim of the roles only with another one.",
        example: "openid profile groups",
      }),
    OIDC_NAME: text.max(100).optional().register(about, {
      does: "The issuer's name on the console's sign-in page.",
      example: "Harbour ID",
      unset: "the host of `OIDC_ISSUER`",
    }),
    RATE_LIMIT_REQUESTS: z.coerce.number().int().min(1).max(1_000_000).default(100).register(about, {
      does: "How many API requests a caller may send in one window. Five times as many for pages. Beyond it, the response is 429.",
      example: "200",
      unit: "requests",
    }),
    RATE_LIMIT_WINDOW_SECONDS: z.coerce.number().int().min(1).max(3600).default(10).register(about, {
      does: "The length of the window of `RATE_LIMIT_REQUESTS`.",
      example: "60",
      unit: "seconds",
    }),
    TRUSTED_PROXIES: list(
      z.string().refine(isNetwork, "must be a comma-separated list of CIDRs, such as 10.0.0.0/8"),
    ).register(about, {
      does: "The proxies whose `X-Forwarded-*` headers are believed. If a proxy is missing here, all of its clients share one rate limit.",
      example: "10.0.0.0/8,::1/128",
    }),
    ALLOWED_HOSTS: list(
      z
        .string()
        .refine(
          (host) => canonicalHost(host) !== null,
          "must be a comma-separated list of hosts, such as portal.internal:3000",
        ),
    ).register(about, {
      does: "Further host names of this service, with their port. Links use them, and `/api/mcp` accepts them. The host of `PUBLIC_URL`, `localhost` and IP addresses are always allowed.",
      example: "portal.internal:3000",
    }),
    ARD_PEERS: list(
      z
        .string()
        .refine(
          isArdPeer,
          "must be a comma-separated list such as urn:air:peer.example:registry:main=https://peer.example/ard/",
        ),
    ).register(about, {
      does: "The registries to which a search by [ARD](decisions/protocols.md#agentic-resource-discovery) refers: `identifier=address`.",
      example: "urn:air:peer.example:registry:agents=https://peer.example/api/ard/",
    }),
    OUTGOING_ALLOW: list(AllowedRange).register(about, {
      does: "Networks that the service may call if a stranger supplied the address: `CIDR:port`, or `CIDR:*` for every port. It calls other such addresses only if they are public, by https on port 443 ([outgoing requests](decisions/network.md#outgoing-requests)). On loopback it may call them without https.",
      example: "10.0.0.0/8:8443",
    }),
    DNS_SERVERS: list(
      z.string().refine(isSocketAddress, "must be a comma-separated list of IP addresses, such as 192.0.2.53:5353"),
    ).register(about, {
      does: "The name servers for names given by strangers and for proofs of domain: IP addresses, each with a port if it is not 53.",
      example: "192.0.2.53,[2001:db8::53]:5353",
      unset: "the system's name servers",
    }),
    MAX_BODY_BYTES: z.coerce.number().int().min(1024).max(16_777_216).default(65_536).register(about, {
      does: "The size limit of a request's body. A larger one gets 413. Only the form of the console that imports a list has another limit: 8 MB.",
      example: "131072",
      unit: "bytes",
    }),
    CLAIMS: z.enum(["operator", "proven"]).default("operator").register(about, {
      does: "Who approves an application. `operator`: an operator always decides. `proven`: a code at a place that the DID names (a host or a repository) approves it at once, if the DID has no record or a listed one.",
      example: "proven",
    }),
    TWO_OPERATORS: list(z.enum(["t4", "erasure"])).register(about, {
      does: "What needs [two operators](guide.md#two-operators): `t4`, to grant T4; `erasure`, to erase an anchor or redact a text.",
      example: "t4,erasure",
      unset: "one operator is enough",
    }),
    SEED_DEMO: flag.optional().register(about, {
      does: "Whether the first start creates the demo federation in an empty database.",
      example: "0",
      unset: "1 with the embedded database, else 0",
    }),
    DATABASE_TIMEOUT_SECONDS: seconds().default(5).register(about, {
      does: "How long a response of the database may take. Other limits follow from it: a wait for a connection takes at most 0.6 times, a statement on the server 0.8 times, and a transaction three times as long.",
      example: "10",
      unit: "seconds",
    }),
    DRAIN_SECONDS: seconds().default(10).register(about, {
      does: "How long running requests may take to finish after SIGTERM.",
      example: "30",
      unit: "seconds",
    }),
    WATCHDOG_SECONDS: z.coerce.number().int().min(0).max(600).default(10).register(about, {
      does: "After how long a blocked process [ends with its stack in the log](decisions/process.md#a-blocked-server). 0: never.",
      example: "0",
      unit: "seconds",
    }),
    // Node's limit for a whole request is the maximum.
    HEADERS_SECONDS: seconds(30).default(10).register(about, {
      does: "How long a client may take to send a request's headers.",
      example: "5",
      unit: "seconds",
    }),
    STREAM_CHECK_SECONDS: seconds().default(25).register(about, {
      does: "How often an open stream checks that its token is still valid.",
      example: "10",
      unit: "seconds",
    }),
    A2A_WAIT_SECONDS: seconds(25).default(15).register(about, {
      does: "How long a message to an [A2A address](decisions/protocols.md#the-a2a-front-door) waits for its answer.",
      example: "5",
      unit: "seconds",
    }),
    READING_PERCENT: z.coerce.number().int().min(1).max(100).default(60).register(about, {
      does: "How much of the main thread's time all reading together may use. Further reading waits.",
      example: "80",
      unit: "percent",
    }),
    RENDER_SLOTS: z.coerce.number().int().min(1).max(64).default(3).register(about, {
      does: "How many pages are rendered at a time. Further ones wait.",
      example: "6",
      unit: "pages",
    }),
    STALL_SECONDS: seconds().default(20).register(about, {
      does: "After how long the service closes a connection whose client reads nothing of the response.",
      example: "60",
      unit: "seconds",
    }),
    SIGNING_KEY: text.optional().register(about, {
      does: "The Ed25519 private key that signs the logs: PKCS #8, as PEM or as base64 of its DER. The [other keys](decisions/trust.md#keys-did-documents-and-credentials) are derived from it. `npm run keys -- new` makes one. To change it, follow [the steps](operations/README.md#change-the-signing-key).",
      example: "MC4CAQAwBQYDK2VwBCIEIE…",
      unset:
        "the first start creates keys: in `DATA_DIR/signing-keys.json` with the embedded database, else in the database in clear",
      shown: "hidden",
      wrong: "the start stops with a sentence that names it",
    }),
    SIGNING_KEY_PREVIOUS: text.optional().register(about, {
      does: "During [a change of the key](operations/README.md#change-the-signing-key), the `SIGNING_KEY` before. Checkpoints and webhooks carry its signature too, and stored secrets are encrypted again.",
      example: "MC4CAQAwBQYDK2VwBCIEIE…",
      unset: "no change of the key",
      shown: "hidden",
      wrong: "the start stops with a sentence that names it",
    }),
    EMBEDDER: z.enum(["auto", "lexical"]).default("auto").register(about, {
      does: "How examples of skills are compared. `auto` compares meanings, with the [sentence encoder](decisions/finding.md#the-local-sentence-encoder) (about 100 MB) unless `EMBEDDINGS_URL` is set. `lexical` compares only words.",
      example: "lexical",
    }),
    EMBEDDINGS_URL: web("http://localhost:11434/v1", "path", "query").optional().register(about, {
      does: "An OpenAI-compatible embeddings endpoint, used in place of `EMBEDDER`: its address, or the part before `/v1/embeddings`. It compares all skills, also those without examples, and [counts a little beside the words](routing.md#limits). It needs `EMBEDDINGS_MODEL`.",
      example: "http://localhost:11434/v1",
      shown: "address",
    }),
    EMBEDDINGS_MODEL: text.max(200).optional().register(about, {
      does: "The model that `EMBEDDINGS_URL` uses.",
      example: "nomic-embed-text",
    }),
    EMBEDDINGS_API_KEY: z
      .string()
      .regex(/^[\x21-\x7e]+$/, "must have visible ASCII characters only")
      .optional()
      .register(about, {
        does: "The bearer token for `EMBEDDINGS_URL`.",
        example: "sk-example",
        shown: "hidden",
      }),
    SMTP_URL: server(["smtp", "smtps"], "smtp://user:password@mail.example:587").optional().register(about, {
      does: "The mail server for e-mails to applicants, senders of reports, owners and operators. It needs `MAIL_FROM`. Without it, applicants see the state of an application only on its private page.",
      example: "smtps://user:password@mail.example:465",
      unset: "no e-mail",
      shown: "address",
    }),
    MAIL_FROM: text.max(320).optional().register(about, {
      does: "The sender of these e-mails.",
      example: "Open Agent Federation <federation@mail.example>",
    }),
    WORK_WEBHOOK_URL: web("https://alerts.example/hooks/federation", "path", "query").optional().register(about, {
      does: "The address that receives messages about [waiting items](guide.md#notifications), as Standard Webhooks.",
      example: "https://alerts.example/hooks/federation",
      unset: "operators get e-mails only",
      shown: "hidden",
    }),
    BUILD_SHA: text.optional().register(about, {
      does: "The commit that the service reports.",
      example: "f54d6d95a0c1",
      unset: "from git, at the build; with `-dirty` if files were not committed",
      wrong: "the service reports it as it is",
    }),
    REGION: text.default("local").register(about, {
      does: "The region that `/health` reports.",
      example: "eu-west",
      wrong: "`/health` reports it as it is",
    }),
    PUBLIC_URL: web("https://federation.example").optional().register(about, {
      does: "The address at which others reach the service. Without it, links use the host of each request if it is allowed, else `http://localhost:PORT`. Signed statements then name the council's log, and there are no DID documents and no credentials.",
      example: "https://federation.example",
      shown: "address",
    }),
    REPOSITORY_URL: web("https://code.example/federation", "path").optional().register(about, {
      does: "The address of the source, for links to commits and comparisons. Without it, `/releases.json` names `/changelog` as `repo`.",
      example: "https://code.example/federation/service",
      shown: "address",
    }),
    SECURITY_CONTACT: z
      .string()
      .refine(
        (contact) => isWebAddress(contact, PARTS, ["https"]) || /^(?:mailto|tel):[^\s/]+$/.test(contact),
        "must be an https:, mailto: or tel: address (RFC 9116, 2.5.3)",
      )
      .optional()
      .register(about, {
        does: "Where to report a vulnerability, for `/.well-known/security.txt` (RFC 9116).",
        example: "mailto:security@federation.example",
        unset: "`CONTACT`; without both there is no `security.txt`",
      }),
    CONTACT: z
      .string()
      .refine(
        (contact) => z.email().safeParse(contact).success || isWebAddress(contact, PARTS, ["https"]),
        "must be an e-mail address or an https: address",
      )
      .optional()
      .register(about, {
        does: "The operators' address on the page footer, on `/join` and on private pages.",
        example: "operators@federation.example",
      }),
    FEDERATION_NAME: text.max(100).default("Open Agent Federation").register(about, {
      does: "The federation's name, on pages and in feeds, cards and e-mails.",
      example: "Harbour Federation",
    }),
    OTEL_EXPORTER_OTLP_ENDPOINT: web("http://localhost:4318", "path").optional().register(about, {
      does: "The collector of [OpenTelemetry traces](decisions/observing.md#traces): they are sent as JSON over HTTP, to this address plus `/v1/traces`. `OTEL_EXPORTER_OTLP_HEADERS`, `_TIMEOUT`, `_COMPRESSION` and `_CERTIFICATE` also work, and so does `OTEL_RESOURCE_ATTRIBUTES`.",
      example: "http://localhost:4318",
      unset: "no traces; OpenTelemetry is not loaded",
      shown: "address",
    }),
    OTEL_SERVICE_NAME: text.max(200).optional().register(about, {
      does: "The name of this service in traces.",
      example: "governance-eu",
      unset: "`federation-governance-service`",
    }),
    OTEL_TRACES_SAMPLER: z.enum(["parentbased_always_on", "parentbased_traceidratio"]).optional().register(about, {
      does: "Which traces are recorded: all, or the share in `OTEL_TRACES_SAMPLER_ARG`.",
      example: "parentbased_traceidratio",
      unset: "all",
    }),
    OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1).register(about, {
      does: "The share of traces that `parentbased_traceidratio` records, from 0 to 1.",
      example: "0.1",
    }),
    OTEL_BSP_SCHEDULE_DELAY: z.coerce.number().int().min(1).max(600_000).default(5_000).register(about, {
      does: "After how long spans are sent.",
      example: "1000",
      unit: "milliseconds",
    }),
    LOG_LEVEL: z.enum(["trace", "debug", "info", "warn", "error", "fatal", "silent"]).optional().register(about, {
      does: "Which lines the log has: those of this level and above.",
      example: "debug",
      unset: "`warn` on a terminal, else `info`",
    }),
    LOG_FORMAT: z.enum(["json", "pretty"]).optional().register(about, {
      does: "How the log is written.",
      example: "json",
      unset: "`pretty` on a terminal, else `json`",
    }),
  })
  .refine(
    (s) => (s.UPSTASH_REDIS_REST_URL === undefined) === (s.UPSTASH_REDIS_REST_TOKEN === undefined),
    together("UPSTASH_REDIS_REST_TOKEN", "UPSTASH_REDIS_REST_URL"),
  )
  .refine((s) => !isSameServer(s.GUARD, s.REDIS_URL), {
    path: ["GUARD"],
    message: "must be another Redis than REDIS_URL, which may forget its counters",
    when: () => true,
  })
  .refine((s) => s.WITNESS_QUORUM === undefined || s.WITNESS_QUORUM <= s.WITNESSES.length, {
    path: ["WITNESS_QUORUM"],
    message: "must be at most the number of WITNESSES",
    when: ({ value }) => Array.isArray((value as { WITNESSES?: unknown }).WITNESSES),
  })
  .refine((s) => (s.SMTP_URL === undefined) === (s.MAIL_FROM === undefined), together("MAIL_FROM", "SMTP_URL"))
  .refine(
    (s) => (s.EMBEDDINGS_URL === undefined) === (s.EMBEDDINGS_MODEL === undefined),
    together("EMBEDDINGS_MODEL", "EMBEDDINGS_URL"),
  )
  .refine(
    (s) => (s.OIDC_ISSUER === undefined) === (s.OIDC_CLIENT_ID === undefined),
    together("OIDC_CLIENT_ID", "OIDC_ISSUER"),
  )
  .refine(
    (s) => (s.OIDC_ISSUER === undefined) === (s.OIDC_CLIENT_SECRET === undefined),
    together("OIDC_CLIENT_SECRET", "OIDC_ISSUER"),
  )
  .refine(
    (s) => (s.OIDC_ISSUER === undefined) === (s.OIDC_ROLES === undefined || s.OIDC_ROLES.length === 0),
    together("OIDC_ROLES", "OIDC_ISSUER"),
  )
  .refine((s) => s.OIDC_ISSUER === undefined || s.PUBLIC_URL !== undefined, {
    path: ["PUBLIC_URL"],
    message: "must be set with OIDC_ISSUER, which sends browsers back to it",
    when: () => true,
  });
export type Settings = z.infer<typeof Settings>;

type RawIssue = Parameters<z.core.$ZodErrorMap>[0];

/** Returns what a setting must be, in words for operators. */
export function sayWhatIsWanted(issue: RawIssue): string | undefined {
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

/** A wrong setting. `says` continues a sentence that begins with its name, without the value. */
export interface SettingFault {
  name: string;
  says: string;
}

/**
 * Checks all settings of an environment. An empty or blank variable counts as unset.
 * @returns the settings, if none is wrong, and one fault for each wrong one
 */
export function checkSettings(environment: Record<string, string | undefined>): {
  settings?: Settings;
  faults: SettingFault[];
} {
  const present = Object.fromEntries(Object.entries(environment).filter(([, value]) => value?.trim() !== ""));
  const { data, error } = Settings.safeParse(present, { error: sayWhatIsWanted });
  if (data) return { settings: data, faults: [] };
  const faults = new Map(error?.issues.map(({ path: [name], message }) => [String(name), message]));
  return { faults: [...faults].map(([name, says]) => ({ name, says })) };
}

/**
 * Parses the settings of an environment.
 * @throws Error with one sentence for each wrong setting, which names it
 */
export function parseSettings(environment: Record<string, string | undefined>): Settings {
  const { settings, faults } = checkSettings(environment);
  if (settings) return settings;
  throw new Error(faults.map(({ name, says }) => `${name} ${says}.`).join("\n"));
}

let current: Settings | undefined;

/** Returns the process's settings, parsed once at the first call. */
export function settings(): Settings {
  current ??= parseSettings(process.env);
  return current;
}
