import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { testDatabase } from "@/lib/database/testing/test-database";
import { withoutParameters } from "./log";

const database = testDatabase();

describe("a line of the log", () => {
  it("contains the statement and the place of a failed query, and no input", async () => {
    const written = "agents@lodz.example\nparams: more\n\n    at last\nof it";
    const failure = await database()
      .execute(sql`select ${written}::text from nothing_here`)
      .catch((error: Error) => error);
    const { message, stack } = failure as Error;
    expect(message).toContain(written);
    for (const error of [message, stack, String(failure)]) {
      const line = JSON.stringify(withoutParameters({ event: "request", error }));
      expect(line).toContain("from nothing_here");
      expect(line).not.toMatch(/lodz|more|of it/);
    }
    expect(withoutParameters({ error: stack })["error"]).toMatch(/\n {4}at /);
  });

  it("is otherwise left as it is", () => {
    const line = { event: "request", error: "Error: params: 1", status: 500 };
    expect(withoutParameters(line)).toEqual(line);
  });
});
