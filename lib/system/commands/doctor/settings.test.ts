import { describe, expect, it } from "vitest";
import { examineSettings } from "./settings";

const PG = "postgres://user:secret-1@localhost/federation";

type Case = [environment: Record<string, string>, about: string, says: RegExp];

/** Refused at the start. */
const FAILED: Case[] = [
  [{ PORT: "http" }, "PORT", /must be a number/],
  [{ HOST: "http://a.example" }, "HOST", /without a port/],
  [{ DATABASE_URL: "localhost:5432" }, "DATABASE_URL", /must be an address such as postgres:/],
  [{ DATABASE_TIMEOUT_SECONDS: "0" }, "DATABASE_TIMEOUT_SECONDS", /0\.1 or more/],
  [{ REDIS_URL: "localhost" }, "REDIS_URL", /must be an address/],
  [{ UPSTASH_REDIS_REST_TOKEN: "t" }, "UPSTASH_REDIS_REST_TOKEN", /together with UPSTASH_REDIS_REST_URL/],
  [{ PUBLIC_URL: "https://a.example/portal" }, "PUBLIC_URL", /without path/],
  [{ PUBLIC_URL: "https://u:secret@a.example" }, "PUBLIC_URL", /user and password/],
  [{ TRUSTED_PROXIES: "proxy.internal" }, "TRUSTED_PROXIES", /CIDRs/],
  [{ ALLOWED_HOSTS: "https://a.example" }, "ALLOWED_HOSTS", /list of hosts/],
  [{ OUTGOING_ALLOW: "127.0.0.1" }, "OUTGOING_ALLOW", /CIDRs with a port/],
  [{ DNS_SERVERS: "dns.example" }, "DNS_SERVERS", /IP addresses/],
  [{ OPERATOR_TOKEN: "secret" }, "OPERATOR_TOKEN", /24 to 200/],
  [{ OPERATOR_TOKEN: "fgs_secret-with-a-wrong-checksum" }, "OPERATOR_TOKEN", /checksum/],
  [{ SIGNING_KEY: "secret" }, "SIGNING_KEY", /Ed25519/],
  [{ SMTP_URL: "smtp://mail.example" }, "MAIL_FROM", /together with SMTP_URL/],
  [{ EMBEDDINGS_URL: "http://localhost:1" }, "EMBEDDINGS_MODEL", /together with EMBEDDINGS_URL/],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: "localhost:4318" }, "OTEL_EXPORTER_OTLP_ENDPOINT", /must be an address/],
  [{ SECURITY_CONTACT: "a@b.example" }, "SECURITY_CONTACT", /mailto:/],
  [{ LOG_LEVEL: "loud" }, "LOG_LEVEL", /must be trace or/],
  [{ SEED_DEMO: "yes" }, "SEED_DEMO", /must be 0 or 1/],
  [{ DATA_DIR: `/${"d".repeat(120)}` }, "DATA_DIR", /too long/],
  [{ REDIS_ULR: "redis://:secret@localhost" }, "REDIS_ULR", /looks like REDIS_URL/],
  [{ SIGNING_KEY_FILE: "/run/secret" }, "SIGNING_KEY_FILE", /looks like SIGNING_KEY/],
];

/** Accepted, but rarely meant. */
const WARNED: Case[] = [
  [{ NODE_ENV: "development" }, "NODE_ENV", /development/],
  [{ DATABASE_URL: PG }, "REDIS_URL", /each instance counts/],
  [
    { REDIS_URL: "redis://h", UPSTASH_REDIS_REST_URL: "https://h.example", UPSTASH_REDIS_REST_TOKEN: "secret" },
    "REDIS_URL",
    /only one is used/,
  ],
  [{ TRUSTED_PROXIES: "10.0.0.0/8" }, "PUBLIC_URL", /though there are proxies/],
  [{ PUBLIC_URL: "http://federation.example" }, "PUBLIC_URL", /not https/],
  [{ TRUSTED_PROXIES: "::/0" }, "TRUSTED_PROXIES", /every address/],
  [{ OUTGOING_ALLOW: "127.0.0.0/8:*" }, "OUTGOING_ALLOW", /on the machine where it runs/],
  [{ OUTGOING_ALLOW: "0.0.0.0/0:*" }, "OUTGOING_ALLOW", /on the machine where it runs/],
  [{ DATABASE_URL: PG }, "ERASURES_FILE", /brings erased data back/],
  [{ DATA_DIR: "/srv/data", ERASURES_FILE: "/srv/data/journal" }, "ERASURES_FILE", /a backup of DATA_DIR contains/],
  [{ DATABASE_URL: PG, SEED_DEMO: "1" }, "SEED_DEMO", /invented agents/],
  [{ LOG_LEVEL: "silent" }, "LOG_LEVEL", /no fault is ever written/],
  [{ DATABASE_POOLED: "session" }, "DATABASE_POOLED", /nothing without DATABASE_URL/],
  [{ DATABASE_DIRECT_URL: PG }, "DATABASE_DIRECT_URL", /nothing without DATABASE_URL/],
  [{ EMBEDDINGS_API_KEY: "secret" }, "EMBEDDINGS_API_KEY", /nothing without EMBEDDINGS_URL/],
  [{ OTEL_SERVICE_NAME: "eu" }, "OTEL_SERVICE_NAME", /nothing without OTEL_EXPORTER_OTLP_ENDPOINT/],
];

describe("doctor, on settings", () => {
  it.each([
    ...FAILED.map((each) => ["failed", ...each] as const),
    ...WARNED.map((each) => ["warning", ...each] as const),
  ])("%s: %j, about %s", (state, environment, about, says) => {
    const { findings } = examineSettings(environment as unknown as NodeJS.ProcessEnv);
    const notOk = findings.filter((finding) => finding.state === state && finding.about === about);
    expect(notOk).toEqual([{ state, about, says: expect.stringMatching(says), remedy: expect.stringMatching(/\.$/) }]);
    expect(JSON.stringify(findings)).not.toContain("secret");
  });

  it("is content without settings, and with those of a real instance, and shows no secret", () => {
    const real = {
      DATABASE_URL: `${PG}?sslpassword=secret-2`,
      REDIS_URL: "redis://:secret-3@localhost:6379",
      PUBLIC_URL: "https://federation.example",
      TRUSTED_PROXIES: "127.0.0.1/32",
      OUTGOING_ALLOW: "10.0.0.0/8:8443",
      OPERATOR_TOKEN: "secret-4-secret-4-secret-4",
      SMTP_URL: "smtp://user:secret-5@mail.example",
      MAIL_FROM: "a@b.example",
      ERASURES_FILE: "/var/lib/erasures/journal",
    };
    for (const environment of [{}, real] as unknown as NodeJS.ProcessEnv[]) {
      const { findings, read } = examineSettings(environment);
      expect(findings.filter(({ state }) => state !== "ok")).toEqual([]);
      expect(read).toBeDefined();
      expect(JSON.stringify(findings)).not.toMatch(/secret|\[object/);
    }
  });
});
