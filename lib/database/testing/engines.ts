import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { connect, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setFlagsFromString } from "node:v8";
import type { Worker } from "node:worker_threads";
import type { Embedded } from "@/lib/database/embedded/start";
import { endThread, startThread } from "@/lib/foundation/thread";
import type { EngineOrder } from "./engine-thread";
import { embeddedTemplate, packedOf } from "./template";
import { WASM_FLAGS } from "./wasm-flags.mjs";

/** The Unix socket at which all processes of a test run borrow engines. */
const LENDER = "TEST_LENDER";

/** A thread that serves a copy of the template to one borrower after the other. */
class EngineThread {
  private readonly worker: Worker = startThread("database/testing/engine-thread");
  private readonly ended = once(this.worker, "exit").then(() => {
    throw new Error("an engine's thread ended");
  });

  constructor() {
    this.ended.catch(() => {});
  }

  async order(order: EngineOrder): Promise<void> {
    this.worker.postMessage(order);
    await Promise.race([once(this.worker, "message"), this.ended]);
  }

  stop(): Promise<void> {
    // An open engine keeps its thread running.
    this.worker.postMessage({ do: "close" } satisfies EngineOrder);
    return endThread(this.worker);
  }
}

/**
 * Lends embedded engines to the processes of a test run, each with a copy of the template in memory. A process that
 * connects gets the path of an engine's socket, and the engine ends with the connection. Returns a function that ends
 * this.
 * @param flags Node's flags; a bench has none, so its engines are optimised like the service's
 */
export async function lendEngines(flags: readonly string[] = WASM_FLAGS): Promise<() => Promise<void>> {
  for (const flag of flags) setFlagsFromString(flag);
  const template = packedOf(await embeddedTemplate());
  const sockets = await mkdtemp(path.join(tmpdir(), "governance-engines-"));
  const threads = new Set<EngineThread>();
  const idle: EngineThread[] = [];
  const take = () => {
    const thread = idle.pop() ?? new EngineThread();
    threads.add(thread);
    return thread;
  };

  let lent = 0;
  const lend = async (borrower: Socket) => {
    const returned = once(borrower, "close");
    const thread = take();
    lent += 1;
    const socket = path.join(sockets, `${lent}.sock`);
    await thread.order({ do: "serve", template, socket });
    borrower.write(socket);
    await returned;
    await thread.order({ do: "end" });
    idle.push(thread);
  };
  // If a borrowed engine ends, its borrower finds the socket closed.
  const server = createServer((borrower) => void lend(borrower).catch(() => borrower.destroy()));
  const socket = path.join(sockets, "lender.sock");
  await once(server.listen(socket), "listening");
  process.env[LENDER] = socket;
  return async () => {
    server.close();
    await Promise.all([...threads].map((thread) => thread.stop()));
    await rm(sockets, { recursive: true, force: true });
  };
}

/** An embedded engine on its own migrated database. `stop` gives it back. */
export async function borrowEngine(): Promise<Embedded> {
  const lender = process.env[LENDER];
  if (lender === undefined) throw new Error("Only tests named *.db.test.ts have a database.");
  const loan = connect(lender);
  const [socket] = await once(loan, "data");
  return {
    socket: String(socket),
    stop: async () => {
      loan.end();
    },
  };
}
