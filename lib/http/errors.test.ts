import { describe, expect, it } from "vitest";
import { z } from "zod";
import { type Endpoint, errorsOf, wireError } from "./endpoint";
import { DEFAULT_ERRORS, ErrorBody, errorBody } from "./errors";

const read: Endpoint = {
  operationId: "readThing",
  method: "GET",
  path: "/things",
  summary: "A public read",
  tag: "things",
  responses: { 200: z.object({}) },
};
const write: Endpoint = { ...read, method: "POST", permission: "agent.join", body: z.object({}) };
const kinds = (endpoint: Endpoint) => [...errorsOf(endpoint).keys()].toSorted();

describe("errorsOf", () => {
  it("gives a public read no error response that only credentials or a body could meet", () => {
    expect(kinds(read)).toEqual(["database", "internal", "malformedRequest", "overloaded", "rateLimited"]);
    expect(kinds({ ...read, kind: "probe" })).toEqual(["internal", "malformedRequest", "overloaded"]);
  });

  it("gives a write with a body everything that could go wrong before its verb", () => {
    expect(kinds(write)).toEqual([
      ...["bodyTooLarge", "clockSkew", "database", "internal", "invalid", "malformedRequest"],
      ...["overloaded", "rateLimited", "suspended", "unauthenticated", "unsupportedMediaType", "withdrawn"],
    ]);
  });

  it("says `DB error` everywhere", () => {
    for (const endpoint of [read, write]) {
      expect(wireError(endpoint, "database")).toEqual({ status: 500, error: "DB error", code: "DB_ERROR" });
    }
  });

  it("counts a query among the input that may be invalid", () => {
    expect(kinds({ ...read, query: z.object({}) })).toContain("invalid");
  });

  it("lets an endpoint's own text win", () => {
    const own = { status: 404, error: "Thing not found", code: "NOT_FOUND" };
    expect(wireError({ ...read, errors: { notFound: own } }, "notFound")).toBe(own);
    expect(wireError(read, "notFound")).toBe(DEFAULT_ERRORS.notFound);
  });
});

describe("errorBody", () => {
  it("has error and code always, and message only where there is more to say", () => {
    for (const wire of Object.values(DEFAULT_ERRORS)) {
      expect(errorBody(wire)).toEqual({ error: wire.error, code: wire.code });
      expect(errorBody(wire, "")).toEqual({ error: wire.error, code: wire.code });
      expect(ErrorBody.parse(errorBody(wire, "why"))).toEqual({ error: wire.error, code: wire.code, message: "why" });
      expect(errorBody(wire, "why", ["did"])).toMatchObject({ message: "why", fields: ["did"] });
    }
  });
});

describe("the default errors", () => {
  it("are client or server errors with a code in capitals", () => {
    for (const { status, error, code } of Object.values(DEFAULT_ERRORS)) {
      expect(status).toBeGreaterThanOrEqual(400);
      expect(error).not.toBe("");
      expect(code).toMatch(/^[A-Z]+(_[A-Z]+)*$/);
    }
  });
});
