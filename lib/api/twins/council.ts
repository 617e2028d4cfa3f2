import * as contract from "@/lib/council/contract";
import type { Audit } from "@/lib/council/schema";
import { getCouncilStatus, listAudits } from "@/lib/council/service/read";
import { pathOf } from "@/lib/http/client";
import { facts, type Inline, table } from "@/lib/http/markdown";
import { actorWords } from "@/lib/text/actor-words";
import { DID_LITE } from "@/lib/text/did-syntax";
import { type About, agentLink, shown, twin } from "./page";

/** Who acted: an agent with the link to its twin, or who else it was. */
export const actor = (about: About, name: string): Inline =>
  DID_LITE.test(name) ? agentLink(about, name) : actorWords(name);

export const auditRows = (audits: readonly Audit[], about: About): Inline[][] =>
  audits.map(({ created_at, did, auditor, verdict, summary }) => [
    created_at,
    agentLink(about, did),
    actor(about, auditor),
    verdict,
    summary,
  ]);

export const writeAudits = twin(contract.getAuditsText, async (ctx, { query }, about) => {
  const [{ audits, total, limit, offset }, { stats }] = await Promise.all([
    listAudits(ctx, query),
    getCouncilStatus(ctx),
  ]);
  const { limit: _, offset: __, ...filters } = query;
  return {
    title: ["Audits"],
    lede: "Who checked which agent, and the result, newest first. Summaries are the auditors' words.",
    json: pathOf(contract.listAudits, { query }),
    blocks: [
      facts({
        "On record": stats.total_audits,
        Completed: stats.completed_audits,
        "Active agents of tier T1 or above": stats.verified_agents,
      }),
      table(["When", "Of", "By", "Verdict", "Summary"], auditRows(audits, about), "No audit is like that."),
      shown(about.origin + contract.getAuditsText.path, { ...filters, limit }, { offset, count: audits.length, total }),
    ],
  };
});
