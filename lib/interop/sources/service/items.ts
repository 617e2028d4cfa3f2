import { z } from "zod";
import { remedyFor } from "@/lib/database/errors";
import { didOfCardAt, registrationOfCard } from "@/lib/features/agents/manifests/a2a-card";
import { didOfArdEntry, isArdAgent, registrationOfArdEntry } from "@/lib/features/agents/manifests/ard-entry";
import { didOfServerName, registrationOfServerJson } from "@/lib/features/agents/manifests/mcp-server-json";
import type { RegisterAgent } from "@/lib/features/agents/schema";
import type { ReadSource } from "@/lib/features/agents/service/store-source";
import { settings } from "@/lib/foundation/env";
import { ServiceError } from "@/lib/foundation/errors";
import { assertStorable } from "@/lib/http/untrusted-json";
import { Did } from "@/lib/identity/did";
import { elementTexts } from "@/lib/interop/sources/element-texts";
import { peerDid, peerDidOfAddress } from "../feed-rules";
import { isDeleted, isSuperseded, peerStanding } from "../rules";
import { membersOf } from "./read-body";

/** A record of a source. `did` is its agent, even if the record cannot be registered. */
export type Item = { did?: string } & (
  | { reason: string }
  | { isDeleted: true }
  | {
      input: RegisterAgent;
      source: ReadSource;
      standing: { tier?: string; score?: number } | null;
      /** The agent's DID in the federation that publishes the list; null if the list does not contain it. */
      peerDid: string | null;
    }
);

/** Returns in one line why a record cannot be registered. @throws the error if it is not a fault of the record */
export function reasonOf(error: unknown): string {
  if (error instanceof z.ZodError) {
    return error.issues
      .slice(0, 3)
      .map((issue) => `${issue.path.join(".") || "record"}: ${issue.message}`)
      .join("; ");
  }
  if (error instanceof ServiceError) return error.message || error.kind;
  if (remedyFor(error) === "record") return "contains a value that cannot be stored";
  throw error;
}

function itemOf(text: string, read: (record: unknown) => Item | null, didOf: (record: unknown) => string | undefined) {
  const maxBytes = settings().MAX_BODY_BYTES;
  let did: string | undefined;
  try {
    const record: unknown = JSON.parse(text);
    // Before the check: the agent of an invalid record is still listed.
    did = Did.safeParse(didOf(record)).data;
    assertStorable(record);
    const bytes = Buffer.byteLength(JSON.stringify(record));
    const item = bytes > maxBytes ? { reason: `larger than ${maxBytes} bytes` } : read(record);
    return item && { ...(did === undefined ? {} : { did }), ...item };
  } catch (error) {
    return { ...(did === undefined ? {} : { did }), reason: reasonOf(error) };
  }
}

/** Reads the servers of a page of an MCP registry. Versions with a newer one are left out. */
export function* serversOf(text: string, hostname: string): Generator<Item> {
  for (const element of elementTexts(text, "servers")) {
    const nameOf = (record: unknown) => membersOf(membersOf(record)?.["server"])?.["name"];
    const didOf = (record: unknown) => didOfServerName(String(nameOf(record) ?? ""));
    const item = itemOf(
      element,
      (record) => {
        if (isSuperseded(record)) return null;
        if (isDeleted(record, hostname)) return { isDeleted: true };
        const source = { kind: "mcp-server-json", bytes: Buffer.from(element) } as const;
        const standing = peerStanding(record, hostname);
        return { input: registrationOfServerJson(record), source, standing, peerDid: peerDid(record, hostname) };
      },
      didOf,
    );
    if (item) yield item;
  }
}

/**
 * Reads the agents of a publisher's catalogue. Other entries are left out.
 * @param source its address. The agents' DIDs contain its host
 */
export function* entriesOf(text: string, source: URL): Generator<Item> {
  for (const element of elementTexts(text, "entries")) {
    const item = itemOf(
      element,
      (record) => {
        if (!isArdAgent(record)) return null;
        const input = registrationOfArdEntry(record, source.host);
        const kept = { kind: "ard-entry", bytes: Buffer.from(element) } as const;
        const { hostname } = source;
        const standing = peerStanding(record, hostname);
        return { input, source: kept, standing, peerDid: peerDid(record, hostname) };
      },
      (record) => {
        const identifier = membersOf(record)?.["identifier"];
        return typeof identifier === "string" ? didOfArdEntry(source.host, identifier) : undefined;
      },
    );
    if (item) yield item;
  }
}

/** Reads an agent card. The DID comes from the source's address, never from the card. */
export function* cardOf(text: string, source: URL): Generator<Item> {
  const did = didOfCardAt(source);
  const item = itemOf(
    text,
    (record) => {
      const input = { ...registrationOfCard(record), did };
      const kept = { kind: "a2a-card", bytes: Buffer.from(text) } as const;
      return { input, source: kept, standing: null, peerDid: peerDidOfAddress(source) };
    },
    () => did,
  );
  if (item) yield item;
}
