import { ownValue } from "@/lib/foundation/own-values";
import type { ActGroup, PublicAct } from "./schema";

/** Names of kinds whose own words are not clear enough. */
const WORDS: Record<string, string> = {
  "incident.agent_struck": "Agent cleared of an incident",
  "audit.decided": "Decision on an audit",
  "incident.decided": "Decision on an incident",
  "incident.exported": "Incident sealed",
  "key.added": "Key of this service added",
  "key.retired": "Key of this service retired",
  "log.founded": "Logs founded again",
  "log.guard_adopted": "Guard of the logs began",
  "memory.erased": "Payload erased",
  "memory.unfrozen": "Memory unfrozen",
  "record.redacted": "Text redacted",
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
  if (subject.startsWith("audit:")) return `Audit ${subject.slice("audit:".length)}`;
  if (subject === "logs") return "both logs";
  if (subject.startsWith("key:")) return `Key ${subject.slice("key:".length)}`;
  if (subject.startsWith("source:")) return "a followed list";
  if (subject.startsWith("list:")) return "an imported list";
  if (subject.startsWith("webhook:")) return "a webhook subscription";
  const [, rfc] = /^rfc-(\d+)$/.exec(subject) ?? [];
  if (rfc) return `RFC ${String(Number(rfc))}`;
  return subject.replace(/^organisation:/, "");
}

const GROUPS: Record<ActGroup, string> = {
  agent: "Agents",
  application: "Applications",
  audit: "Audits",
  credential: "Tokens",
  demo: "Demo",
  domain: "Domains",
  incident: "Incidents",
  key: "Keys",
  log: "Logs",
  maintenance: "Maintenance",
  memory: "Memory",
  operator: "Operators",
  record: "Redactions",
  relay: "Relay",
  reply: "Replies",
  report: "Reports",
  rfc: "RFCs",
  source: "Sources",
  tier: "Tiers",
  webhook: "Webhooks",
};

/** Returns the name of a group of kinds. */
export const groupLabel = (group: ActGroup): string => GROUPS[group];

/** Fields that may contain the reason. It depends on the kind. */
const REASON_FIELDS = ["reason", "note", "summary", "text", "title", "description"];

/** Returns the reason in an act's details, or the text that tells most; undefined if there is none. */
export function reasonIn(details: Record<string, unknown>): string | undefined {
  const said = REASON_FIELDS.map((name) => ownValue(details, name)).find(
    (text) => typeof text === "string" && text !== "",
  );
  return said === undefined ? undefined : String(said);
}

/** Why a part of an act is not shown. */
export const CONTENT_WORDS = {
  public: "",
  redacted: "Redacted. The rest can no longer be proven.",
  older: "Written before acts became public: its content is not shown.",
  elsewhere: "The reply is on the page of the record.",
  private: "Not public: only its kind and time are.",
} as const satisfies Record<PublicAct["content"], string>;
