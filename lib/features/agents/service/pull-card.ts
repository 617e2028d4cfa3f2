import { createHash } from "node:crypto";
import { and, eq, inArray, ne } from "drizzle-orm";
import { authorizeActor } from "@/lib/authority/authorize-actor";
import type { Context } from "@/lib/authority/context";
import { type AgentRow, agents } from "@/lib/database/schema/agents";
import { settings } from "@/lib/foundation/env";
import { conflict, foundRow, ServiceError } from "@/lib/foundation/errors";
import { asciiLookAlike } from "@/lib/identity/look-alike";
import { actorName } from "@/lib/identity/permissions";
import { outgoingOwner } from "@/lib/outgoing/owner";
import { places } from "@/lib/outgoing/places";
import { fetchExternal, OutgoingRequestError } from "@/lib/outgoing/request";
import { type CardPlace, cardPlaceOf } from "../card-address";
import type { CardPull, PullCard, PullCardForm } from "../card-schema";
import { checkCard } from "../card-signature";
import { compareRecord, type FieldChange } from "../changes";
import { assertOwnCard, type PulledCard, readPulledCard } from "../manifests/pulled-card";
import { pulledRecord } from "../pulled-record";
import { storeSource } from "./store-source";
import { assertRevision, rewriteRecord } from "./update";

const CHANGED_PLACE = "The record now has another endpoint, so the card was not applied. Pull the card again.";

interface Pull extends PullCard {
  did: string;
  ifMatch: string | undefined;
}

/**
 * Reads an agent's card from the address in its record and returns what it changes. With `apply`, writes the changes.
 * @throws ServiceError `didMismatch`; `notFound`; `preconditionFailed`; `conflict` if there is no address, the card
 * cannot be read or is rejected, or its hash is not `sha256`; `rateLimited`, `overloaded`; the errors of `updateAgent`
 */
export async function pullCard(ctx: Context, { did, apply, sha256, ifMatch }: Pull): Promise<CardPull> {
  await authorizeActor(ctx, "agent.update", did);
  const row = foundRow(await ctx.db.select().from(agents).where(eq(agents.did, did)));
  assertRevision(ifMatch, row);
  const place = placeOf(row);
  const owner = await outgoingOwner(ctx.db, actorName(ctx.caller));
  const work = { kind: "card", owner, subject: did, hosts: [new URL(place.address).host] } as const;
  const card = await places.within(work, ctx.clock(), () => readCard(ctx, did, place));
  assertOwnCard(card.card, did, place);
  const pulledSha256 = createHash("sha256").update(card.bytes).digest("hex");
  if (sha256 !== undefined && sha256 !== pulledSha256) {
    throw conflict("The card has changed since it was shown. Pull it again to see the changes.");
  }
  const signature = await checkCard({ ...row, capabilityManifest: card.card });
  if (signature === "invalid") {
    throw conflict("The agent card was rejected: none of its first 8 signatures is by the agent's proven key.");
  }
  const pulled = { did, address: place.address, sha256: pulledSha256, card_signature: signature };
  const namesakes = await findNamesakes(ctx, did, card);
  let changes = compareRecord(row, pulledRecord(row, card.input));
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
      changes = compareRecord(present, record);
      return record;
    },
    storeWith: (tx, at) => storeSource(tx, did, source, at),
  });
  return { ...pulled, applied: true, revision, changes: asJson(changes), namesakes };
}

/** Pulls a card from a form. @throws ServiceError `conflict` if the record has another revision by now */
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
    "The record has no a2a endpoint, so the card has no address. Add an a2a endpoint to `endpoints` first.",
  );
}

/** Reads a card at its address. @throws ServiceError `conflict` with one sentence about the fault */
export async function readCard(
  { log }: Context,
  did: string,
  { address }: CardPlace,
  deadlineMilliseconds?: number,
): Promise<PulledCard> {
  const maxBytes = settings().MAX_BODY_BYTES;
  try {
    const options = {
      ...{ stayOnHost: true, maxBytes, headers: { accept: "application/json" } },
      ...(deadlineMilliseconds === undefined ? {} : { deadlineMilliseconds }),
    };
    const { status, headers, bytes } = await fetchExternal(address, options);
    if (status !== 200) throw conflict(`There is no agent card at ${address}: the response status is ${status}.`);
    return readPulledCard(bytes, { did, mediaType: headers.get("content-type") ?? "", maxBytes });
  } catch (error) {
    if (!(error instanceof OutgoingRequestError)) throw error;
    log.info({ address, reason: error.reason }, "agent card not read");
    throw conflict(
      `The agent card at ${address} could not be read. ${error.message} It must not redirect to another host.`,
    );
  }
}

/** Returns other members whose name a reader could confuse with the card's name. */
async function findNamesakes({ db }: Context, did: string, { input }: PulledCard): Promise<CardPull["namesakes"]> {
  const name = input.name ?? "";
  return db
    .select({ did: agents.did, name: agents.name })
    .from(agents)
    .where(and(inArray(agents.name, [...new Set([name, asciiLookAlike(name)])]), ne(agents.did, did)))
    .orderBy(agents.did)
    .limit(5);
}

const asJson = (changes: FieldChange[]): CardPull["changes"] => JSON.parse(JSON.stringify(changes));
