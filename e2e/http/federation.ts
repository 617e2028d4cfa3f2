import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import postgres from "postgres";
import { copyTemplate, newServerDatabase, removeDirectory } from "@/lib/database/testing/template";
import { NODE_FLAGS } from "./start-server";

/** The output of a command, and its exit code. */
export interface Finished {
  code: number | null;
  output: string;
  errors: string;
}

/** A separate data directory for commands and a server, and a separate database if the suite runs on PostgreSQL. */
export interface Federation {
  directory: string;
  env: Record<string, string>;
  /** Writes a file to import. @param lines one value per line, as text or JSON @returns its path */
  list: (name: string, lines: unknown[]) => Promise<string>;
  /** Runs the built command with a name. */
  command: (
    name: "erase" | "keys" | "migrate" | "publish-log" | "reindex" | "verify",
    ...parameters: string[]
  ) => Promise<Finished>;
  /** Runs a built command with additional settings. */
  built: (name: string, settings: Record<string, string>, ...parameters: string[]) => Promise<Finished>;
  /** Runs the built doctor with additional settings. */
  doctor: (settings: Record<string, string>, ...parameters: string[]) => Promise<Finished>;
  /** Runs an import that follows addresses, with additional settings. */
  follow: (settings: Record<string, string>, ...parameters: string[]) => Promise<Finished>;
  /** Starts an import with arguments. */
  start: (...parameters: string[]) => ChildProcess & { finished: Promise<Finished> };
  run: (...parameters: string[]) => Promise<Finished>;
  /** Runs an import with `--report`. @returns the report */
  // biome-ignore lint/suspicious/noExplicitAny: a black-box test knows no shapes
  report: (...parameters: string[]) => Promise<any>;
  /** Queries the database itself, while a server or an import uses it. */
  query: (text: string) => Promise<Record<string, unknown>[]>;
  cleanUp: () => Promise<void>;
}

/** Creates a federation. @param empty without a schema, as before the first command */
export async function newFederation({ empty = false } = {}): Promise<Federation> {
  const directory = await mkdtemp(path.join(tmpdir(), "governance-federation-"));
  const database = await newServerDatabase({ empty });
  if (!empty) await copyTemplate(path.join(directory, "postgres"));
  const env: Record<string, string> = database ? { DATABASE_URL: database.url } : {};
  const children = new Set<ChildProcess>();

  const startCommand = (name: string, parameters: string[], settings: Record<string, string> = {}) => {
    const child = spawn(process.execPath, [...NODE_FLAGS, `dist/${name}.js`, ...parameters], {
      env: { PATH: process.env["PATH"], NODE_ENV: "production", DATA_DIR: directory, ...env, ...settings },
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
  const start: Federation["start"] = (...parameters) => startCommand("import", parameters);

  return {
    directory,
    env,
    list: async (name, lines) => {
      const file = path.join(directory, name);
      const text = lines.map((line) => (typeof line === "string" ? line : JSON.stringify(line)));
      await writeFile(file, `${text.join("\n")}\n`);
      return file;
    },
    command: (name, ...parameters) => startCommand(name, parameters).finished,
    built: (name, settings, ...parameters) => startCommand(name, parameters, settings).finished,
    doctor: (settings, ...parameters) => startCommand("doctor", parameters, settings).finished,
    follow: (settings, ...parameters) => startCommand("import", ["--follow", ...parameters], settings).finished,
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
      await removeDirectory(directory);
    },
  };
}

/** Returns an agent card with an address. */
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
