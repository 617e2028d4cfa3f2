import { describe, expect, it } from "vitest";
import { parseSettings } from "@/lib/foundation/env";
import { isAllowedHost, isConfiguredHost, isGuessedAddress, ownAddress, signedIssuer } from "./hosts";

const bare = parseSettings({ PORT: "4000" });
const known = parseSettings({
  PUBLIC_URL: "https://Federation.example/",
  ALLOWED_HOSTS: "internal.example:8080, other.example",
});
const allowing = parseSettings({ ALLOWED_HOSTS: "internal.example" });

describe("a host", () => {
  it.each(["localhost", "LOCALHOST:4000", "127.0.0.1", "192.0.2.7:81", "[2001:db8::1]", "[::1]:3000"])(
    "%s names this service without a setting",
    (host) => {
      expect(isAllowedHost(host, bare)).toBe(true);
      expect(isConfiguredHost(host, bare)).toBe(false);
    },
  );

  it.each([
    "evil.example",
    "localhost.evil.example",
    "127.0.0.1.nip.example",
    "xlocalhost",
    "",
    "a b",
    "user@localhost/x y",
  ])("%j does not", (host) => expect(isAllowedHost(host, bare)).toBe(false));

  it.each([
    "federation.example",
    "FEDERATION.example:443",
    "federation.example:80",
    "internal.example:8080",
    "other.example",
  ])("%s does where it is set", (host) => {
    expect(isConfiguredHost(host, known)).toBe(true);
    expect(isAllowedHost(host, known)).toBe(true);
    expect(isAllowedHost(host, bare)).toBe(false);
  });

  it.each(["federation.example:8080", "internal.example", "sub.federation.example", "federation.example.evil.example"])(
    "%s is not the one that is set",
    (host) => expect(isAllowedHost(host, known)).toBe(false),
  );
});

describe("the address in links", () => {
  const asked = (host: string, protocol = "http") =>
    new Headers({ host: "inner.example", "x-forwarded-host": host, "x-forwarded-proto": protocol });

  it("is PUBLIC_URL, whatever host was asked for", () => {
    for (const host of ["localhost:4000", "other.example", "evil.example"]) {
      expect(ownAddress(asked(host), known)).toBe("https://Federation.example");
      expect(isGuessedAddress(host, known)).toBe(false);
    }
  });

  it("is the one that was asked for, if its host is allowed", () => {
    expect(ownAddress(asked("127.0.0.1:4000"), bare)).toBe("http://127.0.0.1:4000");
    expect(ownAddress(asked("internal.example", "https"), allowing)).toBe("https://internal.example");
    expect(ownAddress(new Headers({ host: "localhost:4000" }), bare)).toBe("http://localhost:4000");
    expect(isGuessedAddress("internal.example", allowing)).toBe(false);
  });

  it("is localhost for any other host, and known to be a guess", () => {
    expect(ownAddress(asked("evil.example", "https"), bare)).toBe("http://localhost:4000");
    expect(ownAddress(new Headers(), bare)).toBe("http://localhost:4000");
    expect(isGuessedAddress("evil.example", bare)).toBe(true);
  });
});

it("signs as PUBLIC_URL, else as its council log", () => {
  expect(signedIssuer(known, "federation/1/council")).toBe("https://Federation.example");
  expect(signedIssuer(bare, "federation/1/council")).toBe("federation/1/council");
});
