import { connect, type Socket } from "node:net";

/** What postgres.js hands to its `socket` option, which its types leave out. */
export interface Destination {
  host: string[];
  port: number[];
  path?: string | false | undefined;
}

/**
 * The sockets of one pool. A server that went without a word (a lost route, a stopped machine) would hold them until
 * TCP gives up, minutes later. So where one has been silent for longer than any statement may take while answers are
 * awaited, all that have been as silent are destroyed, and postgres.js connects anew.
 */
export class Connections {
  private readonly silenceMilliseconds: number;
  /** Silent sockets, with the bytes read when they were found so. */
  private readonly silent = new Map<Socket, number>();
  private awaited = 0;
  private opened = 0;

  constructor(silenceMilliseconds: number) {
    this.silenceMilliseconds = silenceMilliseconds;
  }

  /** Connects in the background: postgres.js writes at once, waits for data, and hears of failure by `error`. */
  open({ host, port, path }: Destination): Socket {
    const turn = this.opened++ % host.length;
    const [name = "localhost", number = 5432] = [host[turn], port[turn]];
    const socket = path ? connect(path) : Object.assign(connect(number, name), { host: name, port: number });
    socket.setTimeout(this.silenceMilliseconds, () => {
      this.silent.set(socket, socket.bytesRead);
      if (this.awaited > 0) this.destroySilent();
    });
    return socket;
  }

  /** Counts an answer as awaited until `answer` settles. */
  await<T>(answer: Promise<T>): Promise<T> {
    this.awaited += 1;
    return answer.finally(() => {
      this.awaited -= 1;
    });
  }

  private destroySilent(): void {
    for (const [socket, bytesRead] of this.silent) if (socket.bytesRead === bytesRead) socket.destroy();
    this.silent.clear();
  }
}
