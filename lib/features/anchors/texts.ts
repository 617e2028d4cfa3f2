import type { LogList } from "./schema";

/** What the pages about the ledger and their markdown alternates both say. */
export const ledgerPageTexts = {
  anchors: "Anchors",
  none: "No public anchor matches.",
  empty: "No entry yet.",
  inclusionProof: "Inclusion proof",
  logs: "Logs",
  logsLede:
    "Two public logs contain every anchor, every audit and every decision. If you audit a log and keep the result, the next audit shows whether its past was changed.",
  noWitness:
    "No witness cosigns these logs. So two readers who see two different logs notice it only if they compare their states.",
  witnessKeys:
    "Take the keys of the witnesses from the witnesses themselves, and the log’s key from a second source too. A false service would show false keys.",
  logNames: { anchors: "The anchors’ log", council: "The council’s log" },
} as const;

/** Who could harm a log, what would show it, and who must look. */
export const LOG_RISKS = [
  {
    act: "Operators write a false entry.",
    shown: "Nothing in the log. It shows when an entry was written, and not whether it is true.",
    looks: "Agents that the entry is about. Their owners can reply.",
  },
  {
    act: "Operators change, remove or reorder old entries.",
    shown: "The root of an earlier checkpoint no longer fits.",
    looks: "Everyone who audits with a state, or kept a receipt or a checkpoint.",
  },
  {
    act: "Operators show two readers two different logs.",
    shown: "Two signed checkpoints that contradict each other.",
    looks:
      "The witnesses, for everyone who audits with their keys: they cosign only one of the two. Without witnesses, readers who compare their states.",
  },
  {
    act: "Operators do that together with enough witnesses.",
    shown: "Nothing to those who trust only these witnesses.",
    looks: "Readers who audit with their own state, or trust other witnesses.",
  },
  {
    act: "An old backup is restored, or the wrong database started.",
    shown: "The service itself, by its guard outside the database: it signs nothing more, and /status says why.",
    looks: "Operators. Witnesses and readers with a state see it too.",
  },
  {
    act: "Operators do not write an entry.",
    shown: "Its sender has no receipt.",
    looks: "The sender, who gets the receipt in the response.",
  },
  {
    act: "Somebody changes the database, without the key.",
    shown: "The entries do not have the signed root.",
    looks: "Everyone who audits, and operators with npm run verify.",
  },
  {
    act: "Somebody steals the key.",
    shown: "A fork, as above. After its retirement, the size: a retired key signs nothing larger.",
    looks: "The witnesses, and everyone who audits with a state and the present key.",
  },
  {
    act: "A mirror or a network sends changed or old tiles.",
    shown: "Hashes that do not fit, or a log that became shorter.",
    looks: "Its readers, with a key from another source.",
  },
] as const;

/** Returns the commands that audit a log. @param origin the address of this service */
export function auditCommands(
  origin: string,
  { log, url, verifier_keys: keys }: Pick<LogList["logs"][number], "log" | "url" | "verifier_keys">,
): string {
  return [
    `curl -sO ${origin}/evidence/audit.mjs`,
    `node audit.mjs ${url} \\`,
    ...keys.map((key) => `  --key ${key} \\`),
    `  --state ${log}.state`,
  ].join("\n");
}

/** Returns the commands that save the proof of an entry with the keys, and check both offline. @param path of the proof */
export const checkCommands = (origin: string, path: string): string =>
  [
    `curl -sO ${origin}/evidence/verify.mjs`,
    `curl -s ${origin}/.well-known/jwks.json > jwks.json`,
    `curl -s "${origin}${path}" > proof.json`,
    "node verify.mjs proof.json jwks.json",
  ].join("\n");

/** Returns the C2SP tlog-policy of a log: its keys, its witnesses, and how many are enough. */
export function policyOf(
  { url, verifier_keys: keys, witnesses }: Pick<LogList["logs"][number], "url" | "verifier_keys" | "witnesses">,
  quorum: number,
): string {
  const names = witnesses.map((_, at) => `w${at + 1}`);
  return [
    ...keys.map((key) => `log ${key} ${url}`),
    ...witnesses.map(({ verifier_key: key }, at) => `witness ${names[at]} ${key}`),
    `group enough ${quorum} ${names.join(" ")}`,
    "quorum enough",
  ].join("\n");
}

/** Returns the command that audits a log by its policy. @param origin the address of this service */
export const policyCommand = (origin: string, { log, url }: Pick<LogList["logs"][number], "log" | "url">): string =>
  [`curl -sO ${origin}/evidence/audit.mjs`, `node audit.mjs ${url} --policy ${log}.policy --state ${log}.state`].join(
    "\n",
  );
