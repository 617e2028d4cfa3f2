import { utcMinute } from "@/lib/foundation/text/utc";
import { escapeMarkup as text } from "@/lib/http/feed";
import { toHex } from "@/lib/ledger/bytes";
import { type Item, type ItemState, STATE_WORDS, stateOfRecord } from "../rules";
import { PACK_TEXTS } from "../texts";
import { INDEX_STYLE } from "./index-style";
import type { PackFacts } from "./statement";

interface Listed {
  items: readonly Item[];
  acts: ReadonlyMap<number, ItemState>;
  sums: readonly { name: string; sha256: string }[];
}

const SECTIONS = [
  ["audits", "Audits"],
  ["incidents", "Incidents"],
  ["replies", "Replies and decisions"],
  ["acts", "Acts of the council’s log"],
  ["versions", "Versions of the record"],
] as const;

const STATE_MEANINGS: Readonly<Record<ItemState, string>> = {
  proven:
    "The log committed to this content when it was written. Its file has the act or names it, with leaf and proof. That no other step followed is only stated.",
  stated: "Only the signature on this pack says so. The log shows at most that something was written at that time.",
  erased: "The content or a part of it was erased. The leaf is still in the log, and still proven.",
};

/** The files that are no records: those that say something of the agent or its federation, and those that check them. */
const STATED: Readonly<Record<string, string>> = {
  "agent.json": "The record as it is now",
  "standing.json": "Score and tier with signals, facts and weights. recompute.mjs computes them again",
  "history.json": "Changes of score and tier in the period",
  "keys.json": "Public keys of the service",
  "rfcs.json": "The rules in force, with the hashes of their texts",
};
const CHECKING: Readonly<Record<string, string>> = {
  "checkpoints/council": "Signed checkpoint of the council’s log",
  "checkpoints/anchors": "Signed checkpoint of the members’ log",
  SHA256SUMS: "The hashes of all files before it",
  "statement.json": "The signed in-toto statement about all files",
};

const link = (name: string) => `<a href="${text(name)}">${text(name)}</a>`;
const mark = (state: ItemState) => `<span class="state ${state}">${STATE_WORDS[state]}</span>`;
const time = (at: string) => `<time datetime="${text(at)}">${utcMinute(at)}</time>`;

function row({ name, title, at }: Item, state: ItemState): string {
  return `<tr><td>${time(at)}</td><td><bdi>${text(title)}</bdi><br>${link(name)}</td><td>${mark(state)}</td></tr>`;
}

function section(title: string, rows: readonly string[]): string {
  const body =
    rows.length === 0
      ? "<p class=none>None in this period.</p>"
      : `<table><thead><tr><th>Time, UTC</th><th>Record and file</th><th>State</th></tr></thead><tbody>${rows.join("")}</tbody></table>`;
  return `<section><h2>${title} <small>${rows.length.toLocaleString("en")}</small></h2>${body}</section>`;
}

function facts({ did, period, issuer, madeAt, checkpoints }: PackFacts): string {
  const pairs = [
    ["DID", `<code>${text(did)}</code>`],
    ["Period", `${time(period.from.toISOString())} to ${time(period.to.toISOString())} UTC`],
    ["Made", `${time(madeAt)} UTC`],
    ["By", text(issuer)],
    ...checkpoints.map(({ origin, size, root }) => [
      "Log",
      `<code>${text(origin)}</code><br>${size.toLocaleString("en")} entries, root <code>${toHex(root)}</code>`,
    ]),
  ];
  return `<dl>${pairs.map(([name, value]) => `<div><dt>${name}</dt><dd>${value}</dd></div>`).join("")}</dl>`;
}

/** Returns the index of a pack: one page without scripts and without addresses of others. */
export function indexPage(about: PackFacts, { items, acts, sums }: Listed): string {
  const { name, leftOut } = about;
  const records = items
    .map((item) => ({ item, state: stateOfRecord(item.seqs, acts) }))
    .sort((a, b) => b.item.at.localeCompare(a.item.at) || (b.item.seqs[0] ?? 0) - (a.item.seqs[0] ?? 0));
  const rowsOf = (part: Item["part"]) =>
    records.filter(({ item }) => item.part === part).map(({ item, state }) => row(item, state));
  const anchors = sums.filter((sum) => sum.name.startsWith("anchors/")).map((sum) => sum.name);
  const others: { file: string; meaning: string; state?: ItemState }[] = [
    ...Object.entries(STATED).map(([file, meaning]) => ({ file, meaning, state: "stated" as const })),
    ...anchors.map((file) => ({
      ...{ file, meaning: "Anchor of a sealed incident, with its proof" },
      state: "proven" as const,
    })),
    ...Object.entries(CHECKING).map(([file, meaning]) => ({ file, meaning })),
  ];
  const states = [...records, ...others].map(({ state }) => state);
  const counts = (["proven", "stated", "erased"] as const).map((state) => {
    const count = states.filter((each) => each === state).length.toLocaleString("en");
    return `<li><b>${count}</b> ${mark(state)}<p>${STATE_MEANINGS[state]}</p></li>`;
  });
  const warning =
    leftOut.length === 0
      ? ""
      : `<aside role=note><h2>This pack is not complete</h2><p>It reached the largest size. Left out: ${text(leftOut.join("; "))}. See ${link("LEFT-OUT.txt")}.</p></aside>`;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="content-security-policy" content="default-src 'none'; style-src 'unsafe-inline'"><meta name="referrer" content="no-referrer">
<title>Evidence pack: ${text(name)}</title><style>${INDEX_STYLE}</style></head><body>
<header><p class=kind>Evidence pack</p><h1><bdi>${text(name)}</bdi></h1></header><main>${warning}
${facts(about)}
<section><h2>Proofs</h2><ul class=counts>${counts.join("")}</ul>
<p>These words are the service’s own. <code>node audit.mjs pack.zip --keys jwks.json</code> checks each of them without the service. ${PACK_TEXTS.trust}</p></section>
${SECTIONS.map(([part, title]) => section(title, rowsOf(part))).join("\n")}
<section><h2>Other files</h2><table class=files><tbody>${others
    .map(
      ({ file, meaning, state }) =>
        `<tr><td>${link(file)}</td><td>${meaning}</td><td>${state ? mark(state) : ""}</td></tr>`,
    )
    .join("")}</tbody></table></section>
</main></body></html>
`;
}
