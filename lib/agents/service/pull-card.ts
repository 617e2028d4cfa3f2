import { createHash } from "node:crypto";
import { and, eq, inArray, ne } from "drizzle-orm";
import type { Context } from "@/lib/context";
import { type AgentRow, agents } from "@/lib/db/schema/agents";
import { settings } from "@/lib/env";
import { conflict, notFound, ServiceError } from "@/lib/errors";
import { OutgoingRefused, requestOutside } from "@/lib/outgoing/request";
import { asciiLookAlike } from "@/lib/text/look-alike";
import { permitActor } from "@/lib/trust/service/permit-actor";
import { type CardPlace, cardPlaceOf } from "../card-address";
import type { CardPull, PullCard, PullCardForm } from "../card-schema";
import { checkCard } from "../card-signature";
import { type Change, changesTo } from "../changes";
import { pulledRecord } from "../pulled-record";
import { matchesNothing } from "../rules";
import { type PulledCard, readPulledCard, refuseForeignCard } from "../sources/pulled-card";
import { storeSource } from "./store-source";
import { refuseOtherRevision, rewriteRecord } from "./update";

const CHANGED_PLACE = "The record names another endpoint by now, so the card was not applied. Pull it again.";

interface Pull extends PullCard {
  did: string;
  ifMatch: string | undefined;
}

/**
 * Reads an agent's card from the address that its record gives, and says what it changes; with `apply` it is written.
 * @throws ServiceError `didMismatch`; `notFound`; `preconditionFailed`; `conflict` where there is no address, the card
 *   cannot be read or is refused, or it is another than `sha256` says; what `updateAgent` throws
 */
export async function pullCard(ctx: Context, { did, apply, sha256, ifMatch }: Pull): Promise<CardPull> {
  await permitActor(ctx, "agent.update", did);
  if (matchesNothing(did)) throw notFound();
  const [row] = await ctx.db.select().from(agents).where(eq(agents.did, did));
  if (!row) throw notFound();
  refuseOtherRevision(ifMatch, row);
  const place = placeOf(row);
  const card = await oneAtATime(did, () => readCard(ctx, did, place));
  refuseForeignCard(card.card, did, place);
  const pulledSha256 = createHash("sha256").update(card.bytes).digest("hex");
  if (sha256 !== undefined && sha256 !== pulledSha256) {
    throw conflict("The card has changed since it was shown. Pull it again to see what it changes now.");
  }
  const signature = await checkCard({ ...row, capabilityManifest: card.card });
  if (signature === "invalid") {
    throw conflict("The agent card was refused: none of its first 8 signatures is by the key that the agent proved.");
  }
  const pulled = { did, address: place.address, sha256: pulledSha256, card_signature: signature };
  const namesakes = await findNamesakes(ctx, did, card);
  let changes = changesTo(row, pulledRecord(row, card.input));
  if (!apply) return { ...pulled, applied: false, revision: row.revision, changes: asJson(changes), namesakes };
  const source = { kind: "a2a-card", bytes: card.bytes } as const;
  if (changes.length === 0) {
    await storeSource(ctx.db, did, source, ctx.clock());
    return { ...pulled, applied: true, revision: row.revision, changes: [], namesakes };
  }
  const { revision } = await rewriteRecord(ctx, {
    did,
    ifMatch,
    reason: "Its agent card was pulled.",
    details: { card: place.address, sha256: pulledSha256 },
    remake: (present) => {
      if (placeOf(present).address !== place.address) throw conflict(CHANGED_PLACE);
      const record = pulledRecord(present, card.input);
      changes = changesTo(present, record);
      return record;
    },
    storeWith: (tx, at) => storeSource(tx, did, source, at),
  });
  return { ...pulled, applied: true, revision, changes: asJson(changes), namesakes };
}

/** Pulls a card as a form sends it. @throws ServiceError `conflict` where the record has another revision by now */
export async function pullCardByForm(ctx: Context, { revision, ...pull }: PullCardForm): Promise<CardPull> {
  try {
    return await pullCard(ctx, { ...pull, ifMatch: `"r${revision}"` });
  } catch (error) {
    if (!(error instanceof ServiceError && error.kind === "preconditionFailed")) throw error;
    throw conflict("The record was changed since you opened this page, so nothing was saved. Open the page again.");
  }
}

function placeOf({ endpoints }: Pick<AgentRow, "endpoints">): CardPlace {
  const place = cardPlaceOf(endpoints);
  if (place) return place;
  throw conflict(
    "The record has no a2a endpoint, from which the card's address follows. Add one to `endpoints` first.",
  );
}

async function readCard({ log }: Context, did: string, { address }: CardPlace): Promise<PulledCard> {
  const maxBytes = settings().MAX_BODY_BYTES;
  try {
    const options = { stayOnHost: true, maxBytes, headers: { accept: "application/json" } };
    const { status, headers, bytes } = await requestOutside(address, options);
    if (status !== 200) throw conflict(`There is no agent card at ${address}: the status is ${status}.`);
    return readPulledCard(bytes, { did, mediaType: headers.get("content-type") ?? "", maxBytes });
  } catch (error) {
    if (!(error instanceof OutgoingRefused)) throw error;
    log.info({ address, reason: error.reason }, "agent card not read");
    throw conflict(
      `The agent card at ${address} could not be read. ${error.message} It must not redirect to another host.`,
    );
  }
}

/** Most cards that are being read at a time: a host that does not respond holds one for seconds. */
const MOST_PULLS = 16;
const pulling = new Set<string>();

/** So that nobody asks a host through this service more often than one request after another. */
async function oneAtATime<T>(did: string, read: () => Promise<T>): Promise<T> {
  if (pulling.has(did)) throw conflict("The agent's card is being pulled already. Wait for that to end.");
  if (pulling.size >= MOST_PULLS) throw new ServiceError("overloaded", "Too many cards are being pulled just now.");
  pulling.add(did);
  try {
    return await read();
  } finally {
    pulling.delete(did);
  }
}

/** Other members whose name a reader could take for the card's. */
async function findNamesakes({ db }: Context, did: string, { input }: PulledCard): Promise<CardPull["namesakes"]> {
  const name = input.name ?? "";
  return db
    .select({ did: agents.did, name: agents.name })
    .from(agents)
    .where(and(inArray(agents.name, [...new Set([name, asciiLookAlike(name)])]), ne(agents.did, did)))
    .orderBy(agents.did)
    .limit(5);
}

const asJson = (changes: Change[]): CardPull["changes"] => JSON.parse(JSON.stringify(changes));
