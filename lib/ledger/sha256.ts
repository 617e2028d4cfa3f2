import { hash } from "node:crypto";

/** SHA-256 of bytes. The pure parts of the ledger are handed one, so that they run in a browser as well. */
export type Sha256 = (bytes: Uint8Array) => Uint8Array;

/** Node's own. */
export const sha256: Sha256 = (bytes) => hash("sha256", bytes, "buffer");
