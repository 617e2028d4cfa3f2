import { sql } from "drizzle-orm";
import { ledgerActs } from "@/lib/database/schema/ledger";

/** The first word of an act's kind. An index has it (`ledger_payloads_group`). */
export const actGroup = sql<string>`split_part(${ledgerActs.kind}, '.', 1)`;
