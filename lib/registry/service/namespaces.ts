import { type SQL, type SQLWrapper, sql } from "drizzle-orm";

/**
 * Whether an agent has proved to control the very host that a namespace names: `example.com` for `com.example/…`. A host below
 * it proves `com.example.<label>/…` only, because whoever has a subdomain need not have the domain. Nobody can prove a host
 * yet, so this is false.
 * @param _did the agent's; @param _host the namespace's
 */
export function provesHost(_did: SQLWrapper, _host: SQLWrapper): SQL {
  return sql`false`;
}
