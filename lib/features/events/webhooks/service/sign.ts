import { createHmac, sign as signBytes } from "node:crypto";
import { signersFor } from "@/lib/authority/key-change";
import type { Database } from "@/lib/database/open";
import { secretBytes } from "./secrets";

interface Signed {
  id: string;
  timestampSeconds: number;
  body: string;
}

const contentOf = ({ id, timestampSeconds, body }: Signed) => `${id}.${timestampSeconds}.${body}`;

/** Returns the symmetric signature of Standard Webhooks: HMAC-SHA256 with a `whsec_` secret. */
export function hmacSignature(secret: string, signed: Signed): string {
  return `v1,${createHmac("sha256", secretBytes(secret)).update(contentOf(signed)).digest("base64")}`;
}

/**
 * Returns the headers of Standard Webhooks 1.0. The signatures are one `v1` for each secret, and one `v1a`, Ed25519, for
 * each of this service's keys for webhooks that signs now.
 * @param secrets the present one, and for a day after a rotation the previous one
 */
export async function signedHeaders(db: Database, secrets: readonly string[], signed: Signed) {
  const content = Buffer.from(contentOf(signed));
  const signers = await signersFor(db, "webhook");
  const own = signers.map(({ key }) => `v1a,${signBytes(null, content, key).toString("base64")}`);
  return {
    "webhook-id": signed.id,
    "webhook-timestamp": String(signed.timestampSeconds),
    "webhook-signature": [...secrets.map((secret) => hmacSignature(secret, signed)), ...own].join(" "),
  };
}
