import { describe, expect, it } from "vitest";
import { cursorOf, readPosition, standingKey } from "./rules";

describe("the key of this service's own words", () => {
  it.each([
    ["https://fed.example.org/x", "org.example.fed/standing"],
    ["https://fed.example.org:8443", "org.example.fed/standing"],
    [undefined, "internal.federation/standing"],
    ["http://localhost:3000", "internal.federation/standing"],
    ["http://127.0.0.1:3000", "internal.federation/standing"],
    ["http://[::1]:3000", "internal.federation/standing"],
  ])("of %s is %s", (address, key) => {
    expect(standingKey(address)).toBe(key);
  });
});

describe("a cursor", () => {
  it("is read as it was written", () => {
    const position = { asOf: new Date(1_790_000_000_123), key: "com.example/weather", did: "did:mcp:default:a:b" };
    expect(readPosition(cursorOf(position))).toEqual(position);
  });

  it.each(["", "x", btoa("[]"), btoa('["v1",1.5,"a","b"]'), btoa('["v1",-1,"a","b"]'), "é"])("is not %s", (text) => {
    expect(readPosition(text)).toBeNull();
  });
});
