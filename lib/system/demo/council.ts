import type { Context } from "@/lib/authority/context";
import { grantTier } from "@/lib/features/agents/service/grant-tier";
import { setStatus } from "@/lib/features/agents/service/set-status";
import { setFreeze } from "@/lib/features/council/freezes/service/freezes";
import { redactRecord } from "@/lib/features/council/redactions/service/redact";
import { recordAudit } from "@/lib/features/council/service/audit";
import { OpenIncident } from "@/lib/features/incidents/schema";
import { confirmIncident } from "@/lib/features/incidents/service/confirm";
import { openIncident } from "@/lib/features/incidents/service/open";
import { transitionIncident } from "@/lib/features/incidents/service/transition";
import { decideIncident } from "@/lib/features/replies/service/decide-incident";
import { replyToIncident } from "@/lib/features/replies/service/write";
import type { RfcText } from "@/lib/features/rfcs/schema";
import { reviewRfc } from "@/lib/features/rfcs/service/review";
import { syncRfcs } from "@/lib/features/rfcs/service/sync-rfcs";
import { refreshStaleTrust } from "@/lib/features/trust/service/standing";
import type { Random } from "./random";
import { DEMO_AUDITS, DEMO_DECISIONS, DEMO_INCIDENTS, type DemoIncident, didOf } from "./tables";
import { DEMO_DAYS, type DemoAct, type DemoTimeline } from "./timeline";

function audits(timeline: DemoTimeline, random: Random): DemoAct[] {
  return DEMO_AUDITS.map(({ daysAgo, of, by, verdict, summary }) => {
    const at = timeline.on(daysAgo, 10 + 6 * random.next());
    const audit = { did: didOf(of), auditor: didOf(by), verdict, summary, findings: [], evidence: [] };
    return { at, run: async () => recordAudit(await timeline.agent(audit.auditor, at), audit) };
  });
}

function decisions(timeline: DemoTimeline): DemoAct[] {
  const grants = DEMO_DECISIONS.grants.map(({ daysAgo, to, tier, reason }): DemoAct => {
    const at = timeline.on(daysAgo, 9.5);
    return { at, run: () => grantTier(timeline.operator(at), { did: didOf(to), tier, reason }) };
  });
  const suspensions = DEMO_DECISIONS.suspensions.flatMap(({ of, ...said }): DemoAct[] => {
    const [from, to] = [timeline.on(said.daysAgo, 12), timeline.on(said.reinstatedDaysAgo, 16)];
    const did = didOf(of);
    const lift = { did, status: "active", reason: said.reinstated } as const;
    return [
      { at: from, run: () => setStatus(timeline.operator(from), { did, status: "suspended", reason: said.reason }) },
      { at: to, run: () => setStatus(timeline.operator(to), lift) },
    ];
  });
  const freezes = DEMO_DECISIONS.freezes.flatMap(({ subsystem, daysAgo, hour, hours, reason, ended }): DemoAct[] => {
    const [from, to] = [timeline.on(daysAgo, hour), timeline.on(daysAgo, hour + hours)];
    return [
      { at: from, run: () => setFreeze(timeline.operator(from), { subsystem, frozen: true, reason }) },
      { at: to, run: () => setFreeze(timeline.operator(to), { subsystem, frozen: false, reason: ended }) },
    ];
  });
  return [...grants, ...suspensions, ...freezes];
}

function incident(timeline: DemoTimeline, { reporter, affected = [], ...said }: DemoIncident): DemoAct[] {
  // Not on the hour, because no incident is.
  const openedAt = timeline.on(said.daysAgo, (said.hour ?? 9) + ((said.daysAgo * 17) % 50) / 60);
  const contextOf = async (name: string | undefined, at: Date) =>
    name === undefined ? timeline.operator(at) : timeline.agent(didOf(name), at);
  let id = "";
  const open = async () => {
    const ctx = await contextOf(reporter, openedAt);
    id = String((await openIncident(ctx, OpenIncident.parse({ ...said, affected: affected.map(didOf) }))).id);
  };
  /** Something that follows, if it is in the table. @param by an agent; undefined: the operators */
  const then = <T extends { afterHours: number }>(
    step: T | undefined,
    run: (ctx: Context, step: T) => Promise<unknown>,
    by?: string,
  ): DemoAct[] => {
    if (!step) return [];
    const at = timeline.after(openedAt, step.afterHours);
    return [{ at, run: async () => run(await contextOf(by, at), step) }];
  };
  const { confirmed, steps, reply, decided, redacted } = said;
  return [
    { at: openedAt, run: open },
    ...then(confirmed, (ctx, { note }) => confirmIncident(ctx, { id, note }), confirmed?.by),
    ...steps.flatMap((step) =>
      then(step, (ctx, { status, note, unfounded = false }) =>
        transitionIncident(ctx, { id, status, note, unfounded }),
      ),
    ),
    ...then(reply, (ctx, { text }) => replyToIncident(ctx, { id, text }), reply?.of),
    ...then(decided, (ctx, { decision, reason }) =>
      decideIncident(ctx, { id, did: didOf(reply?.of ?? ""), decision, reason }),
    ),
    ...then(redacted, (ctx, { fields, reason }) => redactRecord(ctx, { subject: "incident", id, fields, reason })),
  ];
}

/** When the texts enter: on the first day, but not before they were written. */
function entryOf(timeline: DemoTimeline, texts: readonly RfcText[]): Date {
  const written = Math.max(...texts.map(({ created }) => Date.parse(`${created}T10:00:00Z`)));
  const latest = timeline.after(timeline.end, -1).getTime();
  return new Date(Math.min(Math.max(timeline.on(DEMO_DAYS - 1, 10).getTime(), written), latest));
}

function rfcs(timeline: DemoTimeline, texts: readonly RfcText[]): DemoAct[] {
  if (texts.length === 0) return [];
  const entry = entryOf(timeline, texts);
  const reviews = DEMO_DECISIONS.reviews.map(({ reviewer: name, share, ...said }): DemoAct => {
    const at = new Date(entry.getTime() + share * (timeline.end.getTime() - entry.getTime()));
    const reviewer = didOf(name);
    return { at, run: async () => reviewRfc(await timeline.agent(reviewer, at), { ...said, reviewer }) };
  });
  return [{ at: entry, run: () => syncRfcs(timeline.system(entry), texts) }, ...reviews];
}

/**
 * Runs the daily job on one day of each week only. It writes every agent's row, and old row versions accumulate within
 * one transaction.
 */
function rescoring(timeline: DemoTimeline): DemoAct[] {
  return Array.from({ length: Math.ceil(DEMO_DAYS / 7) }, (_, week) => {
    const at = timeline.on(week * 7, 0.01);
    return { at, run: () => refreshStaleTrust(timeline.system(at).db, at) };
  });
}

/** Everything in the council's log except the members' own acts. */
export function councilOf(timeline: DemoTimeline, random: Random, texts: readonly RfcText[]): DemoAct[] {
  const incidents = DEMO_INCIDENTS.flatMap((each) => incident(timeline, each));
  return [
    ...rescoring(timeline),
    ...rfcs(timeline, texts),
    ...decisions(timeline),
    ...audits(timeline, random),
    ...incidents,
  ];
}
