import * as contract from "@/lib/features/relay/contract";
import { replayTrace } from "@/lib/features/relay/service/replay";
import { getRelayDrift, getRelayStatus } from "@/lib/features/relay/service/status";
import { relayPageTexts } from "@/lib/features/relay/texts";
import { pathOf } from "@/lib/http/client";
import { code, codeBlock, facts, heading, paragraph, table } from "@/lib/portal/markdown/write";
import { actor } from "./council";
import { markdownPage } from "./page";

const EVENTS = 200;

export const writeRelay = markdownPage(contract.getRelayText, async (ctx, _, { origin }) => {
  const [status, drift] = await Promise.all([getRelayStatus(ctx), getRelayDrift(ctx)]);
  const { last_24h, totals, route_latency_ms: latency } = status;
  return {
    title: [relayPageTexts.title],
    lede: relayPageTexts.lede,
    json: contract.getRelayStatus.path,
    blocks: [
      facts({
        Frozen: status.frozen ? `since ${status.since}: ${status.reason}` : "no",
        "Events sent": `${last_24h.events} in 24 hours, ${totals.events} ever`,
        "Intents routed": `${last_24h.routings} in 24 hours, ${totals.routings} ever`,
        "Matched in 24 hours": `${last_24h.matches.semantic} semantic, ${last_24h.matches.syntactic} by words, ${last_24h.matches.none} without a match`,
        "p50 latency": latency.p50 === null ? "none routed yet" : `${latency.p50.toFixed(1)} ms`,
        "p99 latency": latency.p99 === null ? "none routed yet" : `${latency.p99.toFixed(1)} ms`,
        Drift: `${drift.drifted} of ${drift.samples} requests in 24 hours had no match${drift.threshold === null ? "" : ` of ${drift.threshold} or more`}`,
        "Vector store": drift.vector_store.status,
      }),
      heading(2, "Try a route"),
      paragraph("Without a token. Nothing is stored:"),
      codeBlock("sh", `curl -s '${origin}${contract.previewRoute.path}?intent=summarise+a+contract'`),
    ],
  };
});

export const writeTrace = markdownPage(contract.getTraceText, async (ctx, { params }, about) => {
  const trace = await replayTrace(ctx, { ...params, limit: EVENTS, after: 0 });
  return {
    title: ["Trace ", code(trace.trace_id)],
    lede: "All events of the trace, and how its intents were routed. Intents are the senders' words.",
    json: pathOf(contract.replayTrace, { params, query: {} }),
    blocks: [
      table(
        ["No.", "Received", "What", "From", "To", "Intent"],
        trace.events.map(({ seq, received_at, record, kind, src_did, dst_did, intent }) => [
          seq,
          received_at,
          record === "routing" ? "routing" : kind,
          actor(about, src_did),
          dst_did === null ? "nobody" : actor(about, dst_did),
          intent,
        ]),
      ),
      ...(trace.next === null ? [] : [paragraph(`The first ${EVENTS} of ${trace.count}. The JSON has all.`)]),
    ],
  };
});
