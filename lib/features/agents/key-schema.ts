import { z } from "zod";

export const KeyChallenge = z
  .object({
    challenge: z.string(),
    message: z.string().meta({
      description: "The text to sign with the private key: exactly these bytes in UTF-8, without an added line break.",
    }),
    expires_at: z.iso.datetime(),
  })
  .meta({ id: "KeyChallenge" });
export type KeyChallenge = z.infer<typeof KeyChallenge>;

export const ProveKey = z.object({
  challenge: z.string().regex(/^[A-Za-z0-9_-]{43}$/, "must be a `challenge` from an earlier response"),
  signature: z
    .string()
    .regex(/^[A-Za-z0-9+/_-]{86,96}={0,2}$/, "must be a signature as base64 or base64url")
    .meta({
      description:
        "The signature over `message`, as base64 or base64url. Ed25519: 64 bytes. P-256: ECDSA with SHA-256, 64 bytes as in a JWS, or DER.",
    }),
});
export type ProveKey = z.infer<typeof ProveKey>;
