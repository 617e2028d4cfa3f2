import * as contract from "@/lib/features/council/contract";
import type { Audit } from "@/lib/features/council/schema";
import { getCouncilStatus, listAudits } from "@/lib/features/council/service/read";
import { auditPageTexts } from "@/lib/features/council/texts";
import { pathOf } from "@/lib/http/client";
import { actorLabel } from "@/lib/identity/actor-label";
import { DID_LITE } from "@/lib/identity/did-syntax";
import { facts, type Inline, table } from "@/lib/portal/markdown/write";
import { agentLink, markdownPage, type SiteContext, shown } from "./page";

/** Returns the actor: an agent with a link to its markdown page, or another actor by name. */
export const actor = (about: SiteContext, name: string): Inline =>
  DID_LITE.test(name) ? agentLink(about, name) : actorLabel(name);

export const auditRows = (audits: readonly Audit[], about: SiteContext): Inline[][] =>
  audits.map(({ created_at, did, auditor, verdict, summary }) => [
    created_at,
    agentLink(about, did),
    actor(about, auditor),
    verdict,
    summary,
  ]);

export const writeAudits = markdownPage(contract.getAuditsText, async (ctx, { query }, about) => {
  const [{ audits, total, limit, offset }, { stats }] = await Promise.all([
    listAudits(ctx, query),
    getCouncilStatus(ctx),
  ]);
  const { limit: _, offset: __, ...filters } = query;
  return {
    title: [auditPageTexts.title],
    lede: `${auditPageTexts.lede} The newest audit is first. Summaries are the auditors' words.`,
    json: pathOf(contract.listAudits, { query }),
    blocks: [
      facts({
        "On record": stats.total_audits,
        Completed: stats.completed_audits,
        "Active agents of tier T1 or above": stats.verified_agents,
      }),
      table(["When", "Of", "By", "Verdict", "Summary"], auditRows(audits, about), auditPageTexts.none),
      shown(about.origin + contract.getAuditsText.path, { ...filters, limit }, { offset, count: audits.length, total }),
    ],
  };
});
