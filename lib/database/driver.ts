import postgres from "postgres";
import type { DatabaseAddress } from "./address";
import { assertDriver } from "./driver-repairs.mjs";

/** Opens postgres.js. @throws Error with a sentence for the operator, if the installed driver is not repaired */
export function openDriver(address: DatabaseAddress, options: postgres.Options<Record<string, never>>): postgres.Sql {
  assertDriver();
  return "url" in address
    ? postgres(address.url, options)
    : postgres({ ...options, path: address.socket, user: "postgres", database: "postgres" });
}
