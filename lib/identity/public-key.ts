import { Point } from "@noble/ed25519";
import { z } from "zod";
import { isOnP256 } from "./p256";

/**
 * The prefixes of a key's bytes: multicodec ed25519-pub and p256-pub (did:key), and SubjectPublicKeyInfo (RFC 8410, 4;
 * RFC 5480, 2).
 */
const MULTICODEC = "ed01";
const MULTICODEC_P256 = "8024";
const SPKI = "302a300506032b6570032100";
const SPKI_P256 = "3059301306072a8648ce3d020106082a8648ce3d03010703420004";
const BASE58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";

const FORMS =
  "must be a public key: Ed25519 as 32 bytes in base64url, z6Mk… or did:key:z6Mk…; or Ed25519 or P-256 as a JWK or PEM";
const PRIVATE =
  "must not contain a private key, which must stay secret. Make a new key pair, and send only the public key";

const hexOf = (bytes: Iterable<number>) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

function hexOfBase64(text: string): string {
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return hexOf(Array.from(binary, (character) => character.charCodeAt(0)));
}

/** Decodes a base58btc number to hex; "" if it is not one. A key's bytes never begin with a zero, so none is lost. */
function hexOfBase58(text: string): string {
  let value = 0n;
  for (const character of text) {
    const digit = BASE58.indexOf(character);
    if (digit < 0) return "";
    value = value * 58n + BigInt(digit);
  }
  return value.toString(16);
}

/** Encodes hex as a base58btc number. Its bytes must not begin with a zero. */
function base58OfHex(hex: string): string {
  let text = "";
  for (let value = BigInt(`0x${hex}`); value > 0n; value /= 58n) text = `${BASE58[Number(value % 58n)]}${text}`;
  return text;
}

const after = (prefix: string, hex: string) => (hex.startsWith(prefix) ? hex.slice(prefix.length) : "");

const isCoordinate = (value: unknown): value is string => typeof value === "string" && /^[\w-]{43}$/.test(value);

/** Returns the bytes of a key as hex, in any form: 32 of Ed25519, 64 of P-256; any other length if it is not a key. */
function hexOfKey(given: string | Record<string, unknown>): string {
  if (typeof given !== "string") {
    const { kty, crv, x, y } = given;
    if (kty === "OKP" && crv === "Ed25519" && isCoordinate(x)) return hexOfBase64(x);
    return kty === "EC" && crv === "P-256" && isCoordinate(x) && isCoordinate(y) ? hexOfBase64(x) + hexOfBase64(y) : "";
  }
  const text = given.trim();
  if (text.startsWith("{")) return hexOfKey(JSON.parse(text));
  if (/^[\w-]{43}$/.test(text)) return hexOfBase64(text);
  const multibase = /^(?:did:key:)?z([A-Za-z0-9]{46,49})$/.exec(text)?.[1];
  if (multibase) return after(MULTICODEC, hexOfBase58(multibase));
  const pem = /^-----BEGIN PUBLIC KEY-----([A-Za-z0-9+/=\s]+)-----END PUBLIC KEY-----$/.exec(text)?.[1];
  const spki = pem ? hexOfBase64(pem.replace(/[\s=]/g, "")) : "";
  return after(SPKI, spki) || after(SPKI_P256, spki);
}

const holdsPrivateKey = (given: string | Record<string, unknown>) =>
  typeof given === "string" ? /PRIVATE KEY-----|^\s*\{.*"d"\s*:/s.test(given) : "d" in given;

/** Returns why these bytes are not a usable public key, or undefined if they are. */
function weaknessOf(hex: string): string | undefined {
  if (hex.length === 128) return isOnP256(hex) ? undefined : "must be a point of the curve P-256";
  try {
    const point = Point.fromHex(hex, false);
    if (point.isSmallOrder()) return "must not be a point of low order, because anyone could sign for it";
    if (!point.isTorsionFree()) return "must be in the group of prime order, as every correctly made key is";
  } catch {
    return "must be a point of Ed25519's curve in its only valid encoding (RFC 8032, 5.1.3)";
  }
  return undefined;
}

export type PublicJwk = { kty: "OKP"; crv: "Ed25519"; x: string } | { kty: "EC"; crv: "P-256"; x: string; y: string };

/** Returns a key from {@link PublicKey} as a JWK. */
export function jwkOf(publicKey: string): PublicJwk {
  return publicKey.startsWith("{") ? JSON.parse(publicKey) : { kty: "OKP", crv: "Ed25519", x: publicKey };
}

/** Returns a key as `publicKeyMultibase` of a Multikey (W3C Controlled Identifiers 1.0, 2.2.2): `z6Mk…` or `zDn…`. */
export function multibaseOf(jwk: PublicJwk): string {
  const x = hexOfBase64(jwk.x);
  if (jwk.kty === "OKP") return `z${base58OfHex(MULTICODEC + x)}`;
  // A point of P-256 is compressed: its sign, and x (SEC 1, 2.3.3).
  const sign = Number.parseInt(hexOfBase64(jwk.y).slice(-1), 16) % 2 === 0 ? "02" : "03";
  return `z${base58OfHex(MULTICODEC_P256 + sign + x)}`;
}

function base64urlOf(hex: string): string {
  const binary = hex.replace(/../g, (byte) => String.fromCharCode(Number.parseInt(byte, 16)));
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/**
 * Parses a public key in any usual form. Each key has one text: for Ed25519 the 32 bytes in base64url, as in a JWK's
 * `x`; for P-256 the JWK with the members of its thumbprint, in their order (RFC 7638).
 */
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
      // Invalid base64 or JSON is reported below.
    }
    if (hex.length !== 64 && hex.length !== 128) return refuse(FORMS);
    const weakness = weaknessOf(hex);
    if (weakness) return refuse(weakness);
    if (hex.length === 64) return base64urlOf(hex);
    const [x, y] = [hex.slice(0, 64), hex.slice(64)].map(base64urlOf);
    return JSON.stringify({ crv: "P-256", kty: "EC", x, y });
  })
  .meta({
    description:
      "A public key. Ed25519: 32 bytes as base64url, multibase `z6Mk…`, `did:key:z6Mk…`, a JWK, or PEM; shown as base64url. P-256: a JWK or PEM; shown as the text of a JWK.",
  });
