import { fork } from "node:child_process";
import { once } from "node:events";
import { NODE_FLAGS } from "@/e2e/http/start-server";
import type { Operation } from "./bare-server";
import type { Server } from "./service";

/** The bare server, which has the flags of the service's process and its database. */
export interface Bare extends Server {
  /** Takes up an operation. Returns its path. */
  add: (operation: Operation) => Promise<string>;
  stop: () => void;
}

export async function startBare(environment: Record<string, string>): Promise<Bare> {
  const child = fork("bench/bare-server.ts", {
    execArgv: [...NODE_FLAGS, "--import", "tsx"],
    serialization: "advanced",
    env: { PATH: process.env["PATH"], NODE_ENV: "production", ...environment },
  });
  const [port] = (await once(child, "message")) as [number];
  const add = async (operation: Operation) => {
    child.send(operation);
    const [path] = (await once(child, "message")) as [string];
    return path;
  };
  return { port, pid: () => child.pid ?? 0, add, stop: () => child.kill() };
}
