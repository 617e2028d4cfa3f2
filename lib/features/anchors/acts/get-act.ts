import type { Context } from "@/lib/authority/context";
import type { ActParams } from "@/lib/features/council/schema";
import { findPublicAct } from "@/lib/features/council/service/public-acts";
import { notFound } from "@/lib/foundation/errors";
import { locateEntry } from "../service/prove";
import type { ProvenAct } from "./schema";

/** Returns an act with its proof: the content and the salt only if they are public. @throws ServiceError `notFound` */
export async function getAct(ctx: Context, { seq }: ActParams): Promise<ProvenAct> {
  const found = await findPublicAct(ctx.db, seq);
  if (found === null) throw notFound("The council's log has no such act.");
  const { proof } = await locateEntry(ctx, found.act.id);
  return { ...found, ...proof };
}
