import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";

/** Gauges of Node's own that Prometheus's linter refuses for a name that ends in `_total`. */
const MISNAMED = ["nodejs_active_handles_total", "nodejs_active_requests_total", "nodejs_active_resources_total"];
const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

function create() {
  const registry = new Registry();
  const registers = [registry];
  const counter = <L extends string>(name: string, help: string, ...labelNames: L[]) =>
    new Counter({ name, help, labelNames, registers });
  const gauge = <L extends string>(name: string, help: string, ...labelNames: L[]) =>
    new Gauge({ name, help, labelNames, registers });
  const seconds = <L extends string>(name: string, help: string, ...labelNames: L[]) =>
    new Histogram({ name, help, labelNames, buckets: SECONDS, registers });
  collectDefaultMetrics({ register: registry });
  for (const name of MISNAMED) registry.removeSingleMetric(name);
  return {
    registry,
    requests: counter(
      "http_requests_total",
      "Requests answered, by route template and status.",
      "method",
      "route",
      "status",
    ),
    requestSeconds: seconds(
      "http_request_duration_seconds",
      "Time from a request's first byte to its answer's last, by route template.",
      "route",
    ),
    requestsInFlight: gauge("http_requests_in_flight", "Requests under way."),
    cacheRequests: counter(
      "response_cache_requests_total",
      "Requests for what may be cached: hit, miss, or bypass where changes were not heard.",
      "outcome",
    ),
    cacheBytes: gauge("response_cache_bytes", "Memory that cached responses take."),
    streams: gauge("http_event_streams", "Event streams that are open."),
    rateLimited: counter("rate_limited_requests_total", "Requests refused with 429, by the limit they met.", "limit"),
    unheardForwarding: counter(
      "untrusted_forwarding_requests_total",
      "Requests with X-Forwarded-For from an address that is not in TRUSTED_PROXIES.",
    ),
    limiterDegraded: gauge(
      "rate_limit_store_degraded",
      "1 while the shared store is out of reach and requests are counted locally.",
    ),
    querySeconds: seconds(
      "database_query_duration_seconds",
      "Time from asking for a connection to a statement's answer.",
      "outcome",
    ),
    queriesInFlight: gauge("database_queries_in_flight", "Statements waiting for a connection or for their answer."),
    connections: gauge("database_connections", "Open connections of the pool."),
    agents: gauge("federation_agents", "Members of the federation, by trust tier.", "tier"),
    incidents: gauge("federation_incidents", "Incidents on record, by severity and status.", "severity", "status"),
    frozen: gauge("federation_frozen", "1 while operators have frozen the subsystem.", "subsystem"),
    ledgerEntries: gauge("ledger_entries", "Entries of each log.", "log"),
    appendSeconds: seconds(
      "ledger_append_duration_seconds",
      "Time to store a batch of entries, by log; what waits for its turn is not counted in.",
      "log",
    ),
    vectorOutbox: gauge("vector_outbox_skills", "Skills that wait for their vectors."),
    smokeChecks: gauge(
      "smoke_check_passed",
      "1 where the check passed when /api/system/smoke was last asked, else 0; absent before.",
      "check",
    ),
    smokeRunAt: gauge("smoke_last_run_timestamp_seconds", "When /api/system/smoke was last asked; 0 before."),
    build: gauge("build_info", "Always 1; the labels name the build.", "version", "build_sha"),
  };
}

let created: ReturnType<typeof create> | undefined;

/** The process's metrics, in base units. No label carries a DID or anything else that grows with use. */
export function metrics(): ReturnType<typeof create> {
  created ??= create();
  return created;
}
