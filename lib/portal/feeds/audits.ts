import type { Context } from "@/lib/authority/context";
import type { Audit, AuditFilters, Verdict } from "@/lib/features/council/schema";
import { listAudits } from "@/lib/features/council/service/read";
import { DISPUTED, disputeInWords } from "@/lib/features/disputes/view";
import { escapeMarkup, type Feed, type FeedEntry, paragraphs } from "@/lib/http/feed";
import { addressWith } from "@/lib/http/page-address";

const RECENT = 50;
const PAGE = "/audits";

const VERDICTS: Record<Verdict, string> = { pass: "audit passed", fail: "audit failed", pending: "audit begun" };

/** Returns statements as an HTML list. A statement that is not text is shown as JSON. */
function listed(title: string, statements: readonly unknown[]): string {
  if (statements.length === 0) return "";
  const items = statements.map(
    (one) => `<li>${escapeMarkup(typeof one === "string" ? one : JSON.stringify(one))}</li>`,
  );
  return `<p>${title}:</p><ul>${items.join("")}</ul>`;
}

/** Returns an audit as an entry. @param of the agent's name */
function entryOf(
  { id, did, auditor, verdict, summary, findings, created_at, ...dispute }: Audit,
  of: string,
): FeedEntry {
  const state = disputeInWords(dispute.disputed ? "disputed" : dispute.decision);
  return {
    path: `${addressWith(PAGE, { did })}#${id}`,
    title: [`${of}: ${VERDICTS[verdict]}`, state].filter(Boolean).join(", "),
    content: [
      paragraphs(summary),
      dispute.disputed ? paragraphs(`${DISPUTED} ${PAGE}/${id}`) : "",
      listed("Findings", findings),
      `<p>Of <code>${escapeMarkup(did)}</code>, by <code>${escapeMarkup(auditor)}</code>.</p>`,
    ].join(""),
    published: created_at,
    updated: created_at,
    categories: [verdict, ...(dispute.disputed ? ["disputed"] : [])],
  };
}

/** Returns the newest audits that match the filters as entries. @param of the agents' names, if not their DIDs */
export async function auditEntries(ctx: Context, filters: AuditFilters, of?: string): Promise<FeedEntry[]> {
  const { audits } = await listAudits(ctx, { ...filters, limit: RECENT, offset: 0 });
  return audits.map((audit) => entryOf(audit, of ?? audit.did));
}

export async function readAuditsFeed(ctx: Context, { query }: { query: AuditFilters }): Promise<Feed> {
  return {
    title: "audits",
    description: "Who audited which agent, and the result.",
    page: addressWith(PAGE, { ...query }),
    entries: await auditEntries(ctx, query),
  };
}
