import { once } from "node:events";
import { createServer, type Server, type Socket } from "node:net";
import type { PGlite } from "@electric-sql/pglite";
import { type Frame, FrameReader } from "./frames";

const SYNC = Uint8Array.of(0x53, 0, 0, 0, 4);
/** The severity in an ErrorResponse after which PostgreSQL ends. Values of rows never contain its zero bytes. */
const PANIC = "\0VPANIC\0";

/**
 * Serves one PGlite session to many connections, one at a time. PGlite has a single backend, so one connection would
 * overwrite statements that another has prepared or bound. A connection therefore keeps the session from the first
 * message of a query until that query's ReadyForQuery outside a transaction.
 */
export class Gateway {
  private readonly server: Server;
  private readonly sockets = new Set<Socket>();
  private readonly session: Session;
  private readonly onConnections: (connections: number) => void;
  /** Includes connections whose last statement still runs. */
  private connections = 0;
  private turn: Promise<void> = Promise.resolve();
  private closing = false;

  /**
   * @param opening the database; earlier connections wait until it is open
   * @param onPanic called if the engine died without an error, for example on a full disk; its next query would never
   * end
   * @param onConnections called with the number of connections when it changes
   * @param stallMilliseconds how long a connection may keep the session while it sends nothing
   */
  constructor(
    opening: Promise<PGlite>,
    onPanic: () => void,
    onConnections: (connections: number) => void = () => {},
    stallMilliseconds = 10_000,
  ) {
    this.onConnections = onConnections;
    this.session = { opening, enter: () => this.enter(), onPanic, stallMilliseconds };
    this.server = createServer((socket) => this.serve(socket));
  }

  /** @throws EADDRINUSE if the socket file exists */
  listen(path: string): Promise<void> {
    return new Promise((resolve, reject) => {
      this.server.once("error", reject).listen(path, resolve);
    });
  }

  /**
   * Closes every connection, rolls back open transactions, and accepts no more connections.
   * @param last runs while the socket still responds, so no process uses the directory too early
   */
  async close(last: () => Promise<void> = async () => {}): Promise<void> {
    this.closing = true;
    await Promise.all([...this.sockets].map((socket) => once(socket.destroy(), "close")));
    await this.turn;
    await last();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private serve(socket: Socket): void {
    if (this.closing) {
      socket.destroy();
      return;
    }
    this.sockets.add(socket);
    this.count(1);
    const reader = new FrameReader();
    const connection = new Connection(this.session, socket, () => this.count(-1));
    socket.on("data", (chunk: Buffer) => {
      try {
        connection.receive(reader.push(chunk));
      } catch {
        socket.destroy();
      }
    });
    socket.on("error", () => socket.destroy());
    socket.on("close", () => {
      this.sockets.delete(socket);
      connection.hangUp();
    });
  }

  private count(more: number): void {
    this.connections += more;
    this.onConnections(this.connections);
  }

  private async enter(): Promise<() => void> {
    let leave: () => void = () => {};
    const before = this.turn;
    this.turn = new Promise((resolve) => {
      leave = resolve;
    });
    await before;
    return leave;
  }
}

/** The shared state of the connections of one gateway. */
interface Session {
  opening: Promise<PGlite>;
  /** Waits for the session; resolves to the function that gives it back. */
  enter: () => Promise<() => void>;
  onPanic: () => void;
  stallMilliseconds: number;
}

/** One client. Its messages run in order; it holds the session from a query's first message to its end. */
class Connection {
  private readonly session: Session;
  private readonly socket: Socket;
  private readonly onEnd: () => void;
  private readonly statements = new Set<string>();
  private frames: Frame[] = [];
  private running = false;
  private gone = false;
  private leave: (() => void) | undefined;
  private stall: NodeJS.Timeout | undefined;

  /** @param onEnd called when it is closed and none of its statements runs */
  constructor(session: Session, socket: Socket, onEnd: () => void) {
    this.session = session;
    this.socket = socket;
    this.onEnd = onEnd;
  }

  receive(frames: Frame[]): void {
    this.frames.push(...frames);
    void this.run();
  }

  hangUp(): void {
    this.gone = true;
    void this.run();
  }

  private async run(): Promise<void> {
    if (this.running) return;
    this.running = true;
    clearTimeout(this.stall);
    const db = await this.session.opening;
    try {
      for (let frame = this.frames.shift(); frame && !this.gone; frame = this.frames.shift())
        await this.answer(db, frame);
    } catch {
      this.socket.destroy();
    }
    if (this.gone) await this.cleanUp(db);
    this.running = false;
    if (this.gone) this.onEnd();
    if (this.leave) this.stall = setTimeout(() => this.socket.destroy(), this.session.stallMilliseconds);
  }

  private async answer(db: PGlite, frame: Frame): Promise<void> {
    if (frame.type === "ssl") {
      this.socket.write("N");
    } else if (frame.type === "cancel" || frame.type === "X") {
      this.socket.end();
    } else {
      this.leave ??= await this.session.enter();
      this.remember(frame);
      await this.execute(db, frame.bytes);
      const mayEnd = frame.type === "S" || frame.type === "Q" || frame.type === "startup";
      if (mayEnd && !db.isInTransaction()) this.release();
    }
  }

  private async execute(db: PGlite, bytes: Uint8Array): Promise<void> {
    const onRawData = (answer: Uint8Array) => {
      // PGlite reuses the memory behind `answer`.
      const copy = Buffer.from(answer);
      if (!this.gone && this.socket.writable) this.socket.write(copy);
      if (copy.includes(PANIC)) this.session.onPanic();
    };
    await db.runExclusive(() => db.execProtocolRawStream(bytes, { onRawData }));
  }

  private release(): void {
    this.leave?.();
    this.leave = undefined;
  }

  /** Records the named statements of a connection. The session outlives it, so they must be freed when it ends. */
  private remember({ type, bytes }: Frame): void {
    if (type !== "P") return;
    const name = Buffer.from(bytes.subarray(5, bytes.indexOf(0, 5))).toString();
    if (name !== "") this.statements.add(name);
  }

  /** Ends the connection's open work. Even if this fails, the session goes to the next connection. */
  private async cleanUp(db: PGlite): Promise<void> {
    if (!this.leave && this.statements.size === 0) return;
    const held = this.leave !== undefined;
    this.leave ??= await this.session.enter();
    const names = [...this.statements];
    this.statements.clear();
    try {
      if (held) await this.execute(db, SYNC);
      if (db.isInTransaction()) await db.exec("ROLLBACK");
      for (const name of names) await db.exec(`DEALLOCATE "${name.replaceAll('"', '""')}"`).catch(() => {});
    } catch {
      // The next query reports the fault of the session to a caller who can handle it.
    } finally {
      this.release();
    }
  }
}
