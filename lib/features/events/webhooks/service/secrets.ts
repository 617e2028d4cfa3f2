import { randomBytes } from "node:crypto";

const PREFIX = "whsec_";
const SECRET_BYTES = 32;

/** Returns a new secret in the form of Standard Webhooks. */
export const makeSecret = () => PREFIX + randomBytes(SECRET_BYTES).toString("base64");

export const secretBytes = (secret: string) => Buffer.from(secret.slice(PREFIX.length), "base64");
