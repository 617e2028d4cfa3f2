import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import postgres from "postgres";
import { beforeAll, describe, expect, it } from "vitest";
import { GroupCommit, type GroupCommitOptions } from "./group-commit";
import { testDatabase } from "./testing/test-database";

const database = testDatabase();

interface Line {
  text: string;
}

/** A log in its own table, which rejects `spoilt`. */
function openLog(options: Partial<GroupCommitOptions<Line, number>> = {}) {
  const batches: number[] = [];
  const log = new GroupCommit<Line, number>({
    commit: (drain) =>
      database().transaction(async (tx) => {
        await tx.execute(sql`lock table lines`);
        const lines = drain();
        batches.push(lines.length);
        const rows = await tx.execute<{ place: number }>(
          sql`insert into lines (line) select value from jsonb_array_elements_text(${JSON.stringify(lines.map(({ text }) => text))}::jsonb) returning place`,
        );
        return rows.map(({ place }, index) => (lines[index]?.text === "refused" ? new Error("refused") : place));
      }),
    lookUp: async () => {
      throw new Error("nothing here is ever unknown");
    },
    ...options,
  });
  return { batches, log };
}
const lines = async () =>
  (await database().execute<{ line: string }>(sql`select line from lines order by place`)).map((r) => r.line);

beforeAll(async () => {
  await database().execute(sql`create table lines (place serial, line text check (line <> 'spoilt'))`);
});

describe("GroupCommit", () => {
  it("answers each item with its own result, in the order of submission, and shares transactions", async () => {
    const { log, batches } = openLog();
    const texts = Array.from({ length: 100 }, (_, index) => `line ${index}`);
    const places = await Promise.all(texts.map((text) => log.submit({ text })));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(await lines()).toEqual(texts);
    expect(batches.length).toBeLessThan(10);
  });

  it("lets an item that the database refuses fail alone", async () => {
    const { log } = openLog();
    const outcomes = await Promise.allSettled(["a", "spoilt", "b"].map((text) => log.submit({ text })));
    expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    expect((await lines()).slice(-2)).toEqual(["a", "b"]);
  });

  it("tries a batch once if only a person can correct the error", async () => {
    let commits = 0;
    const { log } = openLog({
      commit: async (drain) => {
        drain();
        commits += 1;
        throw new postgres.PostgresError({ message: "permission denied", code: "42501" } as never);
      },
    });
    const outcomes = await Promise.allSettled(["a", "b", "c"].map((text) => log.submit({ text })));
    expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
    expect(commits).toBe(1);
  });

  it("lets an item that its commit refuses fail alone", async () => {
    const { log, batches } = openLog();
    const outcomes = await Promise.allSettled(["c", "refused", "d"].map((text) => log.submit({ text })));
    expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    expect(batches).toEqual([3]);
  });

  it("refuses at once what would wait behind too many, and takes more when they are done", async () => {
    const { log } = openLog({ maxQueued: 5 });
    const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => log.submit({ text: "crowd" })));
    const refused = outcomes.filter(({ status }) => status === "rejected");
    expect(refused).toHaveLength(3);
    expect(refused[0]).toMatchObject({ reason: { kind: "unavailable", retryAfterSeconds: 1 } });
    await expect(log.submit({ text: "later" })).resolves.toBeTypeOf("number");
  });

  it("bounds a batch and the queue by their bytes; one item alone may be larger", async () => {
    const bytesOf = ({ text }: Line) => text.length;
    const { log, batches } = openLog({ bytesOf, maxBatchBytes: 10, maxQueuedBytes: 40 });
    const texts = ["12345", "12345", "1", "x".repeat(20), "1234567"];
    const outcomes = await Promise.allSettled([...texts, "123"].map((text) => log.submit({ text })));
    expect(outcomes.map(({ status }) => status)).toEqual([...texts.map(() => "fulfilled"), "rejected"]);
    expect(batches.reduce((sum, size) => sum + size)).toBe(5);
    expect(batches.length).toBeGreaterThanOrEqual(4);
    await expect(log.submit({ text: "y".repeat(100) })).resolves.toBeTypeOf("number");
  });

  it("repeats a batch that lost against another transaction, and not for ever", async () => {
    let losses = 3;
    const log = new GroupCommit<Line, string>({
      commit: (drain) =>
        database().transaction(async (tx) => {
          const [line] = drain();
          losses -= 1;
          if (losses >= 0) await tx.execute(sql`do $$ begin raise exception using errcode = '40P01'; end $$`);
          return [line?.text ?? ""];
        }),
      lookUp: async () => [undefined],
    });
    expect(await log.submit({ text: "won" })).toBe("won");
    losses = 1_000;
    await expect(log.submit({ text: "lost" })).rejects.toThrow();
    expect(losses).toBeGreaterThan(900);
  });

  const lost = Object.assign(new Error("its answer was lost"), { code: "CONNECTION_CLOSED" });

  it("looks up what became of a batch until the database answers", async () => {
    let away = 1;
    const log = new GroupCommit<Line, string>({
      commit: async (drain) => {
        drain();
        throw lost;
      },
      lookUp: async () => {
        away -= 1;
        if (away === 0) throw lost;
        return ["stored", undefined];
      },
    });
    const outcomes = await Promise.allSettled([log.submit({ text: "x" }), log.submit({ text: "y" })]);
    expect(outcomes).toMatchObject([{ value: "stored" }, { reason: lost }]);
  });

  it("gives up a batch of unknown fate by the deadline, and those who came meanwhile", async () => {
    let begun = () => {};
    const looking = new Promise<void>((resolve) => {
      begun = resolve;
    });
    const commits: number[] = [];
    const log = new GroupCommit<Line, string>({
      commit: async (drain) => {
        commits.push(drain().length);
        throw lost;
      },
      lookUp: () => {
        begun();
        return new Promise(() => {});
      },
      deadlineMilliseconds: 200,
    });
    const first = log.submit({ text: "first" });
    await looking;
    const outcomes = await Promise.allSettled([first, log.submit({ text: "queued" })]);
    expect(outcomes).toMatchObject([{ reason: lost }, { reason: lost }]);
    expect(commits).toEqual([1]);
  });

  it("looks nothing up where the transaction never took anyone", async () => {
    const log = new GroupCommit<Line, string>({
      commit: async () => {
        await sleep(1);
        throw Object.assign(new Error("no server"), { code: "ECONNREFUSED" });
      },
      lookUp: () => {
        throw new Error("looked up in vain");
      },
    });
    const outcomes = await Promise.allSettled([log.submit({ text: "x" }), log.submit({ text: "y" })]);
    for (const outcome of outcomes) expect(outcome).toMatchObject({ reason: { code: "ECONNREFUSED" } });
  });
});
