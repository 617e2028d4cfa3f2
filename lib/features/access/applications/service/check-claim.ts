import { and, eq } from "drizzle-orm";
import { type Context, requestScope, systemContext } from "@/lib/authority/context";
import { type AgentRow, agents } from "@/lib/database/schema/agents";
import { type ApplicationRow, applications, type ClaimCheck } from "@/lib/database/schema/applications";
import { settings } from "@/lib/foundation/env";
import { conflict, ServiceError } from "@/lib/foundation/errors";
import { places as outgoingPlaces } from "@/lib/outgoing/places";
import { fetchExternal, OutgoingRequestError } from "@/lib/outgoing/request";
import { type ClaimPlace, claimCode, claimPlaces } from "../claim-places";
import type { ApplicationBySecret } from "../schema";
import { findRowBySecret } from "./by-secret";
import { approveApplication } from "./decide";

const MAX_BYTES = 4_096;
const DEADLINE_MILLISECONDS = 5_000;

const UNREADABLE = `could not be read. It must be public, use https, not redirect, respond within ${DEADLINE_MILLISECONDS / 1_000} seconds, and have at most ${MAX_BYTES / 1_024} KB`;

type Fetch = typeof fetchExternal;
type Record = Pick<AgentRow, "repository" | "endpoints" | "listed" | "status">;

const NO_RECORD = { repository: "", endpoints: [] };

async function findRecord({ db }: Context, did: string): Promise<Record | undefined> {
  const { repository, endpoints, listed, status } = agents;
  const [row] = await db.select({ repository, endpoints, listed, status }).from(agents).where(eq(agents.did, did));
  return row;
}

/** Looks for the code in one place. The path names the owner, so a redirect proves nothing. @returns the reason why it is not there, or null if it is */
async function lookAt({ log }: Context, { address }: ClaimPlace, code: string, ask: Fetch): Promise<string | null> {
  try {
    const response = await ask(address, {
      withoutRedirects: true,
      maxBytes: MAX_BYTES,
      deadlineMilliseconds: DEADLINE_MILLISECONDS,
      headers: { accept: "text/plain" },
    });
    if (response.status !== 200) return `has the response status ${response.status}`;
    const words = Buffer.from(response.bytes).toString().split(/\s+/);
    return words.includes(code) ? null : "does not contain the code of this application";
  } catch (error) {
    if (!(error instanceof OutgoingRequestError)) throw error;
    log.info({ address, reason: error.reason }, "claim not read");
    return UNREADABLE;
  }
}

/** An applicant has no account yet, so the network of the request is the owner. */
async function lookEverywhere(
  ctx: Context,
  { id, secretHash }: Pick<ApplicationRow, "id" | "secretHash">,
  places: ClaimPlace[],
  ask: Fetch,
): Promise<ClaimCheck> {
  const { network = `application:${id}` } = requestScope();
  const hosts = places.map(({ address }) => new URL(address).host);
  const code = claimCode(secretHash);
  const look = () =>
    Promise.all(places.map(async (place) => ({ ...place, problem: await lookAt(ctx, place, code, ask) })));
  const looked = await outgoingPlaces.within({ kind: "claim", owner: network, subject: id, hosts }, ctx.clock(), look);
  return { at: ctx.clock().toISOString(), places: looked };
}

/** Returns whether a check found the code in a place that the DID itself names. */
export function provesClaim(check: ClaimCheck | null): boolean {
  return check?.places.some(({ proves, problem }) => proves && problem === null) ?? false;
}

/** Throws if the record cannot be claimed now. */
export function assertClaimable(record: Pick<Record, "listed" | "status"> | undefined): void {
  if (record?.listed && record.status === "suspended") {
    throw conflict("This record is suspended. Nobody can claim it until an operator reinstates it.");
  }
}

/**
 * Approves an application whose claim is proven, if nobody but the list has an interest in the DID. If an operator has
 * decided in the meantime, that decision stands.
 */
async function approveProven(ctx: Context, id: string): Promise<void> {
  const note = "The code of the application was found where the DID names its owner.";
  try {
    await approveApplication({ ...systemContext(ctx.db), clock: ctx.clock }, { id, tier: null, note });
  } catch (error) {
    if (!(error instanceof ServiceError && (error.kind === "conflict" || error.kind === "didTaken"))) throw error;
  }
}

/**
 * Looks for the application's code in the places that show who its applicant is, and stores what was found for the
 * operators. With `CLAIMS=proven`, a proof approves the application. After the decision, what was found stays as it is.
 * @param ask sends the requests
 * @throws ServiceError `notFound`; `conflict` if there is nothing to check, or the application is decided; `rateLimited`
 * or `overloaded`
 */
export async function checkClaim(
  ctx: Context,
  { secret }: ApplicationBySecret,
  ask: Fetch = fetchExternal,
): Promise<ClaimCheck> {
  const row = await findRowBySecret(ctx.db, secret);
  const { id, did } = row;
  if (row.status !== "pending") throw conflict(`This application is ${row.status}, so nothing is checked now.`);
  const record = did === null ? undefined : await findRecord(ctx, did);
  const places = did === null ? [] : claimPlaces(did, record ?? NO_RECORD);
  if (places.length === 0) throw conflict("There is no place where a code would show that the DID is yours.");
  assertClaimable(record);
  const check = await lookEverywhere(ctx, row, places, ask);
  const isOpen = and(eq(applications.id, id), eq(applications.status, "pending"));
  await ctx.db.update(applications).set({ claimCheck: check }).where(isOpen);
  if (provesClaim(check) && settings().CLAIMS === "proven") await approveProven(ctx, id);
  return check;
}

/**
 * Looks again for a code that was found before the approval.
 * @returns the address of the proof; null if the code was not found before
 * @throws ServiceError `conflict` if it is no longer there; `rateLimited` or `overloaded`
 */
export async function proveAgain(ctx: Context, row: ApplicationRow, ask: Fetch): Promise<string | null> {
  if (row.did === null || !provesClaim(row.claimCheck)) return null;
  const places = claimPlaces(row.did, (await findRecord(ctx, row.did)) ?? NO_RECORD).filter(({ proves }) => proves);
  const check = await lookEverywhere(ctx, row, places, ask);
  const proof = check.places.find(({ problem }) => problem === null);
  if (proof) return proof.address;
  const said = check.places.map(({ address, problem }) => `${address} ${problem}.`).join(" ");
  throw conflict(
    `The code is no longer where it was found, so no token was made. ${said} Put it back, then try again.`,
  );
}
