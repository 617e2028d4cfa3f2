import path from "node:path";
import { settings } from "@/lib/env";

/** Where the database is: a server's URL, or the socket of the embedded engine. */
export type DatabaseAddress = { url: string } | { socket: string };

/** Longest path that a Unix socket takes on every platform, in bytes. */
const MAX_SOCKET_PATH_BYTES = 103;

/**
 * The embedded engine's socket in `directory`: absolute or relative to the working directory, whichever is shorter.
 * @throws Error where both are too long for a socket.
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

/** The address that the settings name. */
export function databaseAddress(): DatabaseAddress {
  const { DATABASE_URL, DATA_DIR } = settings();
  return DATABASE_URL ? { url: DATABASE_URL } : { socket: socketIn(DATA_DIR) };
}
