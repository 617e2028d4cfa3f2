import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { DatabaseAddress } from "@/lib/database/address";

/**
 * Starts a proxy to a database that never responds to its first connections, and delays later ones.
 * @param silent number of connections without a response
 * @param delayMilliseconds delay before a later connection is forwarded
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
    /** Waits until the waiting connections have been forwarded. */
    idle: () => sleep(2 * delayMilliseconds),
    close: async () => {
      server.close();
      for (const each of sockets) each.destroy();
      await rm(directory, { recursive: true });
    },
  };
}
