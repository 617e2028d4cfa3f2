import { eq, sql } from "drizzle-orm";
import type { Context } from "@/lib/context";
import { freezes } from "@/lib/db/schema/freezes";
import { appendWithin, COUNCIL_LOG } from "@/lib/ledger/append";
import { actorName, permit } from "@/lib/permissions";
import { type Freeze, type SetFreeze, Subsystem } from "../schema";

type FreezeRow = typeof freezes.$inferSelect;

function view({ subsystem, frozen, reason, since }: FreezeRow): Freeze {
  return { subsystem, frozen, reason, since: since.toISOString() };
}

/** How every subsystem stands. */
export async function listFreezes({ db }: Context): Promise<Freeze[]> {
  const rows = await db.select().from(freezes);
  return Subsystem.options.map((subsystem) => {
    const row = rows.find((candidate) => candidate.subsystem === subsystem);
    return row ? view(row) : { subsystem, frozen: false, reason: null, since: null };
  });
}

/** Sets a switch and puts that on record; a switch that already stands so is left alone, with its reason. */
export async function setFreeze(ctx: Context, { subsystem, frozen, reason }: SetFreeze): Promise<Freeze> {
  permit(ctx.caller, "system.freeze");
  return ctx.db.transaction(async (tx) => {
    const since = ctx.clock();
    const actor = actorName(ctx.caller);
    const [changed] = await tx
      .insert(freezes)
      .values({ subsystem, frozen, reason, since, actor })
      .onConflictDoUpdate({
        target: freezes.subsystem,
        set: { frozen, reason, since, actor },
        setWhere: sql`${freezes.frozen} <> ${frozen}`,
      })
      .returning();
    if (!changed) {
      const [row] = await tx.select().from(freezes).where(eq(freezes.subsystem, subsystem));
      if (!row) throw new Error("a switch vanished between insert and select");
      return view(row);
    }
    const kind = frozen ? `${subsystem}.frozen` : `${subsystem}.unfrozen`;
    await appendWithin(tx, COUNCIL_LOG, { kind, actor, subject: subsystem, details: { reason } }, since);
    return view(changed);
  });
}
