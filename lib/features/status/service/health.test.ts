import { expect, it, vi } from "vitest";
import { type Context, systemContext } from "@/lib/authority/context";
import type { Database } from "@/lib/database/open";
import { lifecycle } from "@/lib/edge/lifecycle";
import { checkClock } from "@/lib/ledger/clock";
import { checkReadiness } from "./health";

it("checks the database for readiness at most once a second, for all concurrent callers", async () => {
  lifecycle.prepared = true;
  let answer: (rows: unknown[]) => void = () => {};
  const execute = vi.fn(() => new Promise<unknown[]>((resolve) => (answer = resolve)));
  let now = Date.parse("2026-11-23T12:00:00Z");
  const ctx: Context = { ...systemContext({ execute } as unknown as Database), clock: () => new Date(now) };

  const concurrent = [checkReadiness(ctx), checkReadiness(ctx)];
  answer([]);
  await Promise.all(concurrent);
  now += 999;
  await checkReadiness(ctx);
  expect(execute).toHaveBeenCalledTimes(1);

  now += 1;
  execute.mockRejectedValueOnce(new Error("gone"));
  const refused = { kind: "unavailable", message: "The database does not respond." };
  await expect(checkReadiness(ctx)).rejects.toMatchObject(refused);
  await expect(checkReadiness(ctx)).rejects.toMatchObject(refused);
  expect(execute).toHaveBeenCalledTimes(2);
});

it("an instance whose clock has been wrong for 30 seconds is not ready", async () => {
  lifecycle.prepared = true;
  const behind = () => [{ now: String(Date.now() - 3_600_000) }];
  const ctx = systemContext({ execute: async () => behind() } as unknown as Database);
  ctx.clock = () => new Date("2026-11-24T12:00:00Z");
  await checkClock(ctx.db, undefined, performance.now());
  await checkReadiness(ctx);
  await checkClock(ctx.db, undefined, performance.now());
  vi.spyOn(performance, "now").mockReturnValue(performance.now() + 30_000);
  await expect(checkReadiness(ctx)).rejects.toMatchObject({
    kind: "unavailable",
    message: expect.stringContaining("differs from the database's by 3,600 s."),
  });
});
