import type { Context } from "@/lib/authority/context";
import type { ActParams } from "@/lib/features/council/schema";
import { type FoundAct, findPublicAct } from "@/lib/features/council/service/public-acts";
import { notFound } from "@/lib/foundation/errors";
import { type LocatedEntry, locateEntry, provenEntry } from "../service/prove";
import type { ProvenAct } from "./schema";

/** Reads an act for its page: the content and the salt only if they are public. @throws ServiceError `notFound` */
export async function readAct(ctx: Context, { seq }: ActParams): Promise<FoundAct & LocatedEntry> {
  const found = await findPublicAct(ctx.db, seq);
  if (found === null) throw notFound("The council's log has no such act.");
  return { ...found, ...(await locateEntry(ctx, found.act.id)) };
}

/** Returns the same with its proof. @throws ServiceError `notFound`; `unavailable` while the guard refuses the log */
export async function getAct(ctx: Context, params: ActParams): Promise<ProvenAct> {
  const read = await readAct(ctx, params);
  const { act, did, kind, payload, salt } = read;
  return { act, did, kind, payload, salt, ...provenEntry(read) };
}
