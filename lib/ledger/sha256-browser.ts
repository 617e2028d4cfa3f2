import { sha256 } from "@noble/hashes/sha2.js";
import type { Sha256 } from "./sha256";

const encoder = new TextEncoder();

/**
 * SHA-256 for browsers. Their own digests are asynchronous, which is too slow for the millions of small hashes of a
 * tree.
 */
export const browserSha256: Sha256 = (input) => sha256(typeof input === "string" ? encoder.encode(input) : input);
