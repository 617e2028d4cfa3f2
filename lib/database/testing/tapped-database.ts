import { afterAll, beforeAll } from "vitest";
import { type Client, openClient } from "../client";
import { closeDatabase, setDatabaseClient } from "../open";
import { createTestDatabase } from "./test-database";
import { type Traffic, tapWire, type WireTap } from "./wire-tap";

interface TappedDatabase {
  address: () => WireTap["address"];
  client: () => Client;
  reset: () => void;
  traffic: () => Traffic;
}

/** A database for one file of tests, whose traffic is counted. Call it before other hooks. */
export function tappedDatabase(): TappedDatabase {
  let tap: WireTap;
  let client: Client;
  let drop: () => Promise<void>;
  beforeAll(async () => {
    const copy = await createTestDatabase();
    drop = copy.drop;
    tap = await tapWire(copy.address);
    client = openClient(tap.address);
    setDatabaseClient(client);
  });
  afterAll(async () => {
    await closeDatabase();
    await tap.close();
    await drop();
  });
  return { address: () => tap.address, client: () => client, reset: () => tap.reset(), traffic: () => tap.traffic() };
}
