import { describe, expect, it } from "vitest";
import { parseSettings } from "./env";

const WITNESS = "witness.example/w1+b0c94f28+BM8fRd1av7fg5RK3Dn0ibRNCOTvNSrUZf3e2XAnoo9Fd";
const LOG = "log.example/2026+094481be+AWEXybUrvBN9vwoSiruF3/fkiIcWOcXJozKE8Pr+8NDl";
const WRONG: [setting: string, values: string[]][] = [
  ["NODE_ENV", ["staging"]],
  ["PORT", ["http", "-1", "65536", "80.5"]],
  ["DATABASE_URL", ["localhost:5432", "mysql://localhost/db"]],
  ["UPSTASH_REDIS_REST_URL", ["redis://localhost"]],
  ["REDIS_URL", ["http://localhost", "localhost:6379"]],
  ["OPERATOR_TOKEN", ["too-short", "has a space in the middle of it", `${"a".repeat(23)}é`, "a".repeat(201)]],
  ["OIDC_ISSUER", ["id.example", "http://id.example", "https://id.example/?x", "https://u:p@id.example"]],
  ["OIDC_ROLES", ["staff", "staff=admin", "=owner", "staff=operator,visitors"]],
  ["OIDC_SCOPE", ["profile", "openidprofile"]],
  ["RATE_LIMIT_REQUESTS", ["0", "many", "1.5"]],
  ["RATE_LIMIT_WINDOW_SECONDS", ["0", "3601", "10s"]],
  ["TRUSTED_PROXIES", ["10.0.0.1", "10.0.0.0/33", "10.0.0.0/8, proxy.internal", "::1/129", "fe80::1%eth0/64"]],
  ["ALLOWED_HOSTS", ["https://portal.example", "portal.example/", "a.example,b c", "a.example:99999", "300.1.1.1"]],
  ["OUTGOING_ALLOW", ["10.0.0.0/8", "10.0.0.1:443", "10.0.0.0/33:443", "10.0.0.0/8:0", "10.0.0.0/8:65536", "::1/128"]],
  [
    "WITNESSES",
    [
      WITNESS,
      `${WITNESS} ftp://w.example`,
      `${WITNESS} https://w.example/?x`,
      `${WITNESS} https://w.example x`,
      `${LOG} https://w.example`,
      `${WITNESS.replace("+b0", "+b1")} https://w.example`,
      `${WITNESS} https://a.example, ${WITNESS} https://b.example`,
    ],
  ],
  ["WITNESS_LOGS", [WITNESS, `${LOG}x`, "log.example/2026", `${LOG} ${LOG}`]],
  ["WITNESS_QUORUM", ["0", "1", "most"]],
  [
    "ARD_PEERS",
    [
      "https://peer.example/",
      "urn:air:peer.example=https://peer.example/",
      "urn:air:a.example:r=ftp://a.example",
      "urn:air:a.example:r=https://a.example:99999/",
      "urn:air:a.example:r=https://u:p@a.example/",
      "urn:air:a.example:r=https://a.example/?x",
    ],
  ],
  ["MAX_BODY_BYTES", ["1023", "64k"]],
  ["SEED_DEMO", ["yes", "true", "2"]],
  [
    "DNS_SERVERS",
    [
      "dns.example",
      "192.0.2.53:port",
      "192.0.2.300",
      "192.0.2.53:0",
      "192.0.2.53:65536",
      "[2001:db8::53",
      "[192.0.2.53]:53",
      "1.1.1.1;8.8.8.8",
    ],
  ],
  ["DRAIN_SECONDS", ["0", "601", "soon"]],
  ["WATCHDOG_SECONDS", ["-1", "0.5", "601", "soon"]],
  ["HEADERS_SECONDS", ["0", "31", "10s"]],
  ["STREAM_CHECK_SECONDS", ["0", "601", "never"]],
  ["DATABASE_TIMEOUT_SECONDS", ["0", "601", "5s"]],
  ["READING_PERCENT", ["0", "half"]],
  ["RENDER_SLOTS", ["0", "many"]],
  ["STALL_SECONDS", ["0", "601"]],
  ["HOST", ["http://a.example", "a.example:80", "[::1]", "a b", "-a.example"]],
  [
    "PUBLIC_URL",
    [
      ...["federation.example", "ftp://federation.example", "https:federation.example", "https:\\\\federation.example"],
      ...["https://a.example/portal", "https://a.example/?x", "https://a.example#x", "https://u:p@a.example"],
      ...["https://a.example:0", "https://a.example:70000", "https:///a.example", "https://a b.example"],
    ],
  ],
  ["REPOSITORY_URL", ["git@code.example:a/b.git", "code.example/a/b", "https://u:token@code.example/a"]],
  ["SECURITY_CONTACT", ["security@federation.example", "http://federation.example/security", "https://u@a.example/"]],
  [
    "CONTACT",
    ["mailto:operators@federation.example", "http://federation.example/contact", "operators", "https://u@a.example/"],
  ],
  ["FEDERATION_NAME", ["n".repeat(101)]],
  ["EMBEDDER", ["on", "Lexical"]],
  ["EMBEDDINGS_URL", ["localhost:11434", "ftp://models.example", "http://u:p@models.example"]],
  ["EMBEDDINGS_MODEL", ["a-model-without-a-url"]],
  ["EMBEDDINGS_API_KEY", ["two words", "kluczę"]],
  ["SMTP_URL", ["mail.example:587", "https://mail.example"]],
  ["MAIL_FROM", ["federation@mail.example"]],
  ["LOG_LEVEL", ["loud"]],
  ["LOG_FORMAT", ["text"]],
];

