import { grantTier } from "@/lib/agents/service/grant-tier";
import { setStatus } from "@/lib/agents/service/set-status";
import { recordAudit } from "@/lib/council/service/audit";
import { setFreeze } from "@/lib/freezes/service/freezes";
import { OpenIncident } from "@/lib/incidents/schema";
import { confirmIncident } from "@/lib/incidents/service/confirm";
import { openIncident } from "@/lib/incidents/service/open";
import { transitionIncident } from "@/lib/incidents/service/transition";
import type { RfcText } from "@/lib/rfcs/schema";
import { enterRfcs } from "@/lib/rfcs/service/enter";
import { reviewRfc } from "@/lib/rfcs/service/review";
import { refreshStaleTrust } from "@/lib/trust/service/standing";
import { didOf } from "./agents";
import { DEMO_AUDITS } from "./audits";
import { DEMO_FREEZES, DEMO_GRANTS, DEMO_REVIEWS, DEMO_SUSPENSIONS } from "./decisions";
import { DEMO_INCIDENTS, type DemoIncident } from "./incidents";
import type { Random } from "./random";
import { type Act, DEMO_DAYS, type Walk } from "./walk";

function audits(walk: Walk, random: Random): Act[] {
  return DEMO_AUDITS.map(({ daysAgo, of, by, verdict, summary }) => {
    const at = walk.on(daysAgo, 10 + 6 * random.next());
    const audit = { did: didOf(of), auditor: didOf(by), verdict, summary, findings: [], evidence: [] };
    return { at, run: async () => recordAudit(await walk.agent(audit.auditor, at), audit) };
  });
}

function decisions(walk: Walk): Act[] {
  const grants = DEMO_GRANTS.map(({ daysAgo, to, tier, reason }): Act => {
    const at = walk.on(daysAgo, 9.5);
    return { at, run: () => grantTier(walk.system(at), { did: didOf(to), tier, reason }) };
  });
  const suspensions = DEMO_SUSPENSIONS.flatMap(({ of, ...said }): Act[] => {
    const [from, to] = [walk.on(said.daysAgo, 12), walk.on(said.reinstatedDaysAgo, 16)];
    const did = didOf(of);
    const lift = { did, status: "active", reason: said.reinstated } as const;
    return [
      { at: from, run: () => setStatus(walk.system(from), { did, status: "suspended", reason: said.reason }) },
      { at: to, run: () => setStatus(walk.system(to), lift) },
    ];
  });
  const freezes = DEMO_FREEZES.flatMap(({ subsystem, daysAgo, hour, hours, reason, ended }): Act[] => {
    const [from, to] = [walk.on(daysAgo, hour), walk.on(daysAgo, hour + hours)];
    return [
      { at: from, run: () => setFreeze(walk.system(from), { subsystem, frozen: true, reason }) },
      { at: to, run: () => setFreeze(walk.system(to), { subsystem, frozen: false, reason: ended }) },
    ];
  });
  return [...grants, ...suspensions, ...freezes];
}

function incident(walk: Walk, { reporter, affected = [], ...said }: DemoIncident): Act[] {
  // Not on the hour, as no incident is.
  const openedAt = walk.on(said.daysAgo, (said.hour ?? 9) + ((said.daysAgo * 17) % 50) / 60);
  let id = "";
  const open = async () => {
    const ctx = reporter === undefined ? walk.system(openedAt) : await walk.agent(didOf(reporter), openedAt);
    id = String((await openIncident(ctx, OpenIncident.parse({ ...said, affected: affected.map(didOf) }))).id);
  };
  const { confirmed } = said;
  const confirm = confirmed && {
    at: walk.after(openedAt, confirmed.afterHours),
    by: didOf(confirmed.by),
    note: confirmed.note,
  };
  return [
    { at: openedAt, run: open },
    ...(confirm
      ? [
          {
            at: confirm.at,
            run: async () => confirmIncident(await walk.agent(confirm.by, confirm.at), { id, note: confirm.note }),
          },
        ]
      : []),
    ...said.steps.map(({ afterHours, status, note, unfounded = false }): Act => {
      const at = walk.after(openedAt, afterHours);
      return { at, run: () => transitionIncident(walk.system(at), { id, status, note, unfounded }) };
    }),
  ];
}

/** When the texts come in: on the walk's first day, but not before they were written. */
function entryOf(walk: Walk, texts: readonly RfcText[]): Date {
  const written = Math.max(...texts.map(({ created }) => Date.parse(`${created}T10:00:00Z`)));
  const latest = walk.after(walk.end, -1).getTime();
  return new Date(Math.min(Math.max(walk.on(DEMO_DAYS - 1, 10).getTime(), written), latest));
}

function rfcs(walk: Walk, texts: readonly RfcText[]): Act[] {
  if (texts.length === 0) return [];
  const entry = entryOf(walk, texts);
  const reviews = DEMO_REVIEWS.map(({ reviewer: name, share, ...said }): Act => {
    const at = new Date(entry.getTime() + share * (walk.end.getTime() - entry.getTime()));
    const reviewer = didOf(name);
    return { at, run: async () => reviewRfc(await walk.agent(reviewer, at), { ...said, reviewer }) };
  });
  return [{ at: entry, run: () => enterRfcs(walk.system(entry), texts) }, ...reviews];
}

/** The daily job, on one day of each week: it writes every agent's row, and rows of one transaction pile up. */
function rescoring(walk: Walk): Act[] {
  return Array.from({ length: Math.ceil(DEMO_DAYS / 7) }, (_, week) => {
    const at = walk.on(week * 7, 0.01);
    return { at, run: () => refreshStaleTrust(walk.system(at).db, at) };
  });
}

/** Everything that the council's log tells, but for the members' own acts. */
export function councilOf(walk: Walk, random: Random, texts: readonly RfcText[]): Act[] {
  const incidents = DEMO_INCIDENTS.flatMap((each) => incident(walk, each));
  return [...rescoring(walk), ...rfcs(walk, texts), ...decisions(walk), ...audits(walk, random), ...incidents];
}
