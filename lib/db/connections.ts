import { connect, Socket } from "node:net";

/** What postgres.js hands to its `socket` option, which its types leave out. */
export interface Destination {
  host: string[];
  port: number[];
  path?: string | false | undefined;
  /** Whether statements get names. Read at each statement. */
  prepare?: boolean;
  /** How many statements may wait for their answers behind another. Read at each statement. */
  max_pipeline?: number;
  /** What the server is told at the start of a connection. Read then. */
  connection?: object;
}

/**
 * The sockets of one pool. A server that went without a word (a lost route, a stopped machine) would keep them until
 * TCP gives up, minutes later; so whoever waited in vain has the silent ones destroyed, and postgres.js connects anew.
 */
export class Connections {
  private readonly sockets = new Set<Socket>();
  private opened = 0;

  /** Connects in the background: postgres.js writes at once, waits for data, and hears of failure by `error`. */
  open({ host, port, path }: Destination): Socket {
    const turn = this.opened++ % host.length;
    const [name = "localhost", number = 5432] = [host[turn], port[turn]];
    const socket = path ? connect(path) : Object.assign(connect(number, name), { host: name, port: number });
    this.sockets.add(socket);
    // postgres.js removes all listeners where it turns to TLS; `destroySilent` then forgets the socket.
    socket.once("close", () => this.sockets.delete(socket));
    return socket;
  }

  /** Makes a connection that fails with this error, as postgres.js expects it of a server that is away. */
  fail(error: Error): Socket {
    const socket = new Socket();
    setImmediate(() => socket.destroy(error));
    return socket;
  }

  /** How many are open. */
  get size(): number {
    return [...this.sockets].filter((socket) => !socket.connecting && !socket.destroyed).length;
  }

  /** @returns a function that destroys the connections on which nothing has arrived since this call, and tells whether all were so */
  listen(): () => boolean {
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
