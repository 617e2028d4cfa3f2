import { ownValue } from "@/lib/foundation/own-values";

/** Names of kinds whose own words are not clear enough. */
const WORDS: Record<string, string> = {
  "incident.agent_struck": "Agent cleared of an incident",
  "incident.exported": "Incident sealed",
  "memory.erased": "Payload erased",
  "memory.unfrozen": "Memory unfrozen",
  "relay.unfrozen": "Relay unfrozen",
  "rfc.activated": "RFC put in force",
  "rfc.entered": "RFC proposed",
  "source.gone_accepted": "Source’s missing agents withdrawn",
  "source.gone_kept": "Source’s missing agents kept",
  "source.stopped": "Source stopped: many agents are missing",
};

/** Returns the name of an action in words, from its kind: `incident.opened` is “Incident opened”. */
export function actKindLabel(kind: string): string {
  const [thing = "", did = ""] = kind.split(/\.(.*)/s);
  const name = thing === "rfc" ? "RFC" : thing.charAt(0).toUpperCase() + thing.slice(1);
  return ownValue(WORDS, kind) ?? `${name} ${did.replaceAll("_", " ")}`;
}

/** Returns the name of a subject, where its name in the log is not clear enough. */
export function actSubjectLabel(subject: string): string {
  const [, incident] = /^incident:(\d+)$/.exec(subject) ?? [];
  if (incident) return `Incident ${incident}`;
  if (subject.startsWith("source:")) return "a followed list";
  if (subject.startsWith("webhook:")) return "a webhook subscription";
  const [, rfc] = /^rfc-(\d+)$/.exec(subject) ?? [];
  if (rfc) return `RFC ${String(Number(rfc))}`;
  return subject.replace(/^organisation:/, "");
}
