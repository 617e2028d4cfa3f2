import postgres from "postgres";
import { expect, it, vi } from "vitest";
import { UnusableDatabase } from "@/lib/database/requirements";
import { ServiceError } from "@/lib/foundation/errors";
import { beginPreparing } from "./prepare-patiently";
import { waitingForDatabase } from "./welcome";

const reported = (code: string, message: string) => new postgres.PostgresError({ message, code } as never);
const refused = Object.assign(new Error("connect ECONNREFUSED 192.0.2.1:5432"), {
  code: "ECONNREFUSED",
  syscall: "connect",
});

it.each([
  ["an unreachable database", refused],
  ["a server that starts", reported("57P03", "the database system is starting up")],
  ["a wrong clock", new ServiceError("clockSkew", "The clock differs.", { retryAfterSeconds: 30 })],
])("waits for %s, says so, and ends with the operator's token", async (_, error) => {
  const prepare = vi.fn().mockRejectedValueOnce(error).mockRejectedValueOnce(error);
  prepare.mockResolvedValue({ operatorToken: "fgs_opr_new" });
  const { waitsFor, done } = await beginPreparing(prepare, 1);
  expect(waitsFor).toBe(error.message);
  expect(await done).toBe("fgs_opr_new");
  expect(prepare).toHaveBeenCalledTimes(3);
});

it.each([
  [
    "a missing right",
    reported("42501", "permission denied for schema public"),
    /refuses: permission denied.+npm run doctor/,
  ],
  ["a wrong password", reported("28P01", 'password authentication failed for user "a"'), /refuses: password/],
  [
    "a setting of the role",
    new UnusableDatabase({ cannot: "It is old.", remedy: "Use 14." }),
    /^It is old\. Use 14\.$/,
  ],
  ["a fault of the program", new TypeError("x is undefined"), /^x is undefined$/],
])("ends at once with a sentence on %s", async (_, error, sentence) => {
  const prepare = vi.fn().mockRejectedValue(error);
  await expect(beginPreparing(prepare, 1)).rejects.toThrow(sentence);
  expect(prepare).toHaveBeenCalledTimes(1);
});

it("ends later too, if the database returns with an error that stays", async () => {
  const denied = reported("42501", "permission denied");
  const prepare = vi.fn().mockRejectedValueOnce(refused).mockRejectedValue(denied);
  const { done } = await beginPreparing(prepare, 1);
  await expect(done).rejects.toThrow(/permission denied/);
  expect(prepare).toHaveBeenCalledTimes(2);
});

it("a terminal shows that the database is not reachable, and not that the service is running", () => {
  const settings = {
    FEDERATION_NAME: "Test",
    DATA_DIR: ".data",
    DATABASE_URL: "postgres://a:secret@db.example:5432/x",
  };
  const text = waitingForDatabase("connect ECONNREFUSED", settings);
  expect(text).toMatch(/Test waits for the database\.\n {2}Data {5}db\.example:5432\n/);
  expect(text).not.toMatch(/running|secret/);
});
