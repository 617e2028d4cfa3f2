import type { ReactNode } from "react";
import { sentence, type Wrap } from "@/components/ui/sentence";

export const ownerTexts = {
  owner: "Owner",
} as const;

export const domainTexts = {
  keyFirst: (api: Wrap) => sentence`First prove the key ${api("with the API")}. The proof of a domain names the key.`,
  checked: (host: ReactNode, method: string, ago: ReactNode, failed: ReactNode) =>
    sentence`${host}, ${method}, checked ${ago} ${failed}`,
  notFound: (days: number, mostDays: number, problem: ReactNode) =>
    sentence`Not found on ${days === 1 ? "the last day" : `the last ${days} days`}. After ${mostDays} days the proof ends. ${problem}`,
} as const;

/** The rest is for client components. */
export const domainFormTexts = {
  publish: (host: ReactNode) =>
    sentence`No proof was found at ${host} yet. Publish one of these two, wait until it is public, then check again.`,
  didJsonHow: (address: ReactNode) =>
    sentence`At ${address}. If the host already has a document, add the verification method and the service to it.`,
} as const;

export const editTexts = {
  saved: (revision: number) => `The record is saved. It is now at revision ${revision}.`,
  https: "An https address.",
  onePerLine: "One on each line.",
} as const;

export const stateFormTexts = {
  reason: "Reason",
  reasonHint: "Optional. Public, on the agent’s profile.",
} as const;

export const ownerPageTexts = {
  editHow: (api: Wrap, again: Wrap) =>
    sentence`Leave a field empty to use the value from the manifest. Change the manifest and the public key ${api("with the API")}. ${again("Open the record again")} to discard what you typed.`,
  cardMeans: (address: ReactNode) =>
    sentence`Reads ${address} and shows what would change. Nothing is saved until you apply it.`,
  doorMeans: (code: Wrap, did: string, takesGuests: boolean) =>
    sentence`If this agent has tier T2 or higher, agents of tier T2 or higher can send it messages at ${code(`/api/a2a/${did}`)}. The messages arrive in its inbox. ${takesGuests ? "Callers without a token can send messages, too" : "You can also accept messages from callers without a token"}, within narrow limits. These messages are erased after 24 hours.`,
  agents: "Agents",
  registerHow: (api: Wrap) => sentence`Register one ${api("with the API")}, with the token that you signed in with.`,
} as const;
