import { type SQL, sql } from "drizzle-orm";
import type { AgentRow } from "./schema/agents";

/**
 * Returns whether an agent is offered to others: a member in use, or a record listed from elsewhere. It is found, shown
 * and routed to. A member that has only joined is not offered.
 */
export function isOffered({ status, listed }: Pick<AgentRow, "status" | "listed">): boolean {
  return status === "active" || (status === "unverified" && listed !== null);
}

/** Returns the same as a condition. @param table the name of the agents table in the statement */
export function offered(table: "agents" | "a" = "agents"): SQL {
  return sql.raw(`(${table}.status = 'active' or (${table}.status = 'unverified' and ${table}.listed is not null))`);
}

/** Returns the status that an agent gets when nothing suspends or withdraws it any more. */
export function statusInUse({ listed }: Pick<AgentRow, "listed">): "active" | "unverified" {
  return listed === null ? "active" : "unverified";
}
