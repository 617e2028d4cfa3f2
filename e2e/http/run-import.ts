import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import postgres from "postgres";
import { emptyDatabase } from "./start-server";

/** The totals line, the refusals and the exit code of one import. */
export interface Finished {
  code: number | null;
  output: string;
  errors: string;
}

/** A place of its own to import into: a data directory, and a database where the suite runs on a server. */
export interface Federation {
  directory: string;
  env: Record<string, string>;
  /** Writes a file to import. @param lines each a line; what is no string becomes JSON. @returns its path */
  list: (name: string, lines: unknown[]) => Promise<string>;
  /** Starts `dist/import.js` with these arguments. */
  start: (...parameters: string[]) => ChildProcess & { finished: Promise<Finished> };
  run: (...parameters: string[]) => Promise<Finished>;
  /** Runs it with `--report`. @returns what that file says */
  // biome-ignore lint/suspicious/noExplicitAny: a black-box test knows no shapes
  report: (...parameters: string[]) => Promise<any>;
  /** Asks the database itself, while a server or an import runs it. */
  query: (text: string) => Promise<Record<string, unknown>[]>;
  cleanUp: () => Promise<void>;
}

export async function newFederation(): Promise<Federation> {
  const directory = await mkdtemp(path.join(tmpdir(), "governance-import-"));
  const database = await emptyDatabase();
  const env: Record<string, string> = database ? { DATABASE_URL: database.url } : {};
  const children = new Set<ChildProcess>();

  const start: Federation["start"] = (...parameters) => {
    const child = spawn(process.execPath, ["dist/import.js", ...parameters], {
      env: { PATH: process.env["PATH"], NODE_ENV: "production", DATA_DIR: directory, ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    children.add(child);
    let output = "";
    let errors = "";
    child.stdout.on("data", (chunk) => (output += chunk));
    child.stderr.on("data", (chunk) => (errors += chunk));
    const finished = once(child, "close").then(([code]) => {
      children.delete(child);
      return { code, output, errors };
    });
    return Object.assign(child, { finished });
  };

  return {
    directory,
    env,
    list: async (name, lines) => {
      const file = path.join(directory, name);
      const text = lines.map((line) => (typeof line === "string" ? line : JSON.stringify(line)));
      await writeFile(file, `${text.join("\n")}\n`);
      return file;
    },
    start,
    run: (...parameters) => start(...parameters).finished,
    report: async (...parameters) => {
      const file = path.join(directory, "report.json");
      await start("--report", file, ...parameters).finished;
      return JSON.parse(await readFile(file, "utf8"));
    },
    query: async (text) => {
      const options = { max: 1, connect_timeout: 2, onnotice: () => {} };
      const sql = database
        ? postgres(database.url, options)
        : postgres({ ...options, path: path.join(directory, "database.sock"), user: "postgres", database: "postgres" });
      return sql.unsafe(text).finally(() => sql.end({ timeout: 0 }));
    },
    cleanUp: async () => {
      for (const child of children) {
        child.kill("SIGKILL");
        await once(child, "close");
      }
      await database?.drop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** An agent card with an address of its own. */
export function card(index: number, fields: object = {}) {
  return {
    protocolVersion: "0.3.0",
    name: `Agent ${index}`,
    description: `The agent number ${index}.`,
    url: `https://agents.example.com/a2a/${index}`,
    version: "1.0.0",
    capabilities: { streaming: true },
    defaultInputModes: ["text/plain"],
    defaultOutputModes: ["text/plain"],
    skills: [{ id: "count", name: `Count to ${index}`, description: "Counts.", tags: ["numbers"] }],
    ...fields,
  };
}
