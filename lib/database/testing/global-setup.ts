import { lendEngines } from "./engines";
import { makeServerTemplate } from "./template";

/** Migrates one database before the suite. Each test starts from a copy of it. The projects that have this set-up share it. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  if (process.env["TEST_DATABASES"] !== undefined) return async () => {};
  process.env["TEST_DATABASES"] = "ready";
  const server = process.env["TEST_DATABASE_URL"];
  const tearDown = await (server === undefined ? lendEngines() : makeServerTemplate(server));
  return () => {
    delete process.env["TEST_DATABASES"];
    return tearDown();
  };
}
