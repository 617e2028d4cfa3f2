import { lendEngines } from "./engines";
import { makeTemplate, onServer } from "./template";

/** Migrates one database before the suite. Each test starts from a copy of it. Two projects have this set-up: the first makes it. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  if (process.env["TEST_TEMPLATE"] !== undefined) return async () => {};
  const removeTemplate = await makeTemplate();
  const stopLending = onServer ? async () => {} : await lendEngines();
  return async () => {
    await stopLending();
    await removeTemplate();
  };
}
