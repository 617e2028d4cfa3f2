import { connect, Socket } from "node:net";

/** The argument of postgres.js's `socket` option, which is missing in its types. */
export interface Destination {
  host: string[];
  port: number[];
  path?: string | false | undefined;
  /** Whether statements get names. Read at each statement. */
  prepare?: boolean;
  /** How many statements may be pipelined on a connection. Read at each statement. */
  max_pipeline?: number;
  /** Startup parameters of a connection. Read at its start. */
  connection?: object;
}

/**
 * The sockets of one pool. If a server disappears without a message (a lost route, a stopped machine), TCP would keep
 * them for minutes. So a caller without a response destroys the silent ones, and postgres.js reconnects.
 */
export class Connections {
  private readonly sockets = new Set<Socket>();
  private opened = 0;

  /** Connects in the background. postgres.js writes at once, waits for data, and gets failures as `error`. */
  open({ host, port, path }: Destination): Socket {
    const turn = this.opened++ % host.length;
    const [name = "localhost", number = 5432] = [host[turn], port[turn]];
    const socket = path ? connect(path) : Object.assign(connect(number, name), { host: name, port: number });
    this.sockets.add(socket);
    // postgres.js removes all listeners when it starts TLS; `destroySilent` then forgets the socket.
    socket.once("close", () => this.sockets.delete(socket));
    return socket;
  }

  /** Returns a connection that fails with this error, as postgres.js expects of an unreachable server. */
  fail(error: Error): Socket {
    const socket = new Socket();
    setImmediate(() => socket.destroy(error));
    return socket;
  }

  get size(): number {
    return [...this.sockets].filter((socket) => !socket.connecting && !socket.destroyed).length;
  }

  /** @returns a function that destroys the connections without data since this call, and returns whether that were all */
  watchForSilence(): () => boolean {
    const bytesRead = new Map([...this.sockets].map((socket) => [socket, socket.bytesRead]));
    return () => {
      let isSilent = true;
      for (const [socket, bytes] of bytesRead) {
        if (socket.bytesRead === bytes) socket.destroy();
        else isSilent = false;
        if (socket.destroyed) this.sockets.delete(socket);
      }
      return isSilent;
    };
  }
}
