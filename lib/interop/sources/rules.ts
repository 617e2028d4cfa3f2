import { ownValue } from "@/lib/foundation/own-values";
import { trimEndOf } from "@/lib/foundation/text/trim";
import { standingKey } from "@/lib/interop/registry/rules";
import type { SourceKind } from "./schema";

/** An agent counts as gone after this many complete fetches in a row without it. */
export const MISSING_AFTER_FETCHES = 3;
/** It does not count as gone before it was missing for this long. */
export const MISSING_AFTER_MINUTES = 60;
/** If a larger share is gone at once, the source probably has an error, so an operator decides. */
const MAX_GONE_SHARE = 0.2;
/** How often the complete list is read from a source that also returns changes. */
const COMPLETE_EVERY_MILLISECONDS = 86_400_000;

/** Returns whether so many records are gone that an operator must decide. @param of all records, the gone included */
export function needsConfirmation(gone: number, of: number): boolean {
  return gone > of * MAX_GONE_SHARE;
}

/** Returns whether the complete list is due. @param completeAt when it was last read */
export function isCompleteDue(completeAt: Date | null, now: Date): boolean {
  return completeAt === null || now.getTime() - completeAt.getTime() >= COMPLETE_EVERY_MILLISECONDS;
}

/** Guesses the kind of a source from its address; undefined if the address does not show it. */
export function kindOfAddress(address: string): SourceKind | undefined {
  const { pathname } = new URL(address);
  if (/\/(ard|ai-catalog)\.json$/.test(pathname)) return "ard-publisher";
  if (/\/agent(-card)?\.json$|\/card$/.test(pathname)) return "agent-card";
  return /\/v0\.1(\/servers)?\/?$/.test(pathname) ? "mcp-registry" : undefined;
}

/** Returns the address of a registry's list of servers, from its base address or any part of the full address. */
export function serversAddress(address: string): URL {
  const url = new URL(address);
  const base = trimEndOf(url.pathname, "/").replace(/\/v0\.1(\/servers)?$/, "");
  url.pathname = `${base}/v0.1/servers`;
  return url;
}

type Fields = Record<string, unknown>;
const fieldsOf = (value: unknown): Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : {};

const reversed = (hostname: string) => hostname.split(".").reverse().join(".");

function standing(tier: unknown, score: unknown) {
  const stated = {
    ...(typeof tier === "string" && /^[\w.+-]{1,20}$/.test(tier) ? { tier } : {}),
    ...(typeof score === "number" && Number.isFinite(score) ? { score } : {}),
  };
  return Object.keys(stated).length > 0 ? stated : null;
}

/**
 * Reads the standing that a peer of our kind states for a server in `_meta` or for an entry in `metadata`. Only the key
 * with the peer's own host counts.
 * @returns null if it states none
 */
export function peerStanding(record: unknown, hostname: string): { tier?: string; score?: number } | null {
  const { _meta, metadata } = fieldsOf(record);
  const meta = fieldsOf(ownValue(fieldsOf(_meta), standingKey(`https://${hostname}`)));
  const entry = fieldsOf(metadata);
  const own = (name: string) => ownValue(entry, `${reversed(hostname)}.${name}`);
  return standing(meta["trust_tier"], meta["trust_score"]) ?? standing(own("trustTier"), own("trustScore"));
}

/** Returns whether a registry marks a server as deleted, with the official registry's key or with that of our kind. */
export function isDeleted(record: unknown, hostname: string): boolean {
  const meta = fieldsOf(fieldsOf(record)["_meta"]);
  const keys = ["io.modelcontextprotocol.registry/official", standingKey(`https://${hostname}`)];
  return keys.some((key) => fieldsOf(ownValue(meta, key))["status"] === "deleted");
}

/** Returns whether a registry marks a server's version as not the latest. */
export function isSuperseded(record: unknown): boolean {
  const official = fieldsOf(fieldsOf(fieldsOf(record)["_meta"])["io.modelcontextprotocol.registry/official"]);
  return official["isLatest"] === false || official["is_latest"] === false;
}
