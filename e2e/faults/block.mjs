// Starts the build's watchdog with the seconds of the first parameter. Then blocks the main thread in the way that the
// second names.
import { pbkdf2Sync } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";

// Not checked by TypeScript, because it is part of the build.
const { startWatchdog } = await import(new URL("../../dist/lib/system/watchdog/start.js", import.meta.url).href);
const [seconds, way = ""] = process.argv.slice(2);

/** @type {Record<string, () => void>} */
const ways = {
  endlessLoop() {
    for (;;);
  },
  longExpression() {
    /^a*a*a*a*b/.test("a".repeat(20_000));
  },
  longSort() {
    const numbers = Float64Array.from({ length: 1_000_000 }, () => Math.random());
    for (;;) numbers.fill(Math.random(), 0, 1_000).sort();
  },
  async endlessAwaits() {
    for (;;) await null;
  },
  nativeCall() {
    pbkdf2Sync("a", "b", 2_000_000_000, 64, "sha512");
  },
  threeTimesAsLong() {
    for (const end = performance.now() + Number(seconds) * 3_000; performance.now() < end; );
  },
  nothing() {},
};

startWatchdog(Number(seconds));
// Long enough for some beats.
await sleep(1_000);
process.stdout.write("begins\n");
ways[way]?.();
await sleep(1_000);
process.stdout.write("goes on\n");
