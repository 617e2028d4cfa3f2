import { settings } from "@/lib/foundation/env";
import { fetchExternal, OutgoingRequestError } from "@/lib/outgoing/request";
import { challengeName } from "../host";
import { type DomainTerms, documentAddress, faultOfDocument, faultOfRecords } from "../rules";
import type { DomainMethod } from "../schema";
import { readTxt } from "./read-txt";

const DNS_DEADLINE_MILLISECONDS = 6_000;
const DOCUMENT_DEADLINE_MILLISECONDS = 8_000;
const MAX_DOCUMENT_BYTES = 262_144;

export type HostCheck = { method: DomainMethod } | { method: null; problems: Record<DomainMethod, string> };

/** Looks for a proof at a host. It never throws. */
export type CheckHost = (terms: DomainTerms) => Promise<HostCheck>;

/** The network access of a check. Tests use their own servers. */
export interface CheckHostOptions {
  dnsServers?: readonly string[];
  request?: typeof fetchExternal;
}

async function faultInRecords(terms: DomainTerms, servers: readonly string[]): Promise<string | null> {
  const name = challengeName(terms.host);
  const records = await readTxt(name, { servers, deadlineMilliseconds: DNS_DEADLINE_MILLISECONDS });
  return records === null ? `The name servers did not respond for ${name}.` : faultOfRecords(records, terms);
}

async function faultInDocument(terms: DomainTerms, request: typeof fetchExternal): Promise<string | null> {
  const address = documentAddress(terms.host);
  try {
    const { status, bytes } = await request(address, {
      headers: { accept: "application/did+json, application/json" },
      maxBytes: MAX_DOCUMENT_BYTES,
      deadlineMilliseconds: DOCUMENT_DEADLINE_MILLISECONDS,
      stayOnHost: true,
    });
    if (status !== 200) return `${address} responded with status ${status}.`;
    return faultOfDocument(new TextDecoder().decode(bytes), terms);
  } catch (error) {
    if (!(error instanceof OutgoingRequestError)) throw error;
    if (error.reason === "other host") return `${address} redirects to another host, which is not allowed.`;
    return `${address} could not be read.`;
  }
}

/** Checks a host's TXT record and its DID document at the same time. The record takes precedence. */
export async function checkHost(
  terms: DomainTerms,
  { dnsServers = settings().DNS_SERVERS, request = fetchExternal }: CheckHostOptions = {},
): Promise<HostCheck> {
  const [dns, didJson] = await Promise.all([faultInRecords(terms, dnsServers), faultInDocument(terms, request)]);
  if (dns === null) return { method: "dns" };
  if (didJson === null) return { method: "did_json" };
  return { method: null, problems: { dns, did_json: didJson } };
}
