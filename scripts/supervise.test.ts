import { spawn } from "node:child_process";
import { once } from "node:events";
import { describe, expect, it } from "vitest";
import { restartCounter } from "./supervise.mjs";

/** Supervises a program. @returns the supervisor, its output so far, and its end */
function supervise(program: string) {
  const supervisor = spawn(process.execPath, ["scripts/testing/supervise.mjs", "-e", program], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  for (const stream of [supervisor.stdout, supervisor.stderr]) stream.on("data", (chunk) => (said += chunk));
  const ended = once(supervisor, "close").then(([code, signal]) => ({ code: code ?? signal, said }));
  return { supervisor, said: () => said, ended };
}

/** A server that says how often it got which signal, until it is told to end. */
const SERVER = `
  const ends = () => setTimeout(() => process.exit(7), 300);
  for (const name of ["SIGTERM", "SIGINT", "disconnect"]) process.on(name, () => { console.log(name); ends(); });
  process.stdout.on("error", () => {});
  console.log("started");
  setInterval(() => {}, 1_000);`;

it("restarts three times in ten minutes, counted from each restart", () => {
  let now = 0;
  const next = restartCounter(() => now);
  expect([next(), next()]).toEqual([1, 2]);
  now = 599_999;
  expect([next(), next(), next()]).toEqual([3, null, null]);
  now = 600_000;
  expect([next(), next(), next()]).toEqual([2, 3, null]);
});

describe("the process of npm start", () => {
  it("ends with the code of a server that ends by itself, and does not restart it", async () => {
    expect(await supervise(`console.log("started"); process.exit(1)`).ended).toEqual({ code: 1, said: "started\n" });
  });

  it.each([
    [
      "that its watchdog ended",
      "process.exit(86)",
      "The server was blocked, and its watchdog ended it (exit code 86)",
      86,
    ],
    ["that was killed", 'process.kill(process.pid, "SIGKILL")', "The server was ended by SIGKILL", 137],
    ["that aborted", "process.abort()", "The server was ended by SIGABRT", 134],
  ])("restarts a server %s three times, then gives up and says why", async (_, program, cause, exitCode) => {
    const { code, said } = await supervise(`console.log("started"); ${program}`).ended;
    expect(code).toBe(exitCode);
    expect(said.match(/^started$/gm)).toHaveLength(4);
    const sentences = said.split("\n").filter((line) => line.startsWith("The server"));
    expect(sentences).toEqual([
      ...[1, 2, 3].map((n) => `${cause}. It is started again (restart ${n} of 3 in 10 minutes).`),
      `${cause}, after 3 restarts in 10 minutes. It is not started again. The line of the log with the event “watchdog” shows where the server was blocked.`,
    ]);
  });

  it.each(["SIGTERM", "SIGINT"] as const)("passes %s to the server once, and ends with its code", async (signal) => {
    const { supervisor, said, ended } = supervise(SERVER);
    await expect.poll(said).toContain("started");
    supervisor.kill(signal);
    await expect.poll(said).toContain(signal);
    supervisor.kill(signal);
    expect(await ended).toMatchObject({ code: 7, said: expect.not.stringMatching(/SIG.*SIG/s) });
  });

  it("does not restart a server that is killed while it stops", async () => {
    const { supervisor, said, ended } = supervise(
      SERVER.replace("process.exit(7)", 'process.kill(process.pid, "SIGKILL")'),
    );
    await expect.poll(said).toContain("started");
    supervisor.kill("SIGTERM");
    expect(await ended).toMatchObject({ code: 137, said: expect.not.stringContaining("again") });
  });

  it("leaves no server behind if it is killed", async () => {
    const { supervisor, said, ended } = supervise(SERVER);
    await expect.poll(said).toContain("started");
    supervisor.kill("SIGKILL");
    // The pipe closes when the server has ended too.
    expect((await ended).said).toContain("disconnect");
  });
});
