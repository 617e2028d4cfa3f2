import { spawn } from "node:child_process";
import { once } from "node:events";
import { describe, it } from "vitest";
import { NODE_FLAGS, startServer } from "../http/start-server";

/** Runs `block.mjs`, whose watchdog waits two seconds. @returns its end, and the line of the watchdog */
async function block(way: string, flags: string[] = []) {
  const env: NodeJS.ProcessEnv = {
    NODE_ENV: "production",
    PATH: process.env["PATH"],
    LOG_FORMAT: "json",
    LOG_LEVEL: "warn",
  };
  const child = spawn(process.execPath, [...flags, "e2e/faults/block.mjs", "2", way], { env });
  let said = "";
  child.stdout.on("data", (chunk) => (said += chunk));
  const [code, signal] = await once(child, "close");
  const lines = said.split("\n").filter((line) => line.startsWith("{"));
  return { end: code ?? signal, said, lines: lines.map((line) => JSON.parse(line)) };
}

const lineWith = (stack: unknown, expect: { any: (type: typeof String) => unknown }, seconds = 2) => ({
  ...{ level: "fatal", time: expect.any(String), event: "watchdog", stack },
  msg: `the main thread was blocked for ${seconds} seconds; the process ends`,
});

describe.concurrent("a process whose main thread is blocked", () => {
  it.for(["endlessLoop", "longExpression", "longSort", "endlessAwaits"])(
    "ends with 86 and its stack in the log: %s",
    async (way, { expect }) => {
      const { end, lines } = await block(way);
      expect(end).toBe(86);
      expect(lines).toEqual([lineWith(expect.stringMatching(`\n    at Object\\.${way} \\(.*block\\.mjs`), expect)]);
    },
  );

  it("is killed, with a line but without a stack, if native code never returns", async ({ expect }) => {
    const { end, lines } = await block("nativeCall");
    expect(end).toBe("SIGKILL");
    expect(lines).toEqual([lineWith("unknown, because the main thread runs native code", expect)]);
  });

  it("continues while it can be debugged", async ({ expect }) => {
    const { end, said } = await block("threeTimesAsLong", ["--inspect=127.0.0.1:0"]);
    expect({ end, said }).toEqual({ end: 0, said: "begins\ngoes on\n" });
  });

  it("is not kept running by the watchdog, and not ended while it works", async ({ expect }) => {
    expect(await block("nothing")).toMatchObject({ end: 0, said: "begins\ngoes on\n" });
  });
});

it("a blocked server is started again, serves, and stops by the signal to its supervisor", async ({
  expect,
  onTestFinished,
}) => {
  const server = await startServer({
    command: [...NODE_FLAGS, "scripts/testing/supervise.mjs", "dist/server.js"],
    env: { NODE_OPTIONS: "--import=./e2e/faults/block-on-signal.mjs", WATCHDOG_SECONDS: "5", LOG_FORMAT: "json" },
  });
  onTestFinished(() => server.cleanUp());
  await expect.poll(server.output).toContain('"event":"watchdog_started"');
  process.kill(Number(/^pid (\d+)$/m.exec(server.output())?.[1]), "SIGUSR2");
  await expect
    .poll(server.output)
    .toContain("its watchdog ended it (exit code 86). It is started again (restart 1 of 3 in 10 minutes).");
  const line = server.output().match(/^\{"level":"fatal".*$/m)?.[0] ?? "{}";
  expect(JSON.parse(line)).toEqual(lineWith(expect.stringContaining("at process.blockForEver"), expect, 5));
  await expect.poll(() => server.output().match(/"event":"listening"/g)).toHaveLength(2);
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  expect(await server.stop("SIGTERM")).toBe(0);
  expect(server.output()).toContain('"event":"stopped","finished":true');
});
