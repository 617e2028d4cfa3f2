import { Point } from "@noble/ed25519";
import { z } from "zod";

/** Before the 32 bytes of a key: multicodec ed25519-pub (did:key), and SubjectPublicKeyInfo (RFC 8410, 4). */
const MULTICODEC = "ed01";
const SPKI = "302a300506032b6570032100";
const BASE58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";

const FORMS =
  "must be an Ed25519 public key: 32 bytes as base64url, z6Mk… or did:key:z6Mk…, a JWK (kty OKP, crv Ed25519), or PEM";
const PRIVATE = "holds a private key, which nobody else may have: make a new pair, and send the public key only";

const hexOf = (bytes: Iterable<number>) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

function hexOfBase64(text: string): string {
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return hexOf(Array.from(binary, (character) => character.charCodeAt(0)));
}

/** Hex of a base58btc number; "" where it is none. A key's bytes begin with no zero, so none is lost. */
function hexOfBase58(text: string): string {
  let value = 0n;
  for (const character of text) {
    const digit = BASE58.indexOf(character);
    if (digit < 0) return "";
    value = value * 58n + BigInt(digit);
  }
  return value.toString(16);
}

const after = (prefix: string, hex: string) => (hex.startsWith(prefix) ? hex.slice(prefix.length) : "");

/** The 32 bytes of a key as hex, however it is written; something else where it is none. */
function hexOfKey(given: string | Record<string, unknown>): string {
  if (typeof given !== "string") {
    const { kty, crv, x } = given;
    return kty === "OKP" && crv === "Ed25519" && typeof x === "string" && /^[\w-]{43}$/.test(x) ? hexOfBase64(x) : "";
  }
  const text = given.trim();
  if (/^[\w-]{43}$/.test(text)) return hexOfBase64(text);
  const multibase = /^(?:did:key:)?z([A-Za-z0-9]{46,49})$/.exec(text)?.[1];
  if (multibase) return after(MULTICODEC, hexOfBase58(multibase));
  const pem = /^-----BEGIN PUBLIC KEY-----([A-Za-z0-9+/=\s]+)-----END PUBLIC KEY-----$/.exec(text)?.[1];
  return pem ? after(SPKI, hexOfBase64(pem.replace(/[\s=]/g, ""))) : "";
}

const holdsPrivateKey = (given: string | Record<string, unknown>) =>
  typeof given === "string" ? given.includes("PRIVATE KEY-----") : "d" in given;

/** Why these bytes are no key that proves anything; undefined where they are one. */
function weaknessOf(hex: string): string | undefined {
  try {
    const point = Point.fromHex(hex, false);
    if (point.isSmallOrder()) return "is a point of low order: anyone could sign for it";
    if (!point.isTorsionFree()) return "is not in the group of prime order, where every honestly made key is";
  } catch {
    return "is no point of Ed25519's curve in its one encoding (RFC 8032, 5.1.3)";
  }
  return undefined;
}

/** An Ed25519 public key in any of its usual forms; it comes out as 32 bytes in base64url, as they are in a JWK's `x`. */
export const PublicKey = z
  .union([z.string().max(1_000), z.record(z.string(), z.unknown())], FORMS)
  .transform((given, ctx) => {
    const refuse = (message: string) => {
      ctx.addIssue({ code: "custom", message });
      return z.NEVER;
    };
    if (holdsPrivateKey(given)) return refuse(PRIVATE);
    let hex = "";
    try {
      hex = hexOfKey(given);
    } catch {
      // No base64: said below.
    }
    if (hex.length !== 64) return refuse(FORMS);
    const weakness = weaknessOf(hex);
    if (weakness) return refuse(weakness);
    const binary = hex.replace(/../g, (byte) => String.fromCharCode(Number.parseInt(byte, 16)));
    return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
  })
  .meta({
    description:
      "An Ed25519 public key: 32 bytes as base64url, multibase `z6Mk…`, `did:key:z6Mk…`, a JWK, or PEM. Shown as base64url.",
  });
