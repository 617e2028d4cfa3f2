import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it } from "vitest";
import { Gateway } from "./gateway";
import { isServed } from "./start";

it("the socket says that the directory is taken until the database is closed, and takes no more clients", async () => {
  const directory = await mkdtemp(path.join(tmpdir(), "governance-handover-"));
  const socket = path.join(directory, "database.sock");
  const gateway = new Gateway(new Promise(() => {}), () => {});
  await gateway.listen(socket);
  const client = connect(socket);
  await once(client, "connect");

  const seen: unknown[] = [];
  await gateway.close(async () => {
    seen.push(client.closed || (await once(client, "close")).length > 0, await isServed(socket));
    const late = connect(socket).resume();
    await once(late, "close");
    seen.push("turned away");
  });
  expect(seen).toEqual([true, true, "turned away"]);
  expect([await isServed(socket), existsSync(socket)]).toEqual([false, false]);
  await rm(directory, { recursive: true, force: true });
});
