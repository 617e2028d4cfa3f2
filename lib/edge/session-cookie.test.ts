import { describe, expect, it } from "vitest";
import { cookieOf } from "@/lib/http/cookie";
import { sessionSecret } from "./session-cookie";

describe("the secret of a console session", () => {
  const secretOf = (header: string, protocol?: string) =>
    sessionSecret("console", (name) => cookieOf(header, name), protocol);

  it.each([
    ["console-session=plain", "http", "plain"],
    ["console-session=plain", undefined, "plain"],
    ["theme=dark; console-session=plain; a=b", "http", "plain"],
    ["__Secure-console-session=secure", "https", "secure"],
    ["console-session=plain; __Secure-console-session=secure", "https", "secure"],
    // A proxy may have ended TLS without a header that says so.
    ["console-session=plain; __Secure-console-session=secure", "http", "secure"],
    // Over TLS, the plain cookie may come from a page that was not served over TLS.
    ["console-session=plain", "https", undefined],
    ["xconsole-session=other", "http", undefined],
    ["", "http", undefined],
  ])("of %j over %s is %s", (header, protocol, secret) => {
    expect(secretOf(header, protocol)).toBe(secret);
  });
});
