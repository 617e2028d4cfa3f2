import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** Forwards TCP to the server of a redis:// URL. On command it becomes silent: it still accepts, but never responds. */
export async function startSilentProxy(targetUrl: string) {
  const target = new URL(targetUrl);
  const pairs = new Set<readonly [Socket, Socket]>();
  let silent = false;

  const server = createServer((client) => {
    const upstream = connect(Number(target.port || 6379), target.hostname);
    const pair = [client, upstream] as const;
    pairs.add(pair);
    for (const socket of pair) {
      socket.on("error", () => {});
      socket.on("close", () => {
        for (const other of pair) other.destroy();
        pairs.delete(pair);
      });
    }
    if (!silent) pass(pair);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");

  const url = new URL(targetUrl);
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: url.href,
    fallSilent() {
      silent = true;
      for (const pair of pairs) hold(pair);
    },
    /** Serves new connections and delivers the held-back data of old ones. */
    resume() {
      silent = false;
      for (const pair of pairs) pass(pair);
    },
    /** Serves only new connections, as after the loss of a network path. */
    resumeForNewConnections() {
      silent = false;
    },
    async close() {
      server.close();
      for (const pair of pairs) for (const socket of pair) socket.destroy();
    },
  };
}

function pass([client, upstream]: readonly [Socket, Socket]): void {
  client.pipe(upstream);
  upstream.pipe(client);
}

function hold(pair: readonly [Socket, Socket]): void {
  for (const socket of pair) socket.unpipe().pause();
}
