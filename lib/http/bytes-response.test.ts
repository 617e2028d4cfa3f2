import { describe, expect, it } from "vitest";
import { BytesResponse, cookiesOf, headersOf } from "./bytes-response";

const JSON_HEADERS = { "content-type": "application/json" };

describe("a response of bytes", () => {
  it("is a response like any other to those who know nothing of it", async () => {
    const response = new BytesResponse('{"a":1}', { status: 201, headers: JSON_HEADERS });
    expect(response).toBeInstanceOf(Response);
    expect([response.status, response.headers.get("Content-Type")]).toEqual([201, "application/json"]);
    const copy = response.clone();
    expect([await response.json(), await copy.text(), copy.headers.get("content-type")]).toEqual([
      { a: 1 },
      '{"a":1}',
      "application/json",
    ]);
  });

  it("has its headers as they were given, and those that were set since", () => {
    const response = new BytesResponse("", { headers: JSON_HEADERS });
    expect(headersOf(response)).toEqual(JSON_HEADERS);
    response.headers.set("cache-control", "no-store");
    expect(headersOf(response)).toEqual({ ...JSON_HEADERS, "cache-control": "no-store" });
    expect(JSON_HEADERS).toEqual({ "content-type": "application/json" });
  });

  it.each([
    ["an object", { "set-cookie": "a=1" }, ["a=1"]],
    ["a list", [["set-cookie", "a=1"] as [string, string], ["set-cookie", "b=2"] as [string, string]], ["a=1", "b=2"]],
  ])("has its cookies apart from its headers, given as %s", (_, headers, cookies) => {
    const response = new BytesResponse("", { headers });
    expect([headersOf(response), cookiesOf(response)]).toEqual([{}, cookies]);
  });
});