describe("parseSettings", () => {
  it("needs nothing: every setting has a default", () => {
    expect(parseSettings({})).toMatchObject({
      NODE_ENV: "production",
      PORT: 3000,
      DATA_DIR: ".data",
      RATE_LIMIT_REQUESTS: 100,
      RATE_LIMIT_WINDOW_SECONDS: 10,
      TRUSTED_PROXIES: [],
      MAX_BODY_BYTES: 65_536,
      REGION: "local",
    });
  });

  it("takes an empty or blank variable as unset", () => {
    expect(parseSettings({ PORT: " ", DATABASE_URL: "", OPERATOR_TOKEN: "", SEED_DEMO: "" })).toEqual(
      parseSettings({}),
    );
  });

  it("reads numbers, flags and lists", () => {
    const settings = parseSettings({ PORT: "8080", SEED_DEMO: "0", TRUSTED_PROXIES: " 10.0.0.0/8 ,, ::1/128 " });
    expect(settings).toMatchObject({ PORT: 8080, SEED_DEMO: false, TRUSTED_PROXIES: ["10.0.0.0/8", "::1/128"] });
  });

  for (const [setting, values] of WRONG) {
    it.each(values)(`stops at ${setting}=%s with a sentence that names it`, (value) => {
      expect(() => parseSettings({ [setting]: value, UPSTASH_REDIS_REST_TOKEN: upstashToken(setting) })).toThrow(
        new RegExp(`^${setting} must .+\\.$`, "m"),
      );
    });
  }

  it.each([
    ["PORT", "abc", "must be a number"],
    ["PORT", "80.5", "must be a whole number"],
    ["PORT", "65536", "must be 65535 or less"],
    ["LOG_FORMAT", "text", "must be json or pretty"],
    ["DATABASE_URL", "localhost", "must be an address such as postgres://user:password@host:5432/federation"],
    ["FEDERATION_NAME", "n".repeat(101), "must be 100 characters or less"],
  ])("says of %s=%s what it must be, in plain words", (setting, value, wanted) => {
    expect(() => parseSettings({ [setting]: value })).toThrow(new Error(`${setting} ${wanted}.`));
  });

  it("names every wrong setting at once, each in a sentence, also those that need each other", () => {
    const wrong = { PORT: "x", HOST: "a:1", TRUSTED_PROXIES: "a,b", SMTP_URL: "smtp://mail.example" };
    expect(() => parseSettings(wrong)).toThrow(
      new Error(
        [
          "PORT must be a number.",
          "HOST must be an IP address or a name of this machine, without a port.",
          "TRUSTED_PROXIES must be a comma-separated list of CIDRs, such as 10.0.0.0/8.",
          "MAIL_FROM must be set together with SMTP_URL.",
        ].join("\n"),
      ),
    );
  });

  it("does not repeat a secret that is wrong", () => {
    const secret = "hunter2 hunter2 hunter2";
    expect(() => parseSettings({ OPERATOR_TOKEN: secret })).toThrow(/^OPERATOR_TOKEN must(?!.*hunter2)/);
  });

  it("wants Upstash's address and token together", () => {
    const together = /^UPSTASH_REDIS_REST_TOKEN must be set together with UPSTASH_REDIS_REST_URL\.$/;
    expect(() => parseSettings({ UPSTASH_REDIS_REST_URL: "https://cache.example" })).toThrow(together);
    expect(() => parseSettings({ UPSTASH_REDIS_REST_TOKEN: "t" })).toThrow(together);
  });

  it("wants all that a sign-in by OpenID Connect needs, also PUBLIC_URL", () => {
    const issuer = { OIDC_ISSUER: "http://localhost:8080/realms/fed" };
    expect(() => parseSettings(issuer)).toThrow(
      new Error(
        [
          "OIDC_CLIENT_ID must be set together with OIDC_ISSUER.",
          "OIDC_CLIENT_SECRET must be set together with OIDC_ISSUER.",
          "OIDC_ROLES must be set together with OIDC_ISSUER.",
          "PUBLIC_URL must be set with OIDC_ISSUER, which sends browsers back to it.",
        ].join("\n"),
      ),
    );
    const client = { OIDC_CLIENT_ID: "fed", OIDC_CLIENT_SECRET: "s", PUBLIC_URL: "https://fed.example" };
    expect(parseSettings({ ...issuer, ...client, OIDC_ROLES: "cn=staff=operator, b=owner" }).OIDC_ROLES).toEqual([
      { value: "cn=staff", role: "operator" },
      { value: "b", role: "owner" },
    ]);
  });
});

/** Upstash's address is tried with its token, so that only the address is wrong. */
function upstashToken(setting: string): string | undefined {
  return setting === "UPSTASH_REDIS_REST_URL" ? "t" : undefined;
}

it("witnesses are separated by commas or line ends, and so are their keys from their addresses by spaces", () => {
  const { WITNESSES, WITNESS_LOGS } = parseSettings({
    WITNESSES: `\n${WITNESS}  https://w.example/witness/\n`,
    WITNESS_QUORUM: "1",
    WITNESS_LOGS: `${LOG}, ${LOG}`,
  });
  expect(WITNESSES.map(({ key, url }) => [key.name, url])).toEqual([
    ["witness.example/w1", "https://w.example/witness"],
  ]);
  expect(WITNESS_LOGS.map(({ name, raw }) => [name, raw.length])).toEqual([
    ["log.example/2026", 32],
    ["log.example/2026", 32],
  ]);
});
