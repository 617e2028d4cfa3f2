import type { Context } from "@/lib/authority/context";
import { lifecycle } from "@/lib/edge/lifecycle";
import { countAgents } from "@/lib/features/agents/service/read";
import { listWitnessed } from "@/lib/features/anchors/witnesses/service/describe";
import { listFreezes } from "@/lib/features/council/freezes/service/freezes";
import { countWebhooks } from "@/lib/features/events/webhooks/service/count-webhooks";
import { countIncidents } from "@/lib/features/incidents/service/read";
import { buildSha } from "@/lib/foundation/build";
import { metrics } from "@/lib/foundation/metrics";
import { SPEC_VERSION } from "@/lib/foundation/versions";
import { listLogs } from "@/lib/ledger/verify-stored";
import { countPending } from "@/lib/search/service/store";
import { outcomeOf } from "./outcome";

const DATABASE_MILLISECONDS = 1_000;

/** Sets the metrics from the database: all of them, or none if the database does not respond. */
async function gatherFromDatabase(ctx: Context): Promise<void> {
  const { agents, listedRecords, incidents, frozen, ledgerEntries, vectorOutbox, webhooks, webhooksWaiting } =
    metrics();
  const reading = Promise.all([
    countAgents(ctx),
    countIncidents(ctx),
    listFreezes(ctx),
    listLogs(ctx.db),
    countPending(ctx.db),
    countWebhooks(ctx),
    listWitnessed(ctx),
  ]);
  const { witnessedEntries, witnessedSeconds } = metrics();
  const { ok } = await outcomeOf(() => reading, DATABASE_MILLISECONDS);
  // Reset only now, so that a concurrent scrape never finds them empty.
  for (const gauge of [agents, incidents, frozen, ledgerEntries, webhooks, witnessedEntries, witnessedSeconds]) {
    gauge.reset();
  }
  for (const gauge of [listedRecords, vectorOutbox, webhooksWaiting]) gauge.remove();
  if (!ok) return;
  const [counts, opened, freezes, logs, pending, subscriptions, witnessedLogs] = await reading;
  for (const [tier, count] of Object.entries(counts.members)) agents.set({ tier }, count);
  listedRecords.set(counts.listed);
  for (const { severity, status, incidents: count } of opened) incidents.set({ severity, status }, count);
  for (const freeze of freezes) frozen.set({ subsystem: freeze.subsystem }, freeze.frozen ? 1 : 0);
  for (const { log, size } of logs) ledgerEntries.set({ log }, size);
  for (const { log, size, at } of witnessedLogs) {
    witnessedEntries.set({ log }, size);
    witnessedSeconds.set({ log }, Math.max((ctx.clock().getTime() - at.getTime()) / 1_000, 0));
  }
  vectorOutbox.set(pending);
  for (const [state, count] of Object.entries(subscriptions.states)) webhooks.set({ state }, count);
  webhooksWaiting.set(subscriptions.waitingSeconds);
}

/** Returns this instance's metrics as text. Those of a part that is down are left out. */
export async function readMetrics(ctx: Context): Promise<string> {
  const { registry, build, limiterDegraded } = metrics();
  build.set({ version: SPEC_VERSION, build_sha: buildSha() }, 1);
  limiterDegraded.set(lifecycle.limiter?.degraded ? 1 : 0);
  await gatherFromDatabase(ctx);
  return registry.metrics();
}
