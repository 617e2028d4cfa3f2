import { expect, it, vi } from "vitest";
import { type Context, systemContext } from "@/lib/context";
import type { Database } from "@/lib/db/open";
import { lifecycle } from "../lifecycle";
import { checkReadiness } from "./health";

it("asks the database for readiness once a second, for all who ask meanwhile", async () => {
  lifecycle.prepared = true;
  let answer: (rows: unknown[]) => void = () => {};
  const execute = vi.fn(() => new Promise<unknown[]>((resolve) => (answer = resolve)));
  let now = Date.parse("2026-11-23T12:00:00Z");
  const ctx: Context = { ...systemContext({ execute } as unknown as Database), clock: () => new Date(now) };

  const underWay = [checkReadiness(ctx), checkReadiness(ctx)];
  answer([]);
  await Promise.all(underWay);
  now += 999;
  await checkReadiness(ctx);
  expect(execute).toHaveBeenCalledTimes(1);

  now += 1;
  execute.mockRejectedValueOnce(new Error("gone"));
  const refused = { kind: "unavailable", message: "The database does not answer." };
  await expect(checkReadiness(ctx)).rejects.toMatchObject(refused);
  await expect(checkReadiness(ctx)).rejects.toMatchObject(refused);
  expect(execute).toHaveBeenCalledTimes(2);
});
