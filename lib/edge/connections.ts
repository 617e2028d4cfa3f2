import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { takenBytesOf } from "@/lib/foundation/internals";
import type { Account } from "./meter";

/** How many bytes may wait for clients that read slowly or not at all. */
export interface UnreadLimits {
  connectionBytes: number;
  totalBytes: number;
  /** A connection that reads none of its waiting bytes is closed after this time. */
  stallMilliseconds: number;
}

/** How often each connection is checked in that time. */
const LOOKS = 4;

interface Connection {
  socket: Socket;
  /** The caller of its last large response. */
  account: Account | undefined;
  /** Its open responses with their unread bytes. */
  responses: Map<ServerResponse, number>;
  /** The bytes accepted by the operating system at the last progress of the connection, and the time of that. */
  takenBytes: number;
  movedAt: number;
}

const unreadBytesOf = ({ responses }: Connection) => [...responses.values()].reduce((sum, bytes) => sum + bytes, 0);

/**
 * The open connections and their responses. It closes connections that read nothing, and those of the largest holder when
 * too many unread bytes wait in all. It also closes every response when its client has left: Node closes only the one that
 * has the connection, and the pipelined ones (RFC 9112, 9.3.2) that wait for it would never end.
 */
export class Connections {
  private readonly open = new Map<Socket, Connection>();
  private readonly limits: UnreadLimits;
  private totalBytes = 0;

  constructor(limits: UnreadLimits) {
    this.limits = limits;
    setInterval(() => this.closeStalled(), limits.stallMilliseconds / LOOKS).unref();
  }

  /** Must be called for every request before its response begins. */
  watch({ socket }: IncomingMessage, response: ServerResponse): void {
    const connection = this.open.get(socket) ?? this.enter(socket);
    connection.responses.set(response, 0);
    response.once("close", () => {
      this.totalBytes -= connection.responses.get(response) ?? 0;
      connection.responses.delete(response);
    });
  }

  /** Returns whether so many bytes wait for a connection that it gets no other response. */
  isFull({ socket }: IncomingMessage): boolean {
    const connection = this.open.get(socket);
    return connection !== undefined && unreadBytesOf(connection) >= this.limits.connectionBytes;
  }

  /**
   * Counts a response that was written to the connection completely, until it is sent. A stream waits for its client, so
   * it is not counted.
   */
  count({ socket }: IncomingMessage, response: ServerResponse, account: Account, bytes: number): void {
    const connection = this.open.get(socket);
    if (response.writableLength === 0 || connection?.responses.has(response) !== true) return;
    connection.account = account;
    connection.responses.set(response, bytes);
    this.totalBytes += bytes;
    if (this.totalBytes > this.limits.totalBytes) this.closeLargest();
  }

  private enter(socket: Socket): Connection {
    const takenBytes = takenBytesOf(socket);
    const connection = { socket, account: undefined, responses: new Map(), takenBytes, movedAt: Date.now() };
    this.open.set(socket, connection);
    // After Node has closed the response that has the connection.
    socket.once("close", () => setImmediate(() => this.leave(connection)));
    return connection;
  }

  private leave({ socket, responses }: Connection): void {
    this.open.delete(socket);
    for (const response of [...responses.keys()]) {
      response.destroy();
      response.emit("close");
    }
  }

  /** Closes connections of the group with the most unread bytes, the largest first, until there is room. */
  private closeLargest(): void {
    const held = [...this.open.values()].flatMap((connection) => {
      const { socket, account } = connection;
      const bytes = unreadBytesOf(connection);
      return bytes === 0 || account === undefined || socket.destroyed ? [] : [{ socket, group: account.group, bytes }];
    });
    held.sort((a, b) => a.bytes - b.bytes);
    const groups = new Map<Account, number>();
    for (const { group, bytes } of held) groups.set(group, (groups.get(group) ?? 0) + bytes);
    let total = held.reduce((sum, { bytes }) => sum + bytes, 0);
    while (total > this.limits.totalBytes) {
      const [largest, bytes] = [...groups].reduce((most, each) => (each[1] > most[1] ? each : most));
      const [closed] = held.splice(
        held.findLastIndex(({ group }) => group === largest),
        1,
      );
      if (closed === undefined) return;
      groups.set(largest, bytes - closed.bytes);
      total -= closed.bytes;
      closed.socket.destroy();
    }
  }

  private closeStalled(): void {
    const now = Date.now();
    for (const connection of [...this.open.values()]) {
      const takenBytes = takenBytesOf(connection.socket);
      if (connection.socket.writableLength === 0 || takenBytes !== connection.takenBytes) {
        Object.assign(connection, { takenBytes, movedAt: now });
      } else if (now - connection.movedAt >= this.limits.stallMilliseconds) {
        connection.socket.destroy();
      }
    }
  }
}
