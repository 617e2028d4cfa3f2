import { z } from "zod";

/** The state of an agent. The list is open (contract), so clients accept others. */
export const AgentStatus = z
  .union([z.enum(["active", "unverified", "suspended", "withdrawn"]), z.string()])
  .meta({ description: "`active`, `unverified`, `suspended` or `withdrawn`. The list is open." });
