import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it, vi } from "vitest";
import { copyTemplate, onServer, removeDirectory } from "@/lib/database/testing/template";
import { freePort } from "../http/start-server";

const hasScript = spawnSync("script", ["--version"]).status === 0;

it.skipIf(!hasScript || onServer)("on a terminal a start prints six lines, and requests print none", async () => {
  const directory = await mkdtemp(path.join(tmpdir(), "governance-"));
  await copyTemplate(path.join(directory, "postgres"));
  const port = await freePort();
  const env: NodeJS.ProcessEnv = {
    PATH: process.env["PATH"],
    NODE_ENV: "production",
    PORT: String(port),
    DATA_DIR: directory,
    SEED_DEMO: "0",
    // A busy machine passes the usual deadline, which is a warning on the terminal.
    DATABASE_TIMEOUT_SECONDS: "30",
  };
  const terminal = spawn("script", ["-qec", `exec ${process.execPath} dist/server.js`, "/dev/null"], { env });
  let output = "";
  terminal.stdout.on("data", (chunk) => (output += chunk));
  await vi.waitFor(() => expect(output).toContain("Ctrl-C"), { timeout: 60_000 });
  expect((await fetch(`http://127.0.0.1:${port}/health`)).status).toBe(200);
  // The response comes after Next was loaded. Next must not print anything while it loads.
  expect((await fetch(`http://127.0.0.1:${port}/join`)).status).toBe(200);
  const lines = output.split("\n").flatMap((line) => line.trim() || []);
  expect(lines).toEqual([
    "Open Agent Federation is running.",
    `Portal   http://localhost:${port}/`,
    expect.stringMatching(
      `^Console  http://localhost:${port}/console   token: fgs_opr_\\w+ \\(kept in ${directory}/operator-token\\)$`,
    ),
    `Data     ${directory}`,
    `Docs     http://localhost:${port}/docs`,
    "Stop     Ctrl-C",
  ]);
  terminal.stdin.write("\x03");
  await once(terminal, "exit");
  expect(output).not.toMatch(/"event"|request/);
  await removeDirectory(directory);
});
