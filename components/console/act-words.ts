/** Kinds whose names do not say it. */
const WORDS: Record<string, string> = {
  "incident.agent_struck": "Agent cleared of an incident",
  "incident.exported": "Incident sealed",
  "memory.erased": "Payload erased",
  "memory.unfrozen": "Memory runs again",
  "relay.unfrozen": "Relay runs again",
  "rfc.activated": "RFC put in force",
  "rfc.entered": "RFC proposed",
  "source.gone_accepted": "Source’s missing agents withdrawn",
  "source.gone_kept": "Source’s missing agents kept",
  "source.stopped": "Source asks: many agents are gone",
};

/** Says in words what an act of the council's log did, from its kind: `incident.opened` is “Incident opened”. */
export function wordsOfKind(kind: string): string {
  const [thing = "", did = ""] = kind.split(/\.(.*)/s);
  const name = thing === "rfc" ? "RFC" : thing.charAt(0).toUpperCase() + thing.slice(1);
  return WORDS[kind] ?? `${name} ${did.replaceAll("_", " ")}`;
}

/** What a subject of the council's log is called, where its own name says too little. */
export function wordsOfSubject(subject: string): string {
  const [, incident] = /^incident:(\d+)$/.exec(subject) ?? [];
  if (incident) return `Incident ${incident}`;
  if (subject.startsWith("source:")) return "a followed list";
  const [, rfc] = /^rfc-0*(\d+)$/.exec(subject) ?? [];
  if (rfc) return `RFC ${rfc}`;
  return subject.replace(/^organisation:/, "");
}
