import { randomBytes } from "node:crypto";

/** A new secret, 192 random bits, by which whoever makes an application finds it again. */
export function makeSecret(): string {
  return `fgs_apl_${randomBytes(24).toString("base64url")}`;
}
