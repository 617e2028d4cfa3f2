import { expect, it } from "vitest";
import { systemContext } from "@/lib/authority/context";
import { testDatabase } from "@/lib/database/testing/test-database";
import { metrics } from "@/lib/foundation/metrics";
import { latencyOf } from "../rules/latencies";
import { LatencyRecorder, readLatencies } from "./latencies";

const database = testDatabase();
const at = (day: string) => ({ ...systemContext(database()), clock: () => new Date(`2026-11-${day}T12:00:00Z`) });
const observe = (route: string, ...seconds: number[]) => {
  for (const each of seconds) metrics().requestSeconds.observe({ route }, each);
};

it("each process adds what it measured since the last time, by day, and a failed write is made up for", async () => {
  const pages = new Set(["/"]);
  const [one, other] = [new LatencyRecorder(pages), new LatencyRecorder(pages)];
  observe("/api/relay/send", 0.003, 0.004, 0.04);
  observe("/api/relay/route", 0.2);
  observe("/", 30);
  observe("/console", 5);
  await one.store(at("20"));
  await one.store(at("20"));
  const read = () => readLatencies({ db: database() }, "2026-11-20");
  expect(latencyOf("relay", await read())).toEqual({ requests: 4, p50_ms: 5, p95_ms: 250 });
  expect(latencyOf("portal", await read())).toEqual({ requests: 1, p50_ms: null, p95_ms: null });
  // Here both count the same requests; in a service, each process counts its own.
  await other.store(at("21"));
  expect(latencyOf("relay", await read())?.requests).toBe(8);
  expect(latencyOf("relay", await readLatencies({ db: database() }, "2026-11-21"))?.requests).toBe(4);

  observe("/api/relay/send", 0.003);
  const broken = {
    ...at("21"),
    db: {
      insert: () => {
        throw new Error("the database went away");
      },
    } as never,
  };
  await expect(one.store(broken)).rejects.toThrow("went away");
  await one.store(at("21"));
  await one.store(at("21"));
  expect(latencyOf("relay", await read())?.requests).toBe(9);
});
