import setUpDatabase from "@/lib/db/testing/global-setup";
import { shareServers } from "./shared-servers";

/** Makes the database template, and starts the servers that test files share when the first of them asks. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const tearDownDatabase = await setUpDatabase();
  const stopServers = await shareServers();
  return async () => {
    await stopServers();
    await tearDownDatabase();
  };
}
