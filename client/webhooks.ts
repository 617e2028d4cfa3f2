/** The body of a webhook. A newer service may send further types, so `type` is any string. */
export interface WebhookEvent {
  type: string;
  timestamp: string;
  data: Record<string, unknown>;
  [field: string]: unknown;
}

export interface VerifyWebhook {
  /** The raw body as it was received, not parsed. */
  body: string | Uint8Array;
  headers: Headers | Record<string, string | readonly string[] | undefined>;
  /** `whsec_…`, for signatures `v1`. Several during a rotation. */
  secret?: string | readonly string[] | undefined;
  /** `whpk_…` or a public JWK of Ed25519, for signatures `v1a`. Several during a rotation. */
  publicKey?: string | JsonWebKey | readonly (string | JsonWebKey)[] | undefined;
  /** The largest difference between `webhook-timestamp` and `now`. Default 300. */
  toleranceSeconds?: number | undefined;
  /** The time to compare with. Default: the present time. */
  now?: Date | undefined;
}

/** The invalid part of a webhook. */
export type WebhookFault = "headers" | "timestamp" | "signature" | "body";

/** Thrown for an invalid webhook. */
export class WebhookError extends Error {
  override readonly name = "WebhookError";
  readonly fault: WebhookFault;

  constructor(fault: WebhookFault, message: string) {
    super(message);
    this.fault = fault;
  }
}

const MAX_SIGNATURES = 20;
const MAX_HEADER_CHARACTERS = 4_096;
const encoder = new TextEncoder();

function headerOf(headers: VerifyWebhook["headers"], name: string): string {
  if (headers instanceof Headers) return headers.get(name) ?? "";
  const found = Object.entries(headers).find(([each]) => each.toLowerCase() === name)?.[1];
  return (typeof found === "string" ? found : found?.join(" ")) ?? "";
}

/** Decodes base64 or base64url. @returns null if the text is neither */
function decode(base64: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(base64.replaceAll("-", "+").replaceAll("_", "/")), (sign) => sign.charCodeAt(0));
  } catch {
    return null;
  }
}

/** Decodes a key. @throws TypeError if the text is empty or not base64 */
function keyBytes(base64: string): Uint8Array<ArrayBuffer> {
  const bytes = decode(base64);
  if (!bytes || bytes.length === 0) throw new TypeError("A webhook's secret or public key must be base64.");
  return bytes;
}

const listOf = <T>(value: T | readonly T[] | undefined): readonly T[] =>
  value === undefined ? [] : Array.isArray(value) ? value : [value as T];

function secretKey(secret: string): Promise<CryptoKey> {
  return crypto.subtle.importKey(
    "raw",
    keyBytes(secret.replace(/^whsec_/, "")),
    { name: "HMAC", hash: "SHA-256" },
    false,
    ["verify"],
  );
}

function publicKeyOf(key: string | JsonWebKey): Promise<CryptoKey> {
  if (typeof key === "string") {
    return crypto.subtle.importKey("raw", keyBytes(key.replace(/^whpk_/, "")), "Ed25519", false, ["verify"]);
  }
  const { kty = "", crv = "", x = "" } = key;
  return crypto.subtle.importKey("jwk", { kty, crv, x }, "Ed25519", false, ["verify"]);
}

/** Returns whether one of the signatures is by one of the keys. WebCrypto compares in constant time. */
async function isSigned(
  algorithm: "HMAC" | "Ed25519",
  keys: readonly CryptoKey[],
  signatures: readonly string[],
  signed: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  let isValid = false;
  for (const signature of signatures) {
    const bytes = decode(signature);
    if (!bytes) continue;
    for (const key of keys) {
      if (await crypto.subtle.verify(algorithm, key, bytes, signed)) isValid = true;
    }
  }
  return isValid;
}

function joined(head: string, body: Uint8Array): Uint8Array<ArrayBuffer> {
  const start = encoder.encode(head);
  const bytes = new Uint8Array(start.length + body.length);
  bytes.set(start);
  bytes.set(body, start.length);
  return bytes;
}

/**
 * Verifies a webhook as specified by Standard Webhooks: `v1` (HMAC-SHA256) with a secret, `v1a` (Ed25519) with a public
 * key.
 * @returns its parsed body. `webhook-id` is the same for every attempt; keep it to detect duplicates
 * @throws WebhookError if it is invalid; TypeError if no valid key was given
 */
export async function verifyWebhook({
  body,
  headers,
  secret,
  publicKey,
  toleranceSeconds = 300,
  now = new Date(),
}: VerifyWebhook): Promise<WebhookEvent> {
  const secrets = await Promise.all(listOf(secret).map(secretKey));
  const publicKeys = await Promise.all(listOf(publicKey).map(publicKeyOf));
  if (secrets.length + publicKeys.length === 0) throw new TypeError("`secret` or `publicKey` is required.");

  const [id, timestamp, signature] = ["webhook-id", "webhook-timestamp", "webhook-signature"].map((name) =>
    headerOf(headers, name),
  ) as [string, string, string];
  if (id === "" || timestamp === "" || signature === "") {
    throw new WebhookError("headers", "`webhook-id`, `webhook-timestamp` and `webhook-signature` are required.");
  }
  if (Math.max(id.length, signature.length) > MAX_HEADER_CHARACTERS) {
    throw new WebhookError(
      "headers",
      `\`webhook-id\` and \`webhook-signature\` must have at most ${MAX_HEADER_CHARACTERS} characters.`,
    );
  }
  const seconds = /^\d{1,12}$/.test(timestamp) ? Number(timestamp) : Number.NaN;
  if (!(Math.abs(now.getTime() / 1_000 - seconds) <= toleranceSeconds)) {
    throw new WebhookError("timestamp", `\`webhook-timestamp\` must be within ${toleranceSeconds} seconds of now.`);
  }

  const bytes = typeof body === "string" ? encoder.encode(body) : body;
  const signed = joined(`${id}.${timestamp}.`, bytes);
  const given = signature.split(" ").slice(0, MAX_SIGNATURES);
  const of = (version: string) =>
    given.flatMap((each) => (each.startsWith(`${version},`) ? [each.slice(version.length + 1)] : []));
  const isValid =
    (await isSigned("HMAC", secrets, of("v1"), signed)) || (await isSigned("Ed25519", publicKeys, of("v1a"), signed));
  if (!isValid) throw new WebhookError("signature", "`webhook-signature` has no valid signature by a given key.");

  try {
    const event: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    if (typeof event === "object" && event !== null && typeof (event as WebhookEvent).type === "string") {
      return event as WebhookEvent;
    }
  } catch {
    // Thrown below, as for any other invalid body.
  }
  throw new WebhookError("body", "The body must be a JSON object with `type`.");
}
