import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import type { Duplex } from "node:stream";

// Private fields of Node and of packages. Tried on Node 20, 24 and 26. The versions of the packages are in
// internals.test.ts. `server.ts` also loads a private module of Next.

/** Checks at the start that this Node has the fields. */
export function assertInternals(): void {
  const socket = new Socket();
  new ServerResponse(new IncomingMessage(socket)).assignSocket(socket);
  if (!("_handle" in socket && "_httpMessage" in socket)) {
    throw new Error(`Node ${process.version} has other private fields than lib/foundation/internals.ts reads.`);
  }
}

/**
 * Returns how many bytes the operating system has accepted. Node's public counters do not change within one large write,
 * and its socket timeout restarts with each byte that the client sends.
 */
export function takenBytesOf(socket: Socket): number {
  const { _handle: handle } = socket as unknown as {
    _handle?: { bytesWritten: number; writeQueueSize: number } | null;
  };
  const taken = handle ? handle.bytesWritten - handle.writeQueueSize : Number.NaN;
  return Number.isNaN(taken) ? socket.bytesWritten : taken;
}

/** Returns whether a response is being sent on a connection. Bytes of another one would become a part of its body. */
export function hasResponseBegun(socket: Duplex): boolean {
  return (socket as { _httpMessage?: { headersSent: boolean } | null })._httpMessage?.headersSent === true;
}

/** Returns a statement that Drizzle prepared, to be sent by another session. The fields are missing in its types. */
export function sentBy<Statement extends object>(session: object, statement: Statement): Statement {
  const { client, logger } = session as { client: unknown; logger: unknown };
  return Object.assign(Object.create(Object.getPrototypeOf(statement)), statement, { client, logger });
}
