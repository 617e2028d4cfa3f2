import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { type AddressInfo, connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it, onTestFinished } from "vitest";
import type { DatabaseAddress } from "./address";
import { openClient } from "./client";
import { isDatabaseError } from "./errors";
import { createTestDatabase } from "./testing/test-database";

/** Returns the message of a simple query in PostgreSQL's protocol. */
function queryMessage(text: string): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32BE(text.length + 5);
  return Buffer.concat([Buffer.from("Q"), length, Buffer.from(`${text}\0`)]);
}

/** Starts a proxy to a database that replaces each commit by a rollback. */
async function startTreacherousProxy(target: DatabaseAddress) {
  const directory = await mkdtemp(path.join(tmpdir(), "governance-treacherous-"));
  const dial = () =>
    "socket" in target
      ? connect(target.socket)
      : connect(Number(new URL(target.url).port || 5432), new URL(target.url).hostname);
  const commit = queryMessage("commit");
  const server = createServer((client) => {
    const upstream = dial().on("error", () => client.destroy());
    client.on("error", () => upstream.destroy()).on("close", () => upstream.destroy());
    client.on("data", (chunk) => upstream.write(chunk.equals(commit) ? queryMessage("rollback") : chunk));
    upstream.pipe(client);
  });
  const socket = path.join(directory, "proxy.sock");
  await once("socket" in target ? server.listen(socket) : server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(async () => {
    server.close();
    await rm(directory, { recursive: true });
  });
  if ("socket" in target) return { socket };
  const url = new URL(target.url);
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url: url.href };
}

it("a commit that the server answers with ROLLBACK is an error", async () => {
  const copy = await createTestDatabase();
  onTestFinished(copy.drop);
  const client = openClient(await startTreacherousProxy(copy.address));
  onTestFinished(() => client.end({ timeout: 1 }));
  await client.unsafe("create table notes (note text)");
  const lost = client.begin((tx) => tx.unsafe("insert into notes values ($1)", ["lost"]).then(() => {}));
  const outcome = await lost.then(
    () => "committed",
    (error: unknown) => error,
  );
  expect(outcome).toMatchObject({ code: "COMMIT_REFUSED" });
  expect(isDatabaseError(outcome)).toBe(true);
  expect(await client.unsafe("select * from notes")).toEqual([]);
});
