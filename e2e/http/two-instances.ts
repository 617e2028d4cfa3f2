import { newServerDatabase } from "@/lib/database/testing/template";
import { ROOMY } from "./relay-client";
import { type RunningServer, startServer } from "./start-server";
import { bearer } from "./visitor";

const OPERATOR_TOKEN = "operator-of-two-instances";

export interface TwoInstances {
  one: RunningServer;
  two: RunningServer;
  /** An operator's token, valid at both. */
  headers: Record<string, string>;
  /** Their database. */
  databaseUrl: string;
  cleanUp: () => Promise<void>;
}

/** Starts two instances on one new database of the suite's server. */
export async function startTwoInstances(): Promise<TwoInstances> {
  const database = await newServerDatabase();
  const databaseUrl = database?.url ?? "";
  const env = { ...ROOMY, DATABASE_URL: databaseUrl, OPERATOR_TOKEN };
  const one = await startServer({ env });
  const two = await startServer({ env });
  const cleanUp = async () => {
    await one.cleanUp();
    await two.cleanUp();
    await database?.drop();
  };
  return { one, two, headers: bearer(OPERATOR_TOKEN), databaseUrl, cleanUp };
}
