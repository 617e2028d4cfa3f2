import { describe, expect, it } from "vitest";
import { JsonRpcError } from "@/lib/features/status/schema";
import { DEFAULT_ERRORS, ErrorBody } from "./errors";
import { ardShape, jsonRpcShape, rpcStatusShape } from "./protocol";

const { rateLimited, bodyTooLarge, methodNotAllowed, notFound, overloaded, malformedRequest, internal } =
  DEFAULT_ERRORS;

describe("ARD's error body", () => {
  it.each([
    [malformedRequest, "INVALID_ARGUMENT"],
    [DEFAULT_ERRORS.invalid, "INVALID_ARGUMENT"],
    [DEFAULT_ERRORS.unauthenticated, "UNAUTHENTICATED"],
    [notFound, "NOT_FOUND"],
    [rateLimited, "RATE_LIMIT_EXCEEDED"],
    [internal, "INTERNAL_ERROR"],
    [DEFAULT_ERRORS.database, "INTERNAL_ERROR"],
    [methodNotAllowed, "METHOD_NOT_ALLOWED"],
    [bodyTooLarge, "BODY_TOO_LARGE"],
    [overloaded, "OVERLOADED"],
  ])("has our fields and theirs: %j", (wire, errorCode) => {
    const { error, code } = wire;
    expect(ardShape(wire, "Why.", ["query.text"])).toEqual({
      ...{ error, code, message: "Why.", fields: ["query.text"] },
      errorCode,
    });
  });

  it("always has a message, which ARD requires, and is one of our error bodies, too", () => {
    for (const message of [undefined, ""]) {
      expect(ErrorBody.parse(ardShape(notFound, message))).toEqual({
        ...{ error: "Not found", code: "NOT_FOUND", message: "Not found." },
      });
    }
  });
});

describe("JSON-RPC's error body", () => {
  it.each([
    [malformedRequest, -32_600],
    [notFound, -32_600],
    [bodyTooLarge, -32_600],
    [rateLimited, -32_000],
    [overloaded, -32_000],
    [internal, -32_603],
    [{ ...notFound, rpcCode: -32_001 }, -32_001],
  ])("has a code, a message and our code: %j", (wire, code) => {
    const body = jsonRpcShape(wire, "Why.");
    expect(body).toEqual({ jsonrpc: "2.0", id: null, error: { code, message: "Why.", data: { code: wire.code } } });
    expect(JsonRpcError.safeParse(body).success).toBe(true);
    expect(jsonRpcShape(wire)).toMatchObject({ error: { message: wire.error } });
  });
});

describe("google.rpc's error body", () => {
  const shape = rpcStatusShape("a2a-protocol.org");

  it.each([
    [malformedRequest, "INVALID_ARGUMENT"],
    [notFound, "NOT_FOUND"],
    [methodNotAllowed, "UNIMPLEMENTED"],
    [rateLimited, "RESOURCE_EXHAUSTED"],
    [overloaded, "UNAVAILABLE"],
    [internal, "INTERNAL"],
    [{ status: 404, error: "Task not found", code: "TASK_NOT_FOUND" }, "NOT_FOUND"],
  ])("has the status twice, a message and a reason: %j", (wire, status) => {
    const reason = {
      "@type": "type.googleapis.com/google.rpc.ErrorInfo",
      ...{ reason: wire.code, domain: "a2a-protocol.org" },
    };
    expect(shape(wire)).toEqual({
      error: { code: wire.status, status, message: wire.error, details: [reason] },
    });
  });

  it("names the fields that are wrong", () => {
    expect(shape(DEFAULT_ERRORS.invalid, "`parts` is required.", ["parts"])).toMatchObject({
      error: {
        message: "`parts` is required.",
        details: [{}, { "@type": "type.googleapis.com/google.rpc.BadRequest", fieldViolations: [{ field: "parts" }] }],
      },
    });
  });
});
