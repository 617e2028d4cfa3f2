import { standingKey } from "@/lib/registry/rules";
import type { SourceKind } from "./schema";

/** After so many complete fetches in a row without it, an agent may be gone. */
export const GONE_AFTER_FETCHES = 3;
/** And not before so long. */
export const GONE_AFTER_MINUTES = 60;
/** A larger part that is gone at once looks like a fault of the source: a person decides. */
const MOST_GONE = 0.2;
/** How often a list is read as a whole where it can tell its changes. */
const COMPLETE_EVERY_MILLISECONDS = 86_400_000;

/** Whether so many records are gone at once that an operator is asked. @param of how many are there, those included */
export function asksWhether(gone: number, of: number): boolean {
  return gone > of * MOST_GONE;
}

/** Whether the whole list is due. @param completeAt when it was last read */
export function isCompleteDue(completeAt: Date | null, now: Date): boolean {
  return completeAt === null || now.getTime() - completeAt.getTime() >= COMPLETE_EVERY_MILLISECONDS;
}

/** Returns the kind that an address seems to be of; undefined where it says nothing of it. */
export function kindOfAddress(address: string): SourceKind | undefined {
  const { pathname } = new URL(address);
  if (/\/(ard|ai-catalog)\.json$/.test(pathname)) return "ard-publisher";
  if (/\/agent(-card)?\.json$|\/card$/.test(pathname)) return "agent-card";
  return /\/v0\.1(\/servers)?\/?$/.test(pathname) ? "mcp-registry" : undefined;
}

/** Returns the address of a registry's list of servers, whichever part of it the source names. */
export function serversAddress(address: string): URL {
  const url = new URL(address);
  const base = url.pathname.replace(/\/+$/, "").replace(/\/v0\.1(\/servers)?$/, "");
  url.pathname = `${base}/v0.1/servers`;
  return url;
}

type Fields = Record<string, unknown>;
const fieldsOf = (value: unknown): Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : {};

const reversed = (hostname: string) => hostname.split(".").reverse().join(".");

function standing(tier: unknown, score: unknown) {
  const said = {
    ...(typeof tier === "string" && /^[\w.+-]{1,20}$/.test(tier) ? { tier } : {}),
    ...(typeof score === "number" && Number.isFinite(score) ? { score } : {}),
  };
  return Object.keys(said).length > 0 ? said : null;
}

/**
 * Reads the standing that a peer of our kind gives a server in `_meta`, or an entry in `metadata`: under its own host alone.
 * @returns null where it gives none
 */
export function peerStanding(record: unknown, hostname: string): { tier?: string; score?: number } | null {
  const { _meta, metadata } = fieldsOf(record);
  const said = fieldsOf(fieldsOf(_meta)[standingKey(`https://${hostname}`)]);
  const entry = fieldsOf(metadata);
  const own = (name: string) => entry[`${reversed(hostname)}.${name}`];
  return standing(said["trust_tier"], said["trust_score"]) ?? standing(own("trustTier"), own("trustScore"));
}

/** Whether a registry says of a server that it is gone: the official one in its words, a peer of our kind in ours. */
export function isDeleted(record: unknown, hostname: string): boolean {
  const meta = fieldsOf(fieldsOf(record)["_meta"]);
  const keys = ["io.modelcontextprotocol.registry/official", standingKey(`https://${hostname}`)];
  return keys.some((key) => fieldsOf(meta[key])["status"] === "deleted");
}

/** Whether a registry says that a newer version of the server has taken its place. */
export function isSuperseded(record: unknown): boolean {
  const official = fieldsOf(fieldsOf(fieldsOf(record)["_meta"])["io.modelcontextprotocol.registry/official"]);
  return official["isLatest"] === false || official["is_latest"] === false;
}
