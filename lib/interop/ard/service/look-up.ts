import { type SQL, sql } from "drizzle-orm";
import type { Context } from "@/lib/authority/context";
import { offered } from "@/lib/database/offered";
import { agents } from "@/lib/database/schema/agents";
import { settings } from "@/lib/foundation/env";
import { found, foundRow, notFound, ServiceError } from "@/lib/foundation/errors";
import { SPEC_VERSION } from "@/lib/foundation/versions";
import { Did } from "@/lib/identity/did";
import { readEscaped } from "@/lib/identity/escaped-identifier";
import { memberUrn, type Publisher, readUrn } from "../identifier";
import type { ArdEntry } from "../schema";
import { serviceEntries } from "../view";
import { entriesOf, entryContextOf } from "./entries";

const HASH = /^[0-9a-f]{64}$/;

/** Returns the agent whose DID `withEscaped` writes in this form, or null if it writes none. */
function writtenAs(segment: string): SQL | null {
  if (HASH.test(segment)) return sql`sha256(${agents.did}::bytea) = decode(${segment}, 'hex')`;
  const did = readEscaped(segment);
  return did !== null && Did.safeParse(did).success ? sql`${agents.did} = ${did}` : null;
}

/** Returns the agent with an identifier of ours, if it is offered. */
async function readMember({ db }: Context, identifier: string, segment: string, publisher: Publisher) {
  const isMeant = writtenAs(segment);
  if (isMeant === null) return undefined;
  const [row] = await db.select().from(agents).where(sql`${isMeant} and ${offered()}`).limit(1);
  // A long DID is written only as its hash.
  return row && memberUrn(publisher, row.did) === identifier ? row : undefined;
}

/**
 * Returns one entry: an offered member, or one of this service's own.
 * @throws ServiceError `malformed` for an invalid identifier, `notFound`
 */
export async function lookUpArd(ctx: Context, asked: string, origin: string): Promise<ArdEntry> {
  const urn = readUrn(asked);
  if (urn === null) {
    throw new ServiceError("malformed", "The identifier must have the form urn:air:<host>:<namespace>:<name>.", {
      field: "identifier",
    });
  }
  const place = entryContextOf(origin);
  const { publisher } = place;
  const identifier = `urn:air:${urn.host}:${urn.path.join(":")}`;
  const [namespace, segment, ...rest] = urn.path;
  if (urn.host !== publisher.host || segment === undefined || rest.length > 0) throw notFound();
  if (namespace !== "agent") {
    const own = serviceEntries(settings().FEDERATION_NAME, place, SPEC_VERSION);
    const entry = found(own.find((each) => each.identifier === identifier));
    return entry;
  }
  const row = await readMember(ctx, identifier, segment, publisher);
  const entry = foundRow(row ? await entriesOf(ctx, [row], place) : []);
  return entry;
}
