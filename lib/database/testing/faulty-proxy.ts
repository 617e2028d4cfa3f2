import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** A TCP path to a server that a test can cut. */
export interface FaultyProxy {
  /** The server's URL, by way of this proxy. */
  url: string;
  /** Resets open connections and rejects new ones. */
  refuse: () => Promise<void>;
  /**
   * Resets the next client that sends `text`, and forwards its data after that time (`never`: not at all). So the
   * client loses the reply. A connection sends a statement's text once, because statements are prepared.
   */
  loseAnswerOf: (text: string, deliverAfterMilliseconds: number | "never") => void;
  /** Accepts connections, but forwards nothing in either direction. */
  swallow: () => void;
  /** Forwards new connections. Swallowed ones stay lost, as after a lost route. */
  resume: () => Promise<void>;
}

/** Starts the proxy on its own port, in front of the server at `target`. */
export async function startFaultyProxy(target: string, defaultPort: number): Promise<FaultyProxy> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  const lost = new WeakSet<Socket>();
  let swallowing = false;
  let trap: { text: string; deliverAfterMilliseconds: number | "never" } | undefined;

  /** @returns whether the chunk sprang the trap */
  function springs(chunk: Buffer, client: Socket, upstream: Socket): boolean {
    // The start of a connection has the settings of its session, with words of statements.
    if (!trap || chunk.includes("client_encoding") || !chunk.includes(trap.text)) return false;
    const { deliverAfterMilliseconds } = trap;
    trap = undefined;
    lost.add(client);
    client.resetAndDestroy();
    if (deliverAfterMilliseconds === "never") upstream.destroy();
    else setTimeout(() => upstream.end(chunk), deliverAfterMilliseconds);
    return true;
  }

  function pass(from: Socket, to: Socket): void {
    sockets.add(from);
    if (swallowing) lost.add(from);
    from.on("data", (chunk) => lost.has(from) || springs(chunk, from, to) || to.destroyed || to.write(chunk));
    from.on("error", () => {});
    from.on("close", () => {
      sockets.delete(from);
      if (!lost.has(from)) to.destroy();
    });
  }
  const server = createServer((client) => {
    const upstream = connect(Number(port || defaultPort), hostname);
    pass(client, upstream);
    pass(upstream, client);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const own = (server.address() as AddressInfo).port;
  const url = new URL(target);
  url.host = `127.0.0.1:${own}`;

  return {
    url: url.href,
    refuse: async () => {
      swallowing = false;
      const closed = server.listening ? once(server, "close") : undefined;
      server.close();
      for (const socket of sockets) socket.resetAndDestroy();
      await closed;
    },
    loseAnswerOf: (text, deliverAfterMilliseconds) => {
      trap = { text, deliverAfterMilliseconds };
    },
    swallow: () => {
      swallowing = true;
      for (const socket of sockets) lost.add(socket);
    },
    resume: async () => {
      swallowing = false;
      if (!server.listening) await once(server.listen(own, "127.0.0.1"), "listening");
    },
  };
}
