import { and, desc, eq } from "drizzle-orm";
import type { Context } from "@/lib/authority/context";
import { ledgerActs } from "@/lib/database/schema/ledger";

/** The kind of the act that ends the demo. Everything before it is invented. */
export const DEMO_END = { kind: "demo.seeded", subject: "federation" } as const;

/** Finds the act that ended the demo. @returns null if this federation had no demo */
export async function readDemoEnd({ db }: Context): Promise<{ id: string; seq: number; at: Date } | null> {
  const { id, seq, createdAt: at } = ledgerActs;
  const [end] = await db
    .select({ id, seq, at })
    .from(ledgerActs)
    .where(and(eq(ledgerActs.subject, DEMO_END.subject), eq(ledgerActs.kind, DEMO_END.kind)))
    .orderBy(desc(seq))
    .limit(1);
  return end ?? null;
}
