import { createPrivateKey } from "node:crypto";
import { expect, it } from "vitest";
import { Settings } from "@/lib/foundation/env";
import { describeFaults, examineEnvironment } from "./settings";

const faultsOf = (environment: Record<string, string>) => describeFaults(examineEnvironment(environment).faults);

it.each([
  ["REDIS_ULR", "REDIS_URL"],
  ["DATABSE_URL", "DATABASE_URL"],
  ["DATABASE_URI", "DATABASE_URL"],
  ["PUBLICURL", "PUBLIC_URL"],
  ["port", "PORT"],
  ["HOSTS", "HOST"],
  ["OPERATOR_TOKENS", "OPERATOR_TOKEN"],
  ["TRUSTED_PROXY", "TRUSTED_PROXIES"],
  ["OTEL_EXPORTER_OTLP_ENDPIONT", "OTEL_EXPORTER_OTLP_ENDPOINT"],
  ["RATE_LIMIT_WINDOW", "RATE_LIMIT_WINDOW_SECONDS"],
  ["DATABASE_TIMEOUT", "DATABASE_TIMEOUT_SECONDS"],
  ["SIGNING_KEY_FILE", "SIGNING_KEY"],
  ["SMTP_HOST", "SMTP_URL"],
  ["EMBEDDINGS_KEY", "EMBEDDINGS_URL, EMBEDDINGS_MODEL, EMBEDDINGS_API_KEY"],
])("%s is no setting, and the sentence names %s", (name, like) => {
  expect(faultsOf({ [name]: "secret-value" })).toBe(`${name} is no setting. It looks like ${like}.`);
});

it.each([
  ...[
    "PATH",
    "HOME",
    "USER",
    "PWD",
    "SHELL",
    "LANG",
    "TERM",
    "HOSTNAME",
    "EDITOR",
    "NODE_OPTIONS",
    "NODE_PATH",
    "DEBUG",
  ],
  ...["CI", "TZ", "MAIL", "LOGNAME", "TMPDIR", "DISPLAY", "SSH_TTY", "HTTP_PROXY", "NO_PROXY", "npm_config_registry"],
  ...["AWS_REGION", "XDG_DATA_DIRS", "PGHOST", "PGPORT", "POSTGRES_URL", "REDIS_TLS_URL", "HOST_IP", "REGION_NAME"],
  ...["NEXT_SERVER_ACTIONS_ENCRYPTION_KEY", "NEXT_TELEMETRY_DISABLED", "OTEL_EXPORTER_OTLP_HEADERS"],
  ...["OTEL_EXPORTER_OTLP_TIMEOUT", "OTEL_EXPORTER_OTLP_CERTIFICATE", "OTEL_RESOURCE_ATTRIBUTES", "OTEL_LOG_LEVEL"],
  ...[
    "DATABASE_SERVICE_HOST",
    "DATABASE_PORT",
    "DATABASE_PORT_5432_TCP_ADDR",
    "REDIS_PORT_6379_TCP",
    "SMTP_SERVICE_PORT",
  ],
  ...[
    "FEDERATION_URL",
    "DATABASE_URL_UNPOOLED",
    "DATABASE_CONNECTION_POOL_URL",
    "TOKEN",
    "DID",
    "TEST_DATABASE_URL",
    "TEST_REDIS_URL",
    "RENDER_SERVICE_ID",
    "COMPOSE_PROJECT_NAME",
  ],
  ...["LOG_FILE", "JOURNAL_STREAM", "INVOCATION_ID", "CHROMIUM_PATH", "VITEST", "INIT_CWD", "OLDPWD", "LS_COLORS"],
])("%s of another program is ignored", (name) => {
  expect(faultsOf({ [name]: "value" })).toBe("");
});

it("no setting looks like a misspelt other one, and an empty variable counts as unset", () => {
  for (const name of Object.keys(Settings.shape)) expect(faultsOf({ [name]: "x" })).not.toContain("is no setting");
  expect(faultsOf({ REDIS_ULR: " " })).toBe("");
});

it("everything wrong is said at once, without a value", () => {
  const wrong = {
    PORT: "hunter2",
    REDIS_ULR: "redis://:hunter2@localhost",
    DATABASE_URL: "hunter2",
    OPERATOR_TOKEN: "fgs_opr_hunter2-with-a-wrong-checksum",
    SIGNING_KEY: "hunter2",
    PUBLIC_URL: "https://u:hunter2@a.example/",
  };
  const said = faultsOf(wrong);
  expect(said.split("\n")).toEqual([
    "REDIS_ULR is no setting. It looks like REDIS_URL.",
    "PORT must be a number.",
    expect.stringMatching(/^DATABASE_URL must be an address such as /),
    expect.stringMatching(
      /^PUBLIC_URL must be an address such as .+, without path, query, fragment, user and password\.$/,
    ),
    "OPERATOR_TOKEN begins with fgs_, but its checksum is wrong.",
    expect.stringMatching(/^SIGNING_KEY must be an Ed25519 private key, /),
  ]);
  expect(said).not.toContain("hunter2");
});

it("SIGNING_KEY_PREVIOUS is a key, another one than SIGNING_KEY, and not alone", () => {
  const [SIGNING_KEY = "", SIGNING_KEY_PREVIOUS = ""] = ["07", "08"].map((byte) =>
    Buffer.from(`302e020100300506032b657004220420${byte.repeat(32)}`, "hex").toString("base64"),
  );
  expect(faultsOf({ SIGNING_KEY, SIGNING_KEY_PREVIOUS })).toBe("");
  expect(faultsOf({ SIGNING_KEY_PREVIOUS })).toBe(
    "SIGNING_KEY_PREVIOUS is set without SIGNING_KEY, the key that follows it.",
  );
  const pem = createPrivateKey({ key: Buffer.from(SIGNING_KEY, "base64"), format: "der", type: "pkcs8" });
  for (const same of [SIGNING_KEY, pem.export({ format: "pem", type: "pkcs8" }).toString()])
    expect(faultsOf({ SIGNING_KEY, SIGNING_KEY_PREVIOUS: same })).toMatch(/^SIGNING_KEY_PREVIOUS is the same key/);
  expect(faultsOf({ SIGNING_KEY, SIGNING_KEY_PREVIOUS: "hunter2" })).toMatch(
    /^SIGNING_KEY_PREVIOUS must be an Ed25519 private key, [^\n]+$/,
  );
  expect(faultsOf({ SIGNING_KEY: "hunter2", SIGNING_KEY_PREVIOUS })).toMatch(/^SIGNING_KEY must be [^\n]+$/);
});

it("a path that is too long for a socket is a fault of DATA_DIR, unless PostgreSQL is used", () => {
  const long = { DATA_DIR: `/${"d".repeat(120)}` };
  expect(faultsOf(long)).toMatch(/^DATA_DIR its path is too long/);
  expect(faultsOf({ ...long, DATABASE_URL: "postgres://localhost/federation" })).toBe("");
});
