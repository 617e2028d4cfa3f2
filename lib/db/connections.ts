import { connect, type Socket } from "node:net";

/** What postgres.js hands to its `socket` option, which its types leave out. */
export interface Destination {
  host: string[];
  port: number[];
  path?: string | false | undefined;
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

  /** How many are open. */
  get size(): number {
    return [...this.sockets].filter((socket) => !socket.connecting && !socket.destroyed).length;
  }

  /** @returns a function that destroys the connections on which nothing has arrived since this call */
  listen(): () => void {
    const bytesRead = new Map([...this.sockets].map((socket) => [socket, socket.bytesRead]));
    return () => {
      for (const [socket, bytes] of bytesRead) {
        if (socket.bytesRead === bytes) socket.destroy();
        if (socket.destroyed) this.sockets.delete(socket);
      }
    };
  }
}
