import { settings } from "@/lib/env";
import { OutgoingRefused, requestOutside } from "@/lib/outgoing/request";
import { challengeName } from "../host";
import { type DomainTerms, documentAddress, faultOfDocument, faultOfRecords } from "../rules";
import type { DomainMethod } from "../schema";
import { readTxt } from "./read-txt";

const DNS_DEADLINE_MILLISECONDS = 6_000;
const DOCUMENT_DEADLINE_MILLISECONDS = 8_000;
const MAX_DOCUMENT_BYTES = 262_144;

/** What a look at a host came to. */
export type Finding = { method: DomainMethod } | { method: null; problems: Record<DomainMethod, string> };

/** Looks for a proof at a host. It never throws. */
export type LookAtHost = (terms: DomainTerms) => Promise<Finding>;

/** How a look reaches out. Tests have servers of their own. */
export interface LookOptions {
  dnsServers?: readonly string[];
  request?: typeof requestOutside;
}

async function faultInRecords(terms: DomainTerms, servers: readonly string[]): Promise<string | null> {
  const name = challengeName(terms.host);
  const records = await readTxt(name, { servers, deadlineMilliseconds: DNS_DEADLINE_MILLISECONDS });
  return records === null ? `The name servers gave no answer for ${name}.` : faultOfRecords(records, terms);
}

async function faultInDocument(terms: DomainTerms, request: typeof requestOutside): Promise<string | null> {
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
    if (!(error instanceof OutgoingRefused)) throw error;
    if (error.reason === "other host") return `${address} redirects to another host, which proves nothing.`;
    return `${address} could not be read.`;
  }
}

/** Looks at a host's TXT record and at its DID document, both at once. The record counts first. */
export async function lookAtHost(
  terms: DomainTerms,
  { dnsServers = settings().DNS_SERVERS, request = requestOutside }: LookOptions = {},
): Promise<Finding> {
  const [dns, didJson] = await Promise.all([faultInRecords(terms, dnsServers), faultInDocument(terms, request)]);
  if (dns === null) return { method: "dns" };
  if (didJson === null) return { method: "did_json" };
  return { method: null, problems: { dns, did_json: didJson } };
}
