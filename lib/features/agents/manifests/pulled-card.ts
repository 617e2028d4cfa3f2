import { z } from "zod";
import { conflict, ServiceError } from "@/lib/foundation/errors";
import { INVISIBLE_IN_LINE, INVISIBLE_IN_TEXT } from "@/lib/foundation/text/plain-text";
import { trimEndOf } from "@/lib/foundation/text/trim";
import { assertStorable } from "@/lib/http/untrusted-json";
import { sentenceOf } from "@/lib/http/wording";
import type { CardPlace } from "../card-address";
import { MAX_LIST_ITEMS, type RegisterAgent } from "../schema";
import { isAgentCard, registrationOfCard } from "./a2a-card";

/** A card as it was received, and its content. */
export interface PulledCard {
  bytes: Uint8Array;
  card: Record<string, unknown>;
  /** The registration that an import would make of it. */
  input: RegisterAgent;
}

const refused = (why: string) => conflict(`The agent card was rejected: ${why}`);

/** Matches a declared encoding other than UTF-8 (RFC 8259, 8.1). */
const FOREIGN_CHARSET = /;\s*charset\s*=\s*"?(?!utf-?8\b)[^\s;"]/i;

function parse(bytes: Uint8Array): unknown {
  let text: string;
  try {
    // A byte order mark stays, so the text is not valid JSON: the bytes are served as they were received (RFC 8259,
    // 8.1).
    text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw refused("it is not UTF-8.");
  }
  try {
    return JSON.parse(text);
  } catch {
    throw refused("it is not JSON.");
  }
}

function assertNoHiddenCharacters({ name, provider }: RegisterAgent, { description }: Record<string, unknown>): void {
  const isHidden =
    INVISIBLE_IN_LINE.test(`${name}${provider}`) ||
    (typeof description === "string" && INVISIBLE_IN_TEXT.test(description));
  if (isHidden) throw refused("its name, organisation or description has invisible characters.");
}

/**
 * Reads an A2A agent card that another server sent.
 * @param expected `did` is the agent's, `mediaType` the response's Content-Type
 * @throws ServiceError `conflict`, with one sentence about the fault
 */
export function readPulledCard(
  bytes: Uint8Array,
  expected: { did: string; mediaType: string; maxBytes: number },
): PulledCard {
  const { did, mediaType, maxBytes } = expected;
  if (FOREIGN_CHARSET.test(mediaType)) throw refused("it is not UTF-8.");
  const card = parse(bytes);
  try {
    assertStorable(card);
  } catch (error) {
    throw error instanceof ServiceError
      ? refused(`${error.message[0]?.toLowerCase()}${error.message.slice(1)}`)
      : error;
  }
  if (!isAgentCard(card)) throw refused("it is not an A2A agent card, which has a name, skills and an address.");
  // A number such as 1e20 is longer when it is written out.
  if (Buffer.byteLength(JSON.stringify(card)) > maxBytes) throw refused(`it has more than ${maxBytes} bytes.`);
  if (card.skills.length > MAX_LIST_ITEMS) throw refused(`it has more than ${MAX_LIST_ITEMS} skills.`);
  try {
    // The record already has a DID. A DID made from the card's address is not needed and could be too long.
    const input = { ...registrationOfCard({ ...card, did }), capability_manifest: card };
    assertNoHiddenCharacters(input, card);
    return { bytes, card, input };
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw error;
    throw refused(`${error.issues.slice(0, 1).map(sentenceOf).join("")}`);
  }
}

const withoutSlash = (address: unknown) => (typeof address === "string" ? trimEndOf(address.trim(), "/") : "");

/** Returns the addresses at which the card's agent can be called. */
function addressesIn(card: Record<string, unknown>): string[] {
  const lists = [card["supportedInterfaces"], card["additionalInterfaces"]].flat();
  const listed = lists.map((each) => (each as { url?: unknown } | null | undefined)?.url);
  return [card["url"], ...listed].map(withoutSlash).filter(Boolean);
}

/**
 * Rejects a card of another agent: a card that names another DID, or a card without a DID that is not at an address of
 * the record and does not name the endpoint through which it was found.
 * @throws ServiceError `conflict`
 */
export function assertOwnCard(card: Record<string, unknown>, did: string, { address, endpoint }: CardPlace): void {
  const named = card["did"];
  if (named !== undefined && named !== did) throw refused("it names another DID.");
  if (named === did || address === endpoint || addressesIn(card).includes(withoutSlash(endpoint))) return;
  throw refused("it names neither this agent's DID (`did`) nor the endpoint of the record.");
}
