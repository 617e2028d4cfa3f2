import type { Context } from "@/lib/authority/context";
import type { AgentRow } from "@/lib/database/schema/agents";
import { viewAgent } from "@/lib/features/agents/view";
import { statePublicly } from "@/lib/features/trust/service/public-statements";
import { settings } from "@/lib/foundation/env";
import { publisherOf } from "../identifier";
import type { ArdEntry } from "../schema";
import { type EntryContext, memberEntry } from "../view";

/** Returns the address and publisher of the entries. @param origin this service's address, from `ownAddress` */
export const entryContextOf = (origin: string): EntryContext => ({ origin, publisher: publisherOf(settings()) });

/** Returns members as entries, each with the signed statement of its standing if this service has a did:web. */
export async function entriesOf(ctx: Context, rows: readonly AgentRow[], place: EntryContext): Promise<ArdEntry[]> {
  const dids = place.publisher.webDid === null ? [] : rows.map(({ did }) => did);
  const statements = await statePublicly(ctx, dids);
  return rows.map((row) => memberEntry(viewAgent(row), statements.get(row.did), place));
}
