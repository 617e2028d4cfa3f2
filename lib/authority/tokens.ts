import { createHash, randomBytes, randomInt } from "node:crypto";
import { crc32 } from "node:zlib";
import type { CredentialKind } from "@/lib/authority/credential-kind";

const BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const RANDOM_CHARACTERS = 32;
const CHECKSUM_CHARACTERS = 6;

const PREFIX: Record<CredentialKind, string> = { agent: "fgs_agt_", provider: "fgs_org_", operator: "fgs_opr_" };
const ISSUED = /^fgs_(?:agt|org|opr)_[0-9A-Za-z]{32}[0-9A-Za-z]{6}$/;
const ANY_SECRET = /^[\x21-\x7e]{24,200}$/;

/** Default lifetime of a credential of each kind, in days. An operator's does not expire by default. */
export const LIFETIME_DAYS: Record<CredentialKind, number | null> = { agent: 90, provider: 365, operator: null };

/** A credential that ends within this many days should be rotated. */
export const EXPIRING_DAYS = 14;

/** Default number of seconds that a rotated token continues to work beside its successor. */
export const ROTATION_GRACE_SECONDS = 86_400;

function checksum(text: string): string {
  let rest = crc32(text);
  let digits = "";
  for (let place = 0; place < CHECKSUM_CHARACTERS; place += 1) {
    digits = BASE62.charAt(rest % 62) + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}

/**
 * Returns a new token: prefix, 32 random base62 characters (190 bits), 6 characters of CRC-32 over everything before
 * them.
 */
export function makeToken(kind: CredentialKind): string {
  const random = Array.from({ length: RANDOM_CHARACTERS }, () => BASE62.charAt(randomInt(62))).join("");
  const body = PREFIX[kind] + random;
  return body + checksum(body);
}

/**
 * Returns whether a look-up could find this token: `fgs_` tokens must have a valid checksum, others at least 24
 * characters.
 */
export function isPlausibleToken(token: string): boolean {
  if (!token.startsWith("fgs_")) return ANY_SECRET.test(token);
  return ISSUED.test(token) && checksum(token.slice(0, -CHECKSUM_CHARACTERS)) === token.slice(-CHECKSUM_CHARACTERS);
}

/** Returns the SHA-256 of the token, lower-case hex. Only this is stored. A token is random, so it needs no salt. */
export function hashToken(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}

/** Returns the SHA-256 of a request for a credential, lower-case hex. A repeated request has the same. */
export function hashRequest(asked: readonly unknown[]): string {
  return createHash("sha256").update(JSON.stringify(asked)).digest("hex");
}

/** Returns the token of an `Authorization: Bearer …` header (RFC 6750), or null if there is none. */
export function bearerToken(authorization: string | null | undefined): string | null {
  return /^bearer +([\x21-\x7e]+) *$/i.exec(authorization ?? "")?.[1] ?? null;
}

const SESSION_SECRET = /^[\w-]{43}$/;

/** How long a session lasts: after its last use, and in total. */
export const SESSION_IDLE_MILLISECONDS = 30 * 60_000;
export const SESSION_LIFETIME_MILLISECONDS = 12 * 60 * 60_000;

/** Returns a session's secret: 256 random bits in base64url. */
export const makeSessionSecret = () => randomBytes(32).toString("base64url");

/** Returns whether a look-up could find this secret. */
export const isPlausibleSecret = (secret: string) => SESSION_SECRET.test(secret);
