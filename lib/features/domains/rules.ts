import { z } from "zod";
import { jwkOf, PublicKey } from "@/lib/identity/public-key";
import { challengeName } from "./host";
import type { Publish } from "./schema";

/** Maximum hosts that one agent may prove. */
export const MAX_DOMAINS = 5;
/** After this many failed daily checks in a row, the proof of a host ends. */
export const MAX_FAILED_DAYS = 3;

/** The data that a proof of a domain binds together. */
export interface DomainTerms {
  host: string;
  /** The origin line of the council's log. It names this service and never changes. */
  origin: string;
  did: string;
  /** The proven key as it is stored. */
  publicKey: string;
  /** The thumbprint of that key (RFC 7638). */
  thumbprint: string;
}

/** The three values that a host must name. */
type Named = Record<"origin" | "did" | "key", string>;
const termsNamed = ({ origin, did, thumbprint }: DomainTerms): Named => ({ origin, did, key: thumbprint });

const LABEL_OF_PROOF = "fgs-domain-proof=v1";
const SERVICE_TYPE = "FgsDomainProof";

/** Returns the address of a host's DID document (did:web). */
export const documentAddress = (host: string) => `https://${host}/.well-known/did.json`;

/** Returns what to publish: a TXT record or a DID document. */
export function publishFor(terms: DomainTerms): Publish {
  const named = termsNamed(terms);
  const id = `did:web:${terms.host}`;
  const method = `${id}#${terms.thumbprint}`;
  return {
    dns: {
      name: challengeName(terms.host),
      type: "TXT",
      value: [LABEL_OF_PROOF, ...Object.entries(named).map(([name, value]) => `${name}=${value}`)].join("; "),
    },
    did_json: {
      address: documentAddress(terms.host),
      document: {
        "@context": ["https://www.w3.org/ns/did/v1", "https://w3id.org/security/suites/jws-2020/v1"],
        id,
        verificationMethod: [
          { id: method, type: "JsonWebKey2020", controller: id, publicKeyJwk: jwkOf(terms.publicKey) },
        ],
        assertionMethod: [method],
        service: [{ id: `${id}#fgs-${terms.thumbprint}`, type: SERVICE_TYPE, serviceEndpoint: named }],
      },
    },
  };
}

const WORDS: Named = { origin: "another service", did: "another DID", key: "another key" };

/** Returns which of the three values a proof has wrong, or undefined if all are right. */
function strangerIn(
  found: { [name in keyof Named]?: string | undefined },
  terms: DomainTerms,
): keyof Named | undefined {
  const wanted = termsNamed(terms);
  return (["origin", "did", "key"] as const).find((name) => found[name] !== wanted[name]);
}

/** Selects the most helpful error: of several proofs for others, the one with the fewest wrong values. */
function nearest(strangers: readonly (keyof Named)[]): string | undefined {
  return (["key", "did", "origin"] as const).filter((name) => strangers.includes(name)).map((name) => WORDS[name])[0];
}

/** Maximum length of a TXT record. */
const MAX_TXT_CHARACTERS = 4_096;
const MAX_ENTRIES = 100;

function readTxt(text: string): Partial<Named> | null {
  if (text.length > MAX_TXT_CHARACTERS) return null;
  const [label, ...pairs] = text.split(";").map((part) => part.trim());
  if (label !== LABEL_OF_PROOF) return null;
  return Object.fromEntries(pairs.map((pair) => [pair.split("=", 1)[0] ?? "", pair.slice(pair.indexOf("=") + 1)]));
}

/**
 * Returns why a name's TXT records are not a proof, or null if one of them proves the host. @param records each with
 * its strings joined
 */
export function faultOfRecords(records: readonly string[], terms: DomainTerms): string | null {
  const proofs = records.slice(0, MAX_ENTRIES).flatMap((text) => readTxt(text) ?? []);
  const strangers = proofs.map((proof) => strangerIn(proof, terms));
  if (strangers.includes(undefined)) return null;
  const words = nearest(strangers.filter((name) => name !== undefined));
  const name = challengeName(terms.host);
  if (words) return `The TXT record at ${name} names ${words}.`;
  return records.length === 0 ? `There is no TXT record at ${name}.` : `The TXT records at ${name} are not a proof.`;
}

const OneOrMore = <T extends z.ZodType>(one: T) =>
  z.union([one.transform((value) => [value]), z.array(one)]).catch([] as never);
const list = z.array(z.unknown()).catch([]);
const DidDocument = z.object({ id: z.string(), verificationMethod: list, service: list });
const Method = z.object({
  id: z.string(),
  controller: z.string(),
  publicKeyJwk: z.record(z.string(), z.unknown()).optional(),
  publicKeyMultibase: z.string().optional(),
});
const Service = z.object({
  type: OneOrMore(z.string()),
  serviceEndpoint: OneOrMore(z.object({ origin: z.string(), did: z.string(), key: z.string() }).partial()),
});

/** Returns whether an entry of `verificationMethod` is the key, and the document itself controls it. */
function isKey(entry: unknown, id: string, publicKey: string): boolean {
  const { data: method } = Method.safeParse(entry);
  const isOwn = method?.controller === id && (method.id.startsWith(`${id}#`) || method.id.startsWith("#"));
  return isOwn && PublicKey.safeParse(method.publicKeyJwk ?? method.publicKeyMultibase).data === publicKey;
}

/**
 * Returns why a host's DID document is not a proof, or null if it proves the host. @param text the document's bytes as
 * UTF-8
 */
export function faultOfDocument(text: string, terms: DomainTerms): string | null {
  const address = documentAddress(terms.host);
  const id = `did:web:${terms.host}`;
  const document = DidDocument.safeParse(parseJson(text)).data;
  if (!document) return `${address} is not a DID document.`;
  if (document.id !== id) return `${address} is the document of another DID, not of ${id}.`;
  const services = document.service.slice(0, MAX_ENTRIES).flatMap((entry) => Service.safeParse(entry).data ?? []);
  const strangers = services
    .filter(({ type }) => type.includes(SERVICE_TYPE))
    .flatMap(({ serviceEndpoint }) => serviceEndpoint.map((named) => strangerIn(named, terms)));
  if (strangers.length === 0) return `${address} has no service of type ${SERVICE_TYPE}.`;
  if (!strangers.includes(undefined)) {
    return `The service in ${address} names ${nearest(strangers.filter((name) => name !== undefined))}.`;
  }
  const methods = document.verificationMethod.slice(0, MAX_ENTRIES);
  if (methods.some((entry) => isKey(entry, id, terms.publicKey))) return null;
  return `${address} does not list the key as a verification method that ${id} controls.`;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
