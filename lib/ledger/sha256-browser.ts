import { sha256 } from "@noble/hashes/sha2.js";
import type { Sha256 } from "./sha256";

const encoder = new TextEncoder();

/** SHA-256 in a browser, whose own digests come one promise at a time: a tree needs millions of small ones. */
export const browserSha256: Sha256 = (input) => sha256(typeof input === "string" ? encoder.encode(input) : input);
