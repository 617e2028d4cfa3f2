import { describe, expect, it } from "vitest";
import { z } from "zod";
import { type Endpoint, errorsOf, wireError } from "./endpoint";
import { DB_ERROR, DEFAULT_ERRORS, ErrorBody, errorBody } from "./errors";

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
  it("gives a public read no refusal that only credentials or a body could meet", () => {
    expect(kinds(read)).toEqual(["internal", "malformedRequest", "rateLimited"]);
    expect(kinds({ ...read, kind: "probe" })).toEqual(["internal", "malformedRequest"]);
  });

  it("gives a write with a body everything that could go wrong before its verb", () => {
    expect(kinds(write)).toEqual([
      ...["bodyTooLarge", "database", "internal", "invalid", "malformedRequest"],
      ...["rateLimited", "unauthenticated", "unsupportedMediaType"],
    ]);
  });

  it("says `DB error` wherever a token must be checked", () => {
    expect(wireError(write, "database")).toBe(DB_ERROR);
    expect(wireError(read, "database").error).toBe("Internal error");
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
