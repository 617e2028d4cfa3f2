import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";

/** Gauges of Node's own that Prometheus's linter refuses for a name that ends in `_total`. */
const MISNAMED = ["nodejs_active_handles_total", "nodejs_active_requests_total", "nodejs_active_resources_total"];
const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

function create() {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  for (const name of MISNAMED) registry.removeSingleMetric(name);
  return {
    registry,
    requests: new Counter({
      name: "http_requests_total",
      help: "Requests answered, by route template and status.",
      labelNames: ["method", "route", "status"],
      registers,
    }),
    requestSeconds: new Histogram({
      name: "http_request_duration_seconds",
      help: "Time from a request's first byte to its answer's last, by route template.",
      labelNames: ["route"],
      buckets: SECONDS,
      registers,
    }),
    requestsInFlight: new Gauge({ name: "http_requests_in_flight", help: "Requests under way.", registers }),
    streams: new Gauge({ name: "http_event_streams", help: "Event streams that are open.", registers }),
    rateLimited: new Counter({
      name: "rate_limited_requests_total",
      help: "Requests refused with 429, by the limit they met.",
      labelNames: ["limit"],
      registers,
    }),
    limiterDegraded: new Gauge({
      name: "rate_limit_store_degraded",
      help: "1 while the shared store is out of reach and requests are counted locally.",
      registers,
    }),
    querySeconds: new Histogram({
      name: "database_query_duration_seconds",
      help: "Time from asking for a connection to a statement's answer.",
      labelNames: ["outcome"],
      buckets: SECONDS,
      registers,
    }),
    queriesInFlight: new Gauge({
      name: "database_queries_in_flight",
      help: "Statements waiting for a connection or for their answer.",
      registers,
    }),
    connections: new Gauge({ name: "database_connections", help: "Open connections of the pool.", registers }),
    agents: new Gauge({
      name: "federation_agents",
      help: "Members of the federation, by trust tier.",
      labelNames: ["tier"],
      registers,
    }),
    incidents: new Gauge({
      name: "federation_incidents",
      help: "Incidents on record, by severity and status.",
      labelNames: ["severity", "status"],
      registers,
    }),
    frozen: new Gauge({
      name: "federation_frozen",
      help: "1 while operators have frozen the subsystem.",
      labelNames: ["subsystem"],
      registers,
    }),
    ledgerEntries: new Gauge({
      name: "ledger_entries",
      help: "Entries of each log.",
      labelNames: ["log"],
      registers,
    }),
    appendSeconds: new Histogram({
      name: "ledger_append_duration_seconds",
      help: "Time to store a batch of entries, by log; what waits for its turn is not counted in.",
      labelNames: ["log"],
      buckets: SECONDS,
      registers,
    }),
    vectorOutbox: new Gauge({
      name: "vector_outbox_skills",
      help: "Skills that wait for their vectors.",
      registers,
    }),
    smokeChecks: new Gauge({
      name: "smoke_check_passed",
      help: "1 where the check passed when /api/system/smoke was last asked, else 0; absent before.",
      labelNames: ["check"],
      registers,
    }),
    smokeRunAt: new Gauge({
      name: "smoke_last_run_timestamp_seconds",
      help: "When /api/system/smoke was last asked; 0 before.",
      registers,
    }),
    build: new Gauge({
      name: "build_info",
      help: "Always 1; the labels name the build.",
      labelNames: ["version", "build_sha"],
      registers,
    }),
  };
}

// The edge's bundle counts, Next's bundle answers.
const slot = globalThis as { fgsMetrics?: ReturnType<typeof create> };

/** The process's metrics, in base units. No label carries a DID or anything else that grows with use. */
export function metrics(): ReturnType<typeof create> {
  slot.fgsMetrics ??= create();
  return slot.fgsMetrics;
}
