import { DrizzleQueryError } from "drizzle-orm";
import postgres from "postgres";
import { describe, expect, it } from "vitest";
import { conflictsWithOthers, DatabaseTimeout, EngineEnded, isDatabaseError, isPassing, remedyFor } from "./errors";

it.each(["ECONNREFUSED", "ENOTFOUND", "ETIMEDOUT"])("%s is the database's only where a query met it", (code) => {
  const elsewhere = Object.assign(new Error("another server is away"), { code });
  expect(isDatabaseError(elsewhere)).toBe(false);
  expect(isDatabaseError(new TypeError("fetch failed", { cause: elsewhere }))).toBe(false);
  const met = Object.defineProperty(elsewhere, "query", { value: "select 1" });
  expect(isDatabaseError(met)).toBe(true);
});

const reported = (code: string, message = "reported") =>
  new DrizzleQueryError("select 1", [], new postgres.PostgresError({ message, code } as never));

describe("what may help", () => {
  it.each([
    ["40001", "a serialization failure", "conflict"],
    ["40P01", "a deadlock", "conflict"],
    ["55P03", "a lock timeout", "conflict"],
    ["22P05", "a value that cannot be stored", "record"],
    ["23505", "a key that exists", "record"],
    ["54000", "a row that is too large", "record"],
    ["P0001", "an exception of a trigger", "record"],
    ["08006", "a lost connection", "passing"],
    ["53100", "a full disk", "passing"],
    ["53300", "too many connections", "passing"],
    ["57014", "a statement that took too long", "passing"],
    ["57P03", "a server that starts", "passing"],
    ["58030", "an error of the disk", "passing"],
    ["25006", "a standby", "passing"],
    ["XX000", "an internal error", "passing"],
    ["28P01", "a wrong password", "permanent"],
    ["3D000", "no such database", "permanent"],
    ["3F000", "no such schema", "permanent"],
    ["42501", "a missing right", "permanent"],
    ["42P01", "a missing table", "permanent"],
    ["42704", "a missing type or operator class", "permanent"],
    ["57P04", "a dropped database", "permanent"],
    ["58P01", "a missing library", "permanent"],
    ["0A000", "a missing feature", "permanent"],
    ["99999", "an unknown code", "permanent"],
  ])("against %s, %s: %s", (code, _, remedy) => {
    const error = reported(code);
    expect(remedyFor(error)).toBe(remedy);
    expect(isPassing(error)).toBe(remedy === "passing" || remedy === "conflict");
    expect(isDatabaseError(error)).toBe(true);
  });

  it("is the same later against errors without a code of the server", () => {
    const lost = Object.defineProperty(Object.assign(new Error("refused"), { code: "ECONNREFUSED" }), "query", {});
    for (const error of [new DatabaseTimeout("late"), new EngineEnded(), lost])
      expect(remedyFor(error)).toBe("passing");
  });

  it("is a person against errors of a pooler that stay", () => {
    expect(remedyFor(reported("08P01", "unsupported startup parameter: x"))).toBe("permanent");
    expect(remedyFor(reported("08P01", "query_wait_timeout"))).toBe("passing");
  });

  it("is unknown for faults of the program and of files, and these are never tried again", () => {
    const missing = Object.assign(new Error("no such file"), { code: "ENOENT", syscall: "open" });
    for (const error of [new TypeError("x is undefined"), missing, "text"]) {
      expect(remedyFor(error)).toBeUndefined();
      expect(isPassing(error)).toBe(false);
    }
    // The driver adds nothing to a connection for a transaction.
    const refused = Object.assign(new Error("refused"), { code: "ECONNREFUSED", syscall: "connect" });
    expect(isPassing(refused)).toBe(true);
  });

  it("is another try for two transactions with the same new key", () => {
    expect(conflictsWithOthers(reported("23505"))).toBe(true);
    expect(conflictsWithOthers(reported("23503"))).toBe(false);
  });
});
