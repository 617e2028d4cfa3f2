import { createReadStream, existsSync } from "node:fs";
import { stat } from "node:fs/promises";
import path from "node:path";
import { createInterface } from "node:readline";
import { SingleBar } from "cli-progress";
import { z } from "zod";
import { importAgent } from "@/lib/agents/service/import";
import { registrationOfServer } from "@/lib/agents/sources/mcp-registry";
import { systemContext } from "@/lib/context";
import { databaseAddress } from "@/lib/db/address";
import { isServed, startEmbedded } from "@/lib/db/embedded/start";
import { migrateDatabase } from "@/lib/db/migrate";
import { closeDatabase, openDatabase } from "@/lib/db/open";
import { settings } from "@/lib/env";

const USAGE =
  "Usage: npm run import -- FILE.jsonl\nOne MCP server of a registry's list a line; see lib/agents/sources/.";
const AT_ONCE = 8;

/** The embedded engine is reached through the running server's socket, and started here where no server runs. */
async function openEngine(): Promise<() => Promise<void>> {
  const address = databaseAddress();
  if ("url" in address || (await isServed(address.socket))) return async () => {};
  const embedded = await startEmbedded({ ...address, directory: path.resolve(settings().DATA_DIR, "postgres") });
  return embedded.stop;
}

function reasonOf(error: unknown): string {
  if (error instanceof z.ZodError) {
    return error.issues.map((issue) => `${issue.path.join(".") || "line"}: ${issue.message}`).join("; ");
  }
  const cause = error instanceof Error && error.cause instanceof Error ? `: ${error.cause.message}` : "";
  return error instanceof Error ? error.message.split("\n", 1)[0] + cause : String(error);
}

async function importFile(file: string): Promise<number> {
  const outcomes = { created: 0, updated: 0, unchanged: 0 };
  const failures: string[] = [];
  const ctx = systemContext(openDatabase());
  const { size } = await stat(file);
  const bar = new SingleBar({
    format: "{bar} {percentage}% | {agents} agents | {eta_formatted} left",
    noTTYOutput: false,
  });
  bar.start(size, 0, { agents: 0 });

  const source = createReadStream(file, { encoding: "utf8" });
  const running = new Set<Promise<void>>();
  let number = 0;
  const importLine = async (line: string, at: number) => {
    try {
      outcomes[await importAgent(ctx, registrationOfServer(JSON.parse(line)))] += 1;
    } catch (error) {
      failures.push(`line ${at}: ${reasonOf(error)}`);
    }
    bar.update(source.bytesRead, { agents: outcomes.created + outcomes.updated + outcomes.unchanged });
  };
  for await (const line of createInterface({ input: source, crlfDelay: Number.POSITIVE_INFINITY })) {
    number += 1;
    if (line.trim() === "") continue;
    if (running.size >= AT_ONCE) await Promise.race(running);
    const one = importLine(line, number).finally(() => running.delete(one));
    running.add(one);
  }
  await Promise.all(running);
  bar.update(size);
  bar.stop();

  for (const failure of failures) process.stderr.write(`${failure}\n`);
  const { created, updated, unchanged } = outcomes;
  process.stdout.write(
    `${created} registered, ${updated} updated, ${unchanged} unchanged, ${failures.length} refused\n`,
  );
  return failures.length === 0 ? 0 : 1;
}

async function main(): Promise<number> {
  const file = process.argv[2];
  if (file === undefined || !existsSync(file)) {
    process.stderr.write(file === undefined ? `${USAGE}\n` : `There is no file ${file}.\n`);
    return 2;
  }
  if (existsSync(".env")) process.loadEnvFile(".env");
  const closeEngine = await openEngine();
  try {
    await migrateDatabase(databaseAddress());
    return await importFile(file);
  } finally {
    await closeDatabase();
    await closeEngine();
  }
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    process.stderr.write(`${reasonOf(error)}\n`);
    process.exit(1);
  },
);
