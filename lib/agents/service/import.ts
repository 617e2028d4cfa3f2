import { isDeepStrictEqual } from "node:util";
import { eq } from "drizzle-orm";
import type { Context } from "@/lib/context";
import { agents } from "@/lib/db/schema/agents";
import { completeRecord } from "../rules";
import type { RegisterAgent } from "../schema";
import { registerAgent } from "./register";

/**
 * Registers an agent from a list, through the verb that the API uses. One that stands as the list says is left alone,
 * so an import that was cut short goes on where it stopped.
 */
export async function importAgent(ctx: Context, input: RegisterAgent): Promise<"created" | "updated" | "unchanged"> {
  const [present] = await ctx.db.select().from(agents).where(eq(agents.did, input.did));
  const wanted = completeRecord(input);
  const same = present?.status !== "unverified" && isDeepStrictEqual({ ...present, ...wanted }, present);
  if (present && same) return "unchanged";
  await registerAgent(ctx, input);
  return present ? "updated" : "created";
}
