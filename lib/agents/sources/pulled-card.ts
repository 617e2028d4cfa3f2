import { z } from "zod";
import { conflict, ServiceError } from "@/lib/errors";
import { sentenceOf, wording } from "@/lib/http/wording";
import { UNSEEN_IN_LINE, UNSEEN_IN_TEXT } from "@/lib/text/plain-text";
import { refuseUnstorable } from "@/lib/text/strangers-json";
import type { CardPlace } from "../card-address";
import { MAX_LIST_ITEMS, type RegisterAgent } from "../schema";
import { isAgentCard, registrationOfCard } from "./a2a-card";

/** A card as it came, and what it says. */
export interface PulledCard {
  bytes: Uint8Array;
  card: Record<string, unknown>;
  /** What an import would make of it. */
  input: RegisterAgent;
}

const refused = (why: string) => conflict(`The agent card was refused: ${why}`);

/** A declared encoding that is not UTF-8 (RFC 8259, 8.1). */
const FOREIGN_CHARSET = /;\s*charset\s*=\s*"?(?!utf-?8\b)[^\s;"]/i;

function parse(bytes: Uint8Array): unknown {
  let text: string;
  try {
    // A byte order mark stays, and is no JSON then: the bytes are served as they came (RFC 8259, 8.1).
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

function refuseHidden({ name, provider }: RegisterAgent, { description }: Record<string, unknown>): void {
  const isHidden =
    UNSEEN_IN_LINE.test(`${name}${provider}`) || (typeof description === "string" && UNSEEN_IN_TEXT.test(description));
  if (isHidden) throw refused("its name, organisation or description has characters that nobody would see.");
}

/**
 * Reads an A2A agent card that a stranger's server sent.
 * @param expected `did` is the agent's, `mediaType` the response's Content-Type
 * @throws ServiceError `conflict`, whose one sentence says what is wrong with it
 */
export function readPulledCard(
  bytes: Uint8Array,
  expected: { did: string; mediaType: string; maxBytes: number },
): PulledCard {
  const { did, mediaType, maxBytes } = expected;
  if (FOREIGN_CHARSET.test(mediaType)) throw refused("it is not UTF-8.");
  const card = parse(bytes);
  try {
    refuseUnstorable(card);
  } catch (error) {
    throw error instanceof ServiceError
      ? refused(`${error.message[0]?.toLowerCase()}${error.message.slice(1)}`)
      : error;
  }
  if (!isAgentCard(card)) throw refused("it is not an A2A agent card, which has a name, skills and an address.");
  // A number such as 1e20 is longer once it is written out.
  if (Buffer.byteLength(JSON.stringify(card)) > maxBytes) throw refused(`it has more than ${maxBytes} bytes.`);
  if (card.skills.length > MAX_LIST_ITEMS) throw refused(`it has more than ${MAX_LIST_ITEMS} skills.`);
  try {
    // The record has its DID already: one made from the card's address is not wanted, and could be too long.
    const input = { ...registrationOfCard({ ...card, did }, wording), capability_manifest: card };
    refuseHidden(input, card);
    return { bytes, card, input };
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw error;
    throw refused(`${error.issues.slice(0, 1).map(sentenceOf).join("")}`);
  }
}

const withoutSlash = (address: unknown) => (typeof address === "string" ? address.trim().replace(/\/+$/, "") : "");

/** The addresses at which a card says that its agent answers. */
function addressesIn(card: Record<string, unknown>): string[] {
  const lists = [card["supportedInterfaces"], card["additionalInterfaces"]].flat();
  const listed = lists.map((each) => (each as { url?: unknown } | null | undefined)?.url);
  return [card["url"], ...listed].map(withoutSlash).filter(Boolean);
}

/**
 * Refuses a card of another agent: one that names another DID, or, where it names none and does not stand at an address of
 * the record itself, one that does not name the endpoint through which it was found.
 * @throws ServiceError `conflict`
 */
export function refuseForeignCard(card: Record<string, unknown>, did: string, { address, endpoint }: CardPlace): void {
  const named = card["did"];
  if (named !== undefined && named !== did) throw refused("it names another DID.");
  if (named === did || address === endpoint || addressesIn(card).includes(withoutSlash(endpoint))) return;
  throw refused("it names neither this agent's DID (`did`) nor the endpoint of the record.");
}
