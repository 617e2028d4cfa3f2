import path from "node:path";
import { settings } from "@/lib/foundation/env";

/** The database's address: a server's URL, or the socket of the embedded engine. */
export type DatabaseAddress = { url: string } | { socket: string };

/** Longest path of a Unix socket that every platform accepts, in bytes. */
const MAX_SOCKET_PATH_BYTES = 103;

/**
 * Returns the embedded engine's socket in `directory`, as an absolute path or relative to the working directory; the
 * shorter one is used.
 * @throws Error if both are too long for a socket.
 */
export function socketIn(directory: string): string {
  const absolute = path.resolve(directory, "database.sock");
  const relative = path.relative(process.cwd(), absolute);
  const socket = relative.length < absolute.length ? relative : absolute;
  if (Buffer.byteLength(socket) > MAX_SOCKET_PATH_BYTES) {
    throw new Error(
      `DATA_DIR: its path is too long for a socket (${MAX_SOCKET_PATH_BYTES} bytes); choose a shorter one.`,
    );
  }
  return socket;
}

export function databaseAddress(): DatabaseAddress {
  const { DATABASE_URL, DATA_DIR } = settings();
  return DATABASE_URL ? { url: DATABASE_URL } : { socket: socketIn(DATA_DIR) };
}
