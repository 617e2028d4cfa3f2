import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { DatabaseAddress } from "@/lib/db/address";

/**
 * Starts a way to a database that never answers its first connections, and lets the later ones wait.
 * @param silent how many connections are never answered
 * @param delayMilliseconds how long a later connection waits before it is passed on
 */
export async function startSlowProxy(target: DatabaseAddress, silent: number, delayMilliseconds: number) {
  const directory = await mkdtemp(path.join(tmpdir(), "governance-slow-"));
  const sockets = new Set<Socket>();
  let accepted = 0;
  const dial = () =>
    "url" in target
      ? connect(Number(new URL(target.url).port || 5432), new URL(target.url).hostname)
      : connect(target.socket);
  const server = createServer(async (client) => {
    accepted += 1;
    sockets.add(client.on("error", () => {}));
    if (accepted <= silent) return;
    await sleep(delayMilliseconds);
    if (client.destroyed) return;
    const upstream = dial().on("error", () => client.destroy());
    sockets.add(upstream);
    client.pipe(upstream).pipe(client);
  });
  const socket = path.join(directory, "slow.sock");
  await once("url" in target ? server.listen(0, "127.0.0.1") : server.listen(socket), "listening");
  let address: DatabaseAddress = { socket };
  if ("url" in target) {
    const url = new URL(target.url);
    url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    address = { url: url.href };
  }
  return {
    address,
    /** Waits until the connections that wait have been passed on. */
    idle: () => sleep(2 * delayMilliseconds),
    close: async () => {
      server.close();
      for (const each of sockets) each.destroy();
      await rm(directory, { recursive: true });
    },
  };
}
