import { randomUUID } from "node:crypto";
import { connect, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import type { DatabaseAddress } from "../address";
import { FrameReader } from "../embedded/frames";

/** The traffic to the database: every executed statement, and how often the client waited for a reply. */
export interface Traffic {
  statements: string[];
  roundTrips: number;
}

/** A proxy between a client and its database that records the traffic. */
export interface WireTap {
  address: DatabaseAddress;
  /** Deletes the records so far. */
  reset: () => void;
  traffic: () => Traffic;
  close: () => Promise<void>;
}

const textAt = (bytes: Uint8Array, start: number) =>
  Buffer.from(bytes.subarray(start, bytes.indexOf(0, start))).toString();

/** Reads one connection's messages (PostgreSQL protocol 3): Parse names a statement, Bind picks it, Execute runs it. */
function reader(traffic: Traffic): (chunk: Buffer) => void {
  const frames = new FrameReader();
  const prepared = new Map<string, string>();
  let bound = "";
  return (chunk) => {
    for (const { type, bytes } of frames.push(chunk)) {
      const first = textAt(bytes, 5);
      const second = type === "P" || type === "B" ? textAt(bytes, 5 + Buffer.byteLength(first) + 1) : "";
      if (type === "P") prepared.set(first, second);
      if (type === "B") bound = prepared.get(second) ?? "";
      if (type === "E") traffic.statements.push(bound);
      if (type === "Q") traffic.statements.push(first);
      if (type === "Q" || type === "S") traffic.roundTrips += 1;
    }
  };
}

function join(client: Socket, server: Socket, read: (chunk: Buffer) => void): void {
  client.on("data", (chunk: Buffer) => {
    read(chunk);
    server.write(chunk);
  });
  server.on("data", (chunk: Buffer) => client.write(chunk));
  for (const [one, other] of [
    [client, server],
    [server, client],
  ] as const) {
    one.on("error", () => other.destroy());
    one.on("close", () => other.destroy());
  }
}

/** Starts a tap in front of a database of either engine. */
export async function tapWire(database: DatabaseAddress): Promise<WireTap> {
  const traffic: Traffic = { statements: [], roundTrips: 0 };
  const sockets = new Set<Socket>();
  const dial = () => {
    if ("socket" in database) return connect(database.socket);
    const { hostname, port } = new URL(database.url);
    return connect(Number(port || 5432), hostname);
  };
  const relay = createServer((client) => {
    sockets.add(client);
    join(client, dial(), reader(traffic));
  });
  const socket = path.join(tmpdir(), `governance-tap-${randomUUID().slice(0, 8)}.sock`);
  const onSocket = "socket" in database;
  await new Promise<void>((resolve) =>
    onSocket ? relay.listen(socket, resolve) : relay.listen(0, "127.0.0.1", resolve),
  );
  const listening = relay.address();
  const addressOf = (): DatabaseAddress => {
    if ("socket" in database || typeof listening === "string" || listening === null) return { socket };
    const url = new URL(database.url);
    url.host = `127.0.0.1:${listening.port}`;
    return { url: url.href };
  };
  return {
    address: addressOf(),
    reset: () => {
      traffic.statements = [];
      traffic.roundTrips = 0;
    },
    traffic: () => ({ ...traffic }),
    close: async () => {
      for (const each of sockets) each.destroy();
      await new Promise((resolve) => relay.close(resolve));
    },
  };
}
