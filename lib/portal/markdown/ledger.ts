import type { Context } from "@/lib/authority/context";
import * as contract from "@/lib/features/anchors/contract";
import type { LogViewQuery } from "@/lib/features/anchors/schema";
import { browseLog, readEntry } from "@/lib/features/anchors/service/browse";
import { listLogs } from "@/lib/features/anchors/service/list-logs";
import { findAnchors } from "@/lib/features/anchors/service/read";
import { auditCommands, LOG_RISKS, ledgerPageTexts, policyCommand, policyOf } from "@/lib/features/anchors/texts";
import * as tiles from "@/lib/features/anchors/tiles/contract";
import { pathOf } from "@/lib/http/client";
import { addressWith } from "@/lib/http/page-address";
import { wholeNumberOf } from "@/lib/http/whole-number";
import { markdownPage } from "./page";
import { code, codeBlock, facts, link, listed, paragraph, table } from "./write";

const ENTRIES = 25;

export const getAnchorsText = markdownPage(contract.getAnchorsText, async (ctx, { query }, origin) =>
  query.did || query.from || query.to ? narrowedAnchors(ctx, query) : wholeLog(ctx, query, origin),
);

async function narrowedAnchors(ctx: Context, query: LogViewQuery) {
  const { did, from, to, cursor = null } = query;
  const asked = { did, from: from?.toISOString(), to: to?.toISOString() };
  const { anchors, next_cursor } = await findAnchors(ctx, { did, from, to, cursor, limit: ENTRIES });
  const next = addressWith(contract.getAnchorsText.path, { ...asked, cursor: next_cursor });
  return {
    title: did ? ["Anchors of ", code(did)] : ledgerPageTexts.anchors,
    lede: "Public anchors, newest first. Payloads are not public.",
    json: addressWith(contract.listAnchors.path, asked),
    content: [
      table(
        anchors,
        ({ id, hash, created_at }) => ({ Entry: link(`/anchors/${id}.md`, hash), Written: created_at }),
        ledgerPageTexts.none,
      ),
      next_cursor !== undefined && paragraph(link(next, "Older entries")),
    ],
  };
}

async function wholeLog(ctx: Context, query: LogViewQuery, origin: string) {
  const log = query.log ?? "anchors";
  const from = query.at === undefined ? undefined : wholeNumberOf(query.at, 1, Number.MAX_SAFE_INTEGER, 1);
  const { entries, size, origin: line } = await browseLog(ctx, { log, at: from, limit: ENTRIES });
  const oldest = entries.at(-1)?.seq ?? 1;
  const older = addressWith(contract.getAnchorsText.path, { log: query.log, at: oldest - 1 });
  const script = `${origin}/evidence/verify.mjs`;
  return {
    title: log === "anchors" ? ledgerPageTexts.anchors : "The council's log",
    lede: "The public ledger, newest first. Each entry contains the hash of the entry before it. Payloads are not public.",
    json: pathOf(contract.readLog, { query: { log, from: oldest, limit: ENTRIES } }),
    content: [
      facts({ Log: code(line), Entries: size }),
      table(
        entries,
        ({ seq, id, created_at, hash, prev_hash }) => ({
          Entry: link(`/anchors/${id}.md`, seq),
          Written: created_at,
          Hash: code(hash),
          "Previous hash": code(prev_hash),
        }),
        ledgerPageTexts.empty,
      ),
      oldest > 1 && paragraph(link(older, "Older entries")),
    ],
    sections: {
      "Check it": [
        "These commands fetch the whole chain and recompute it. They show that nothing was changed, not that the entries are true.",
        codeBlock("sh", `curl -sO ${script}\nnode verify.mjs ${origin}${log === "anchors" ? "" : ` ${log}`}`),
      ],
    },
  };
}

export const getEntryText = markdownPage(contract.getEntryText, async (ctx, { params }) => {
  const { entry, receipt, unsigned, before, after } = await readEntry(ctx, params);
  const neighbour = (other: typeof before) => other && link(`/anchors/${other.id}.md`, other.seq);
  return {
    title: `Entry ${entry.seq}`,
    json: pathOf(contract.proveAnchor, { params: { id: entry.id } }),
    content: facts({
      Log: code(entry.log),
      id: code(entry.id),
      hash: code(entry.hash),
      prev_hash: code(entry.prev_hash),
      payload_commitment: code(entry.payload_commitment),
      scope: entry.scope,
      validation_status: entry.validation_status,
      created_at: entry.created_at,
      Before: neighbour(before),
      After: neighbour(after),
    }),
    sections: {
      [ledgerPageTexts.inclusionProof]:
        receipt === null
          ? unsigned.message
          : [
              facts({
                leaf_index: receipt.leaf_index,
                tree_size: receipt.tree_size,
                root_hash: code(receipt.root_hash),
                inclusion_path: `${receipt.inclusion_path.length} hashes, in the JSON`,
              }),
              "The signed checkpoint for this proof:",
              codeBlock("text", receipt.checkpoint),
            ],
    },
  };
});

export const getLogsText = markdownPage(tiles.getLogsText, async (ctx, _asked, origin) => {
  const { logs, quorum, witness } = await listLogs(ctx, origin);
  return {
    title: ledgerPageTexts.logs,
    lede: ledgerPageTexts.logsLede,
    json: contract.listLogs.path,
    content: [],
    sections: {
      ...Object.fromEntries(
        logs.map((log) => [
          ledgerPageTexts.logNames[log.log],
          [
            facts({
              Entries: log.size,
              "Last entry": log.last_entry_at,
              Origin: code(log.origin),
              "Address of its tiles": code(log.url),
              Witnessed: log.witnessed ? `${log.witnessed.size} entries, ${log.witnessed.at}` : undefined,
              "Verifier keys": listed(log.verifier_keys.map(code)),
              "Retired keys": listed(
                log.retired_keys.map(({ verifier_key, last_size }) => [
                  code(verifier_key),
                  ` up to entry ${last_size}`,
                ]),
              ),
            }),
            codeBlock("sh", auditCommands(origin, log)),
            ...(quorum > 0
              ? [
                  table(log.witnesses, ({ verifier_key: key, size, cosigned_at: at, trouble }) => ({
                    Witness: code(key),
                    Entries: size,
                    Cosigned: at,
                    Trouble: trouble,
                  })),
                  `The policy of this log. Save it as ${log.log}.policy.`,
                  codeBlock("text", policyOf(log, quorum)),
                  codeBlock("sh", policyCommand(origin, log)),
                ]
              : []),
          ],
        ]),
      ),
      "This service as a witness": facts({
        "Verifier keys": listed(witness.verifier_keys.map(code)),
        Address: code(witness.url),
        Witnesses: listed(witness.origins.map(code)),
      }),
      "Who can do what, and what shows it": [
        quorum > 0 ? ledgerPageTexts.witnessKeys : ledgerPageTexts.noWitness,
        table(LOG_RISKS, ({ act, shown, looks }) => ({ What: act, "What shows it": shown, "Who must look": looks })),
      ],
    },
  };
});
