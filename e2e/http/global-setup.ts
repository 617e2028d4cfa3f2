import setUpDatabase from "@/lib/database/testing/global-setup";
import { shareServers } from "./shared-servers";

/** Creates the database template. Starts each shared server when the first test file needs it. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const tearDownDatabase = await setUpDatabase();
  const stopServers = await shareServers();
  return async () => {
    await stopServers();
    await tearDownDatabase();
  };
}
