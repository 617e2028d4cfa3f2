import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";

/** Node's own gauges that Prometheus's linter rejects because their names end in `_total`. */
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
    requests: counter("http_requests_total", "Responses by route template and status.", "method", "route", "status"),
    requestSeconds: seconds(
      "http_request_duration_seconds",
      "Time from a request's first byte to its response's last byte, by route template.",
      "route",
    ),
    requestsInFlight: gauge("http_requests_in_flight", "Requests in progress."),
    cacheRequests: counter(
      "response_cache_requests_total",
      "Requests for cacheable responses: hit, miss, or bypass while it cannot be read which tables changed.",
      "outcome",
    ),
    cacheBytes: gauge("response_cache_bytes", "Memory of the cached responses."),
    streams: gauge("http_event_streams", "Open event streams."),
    rateLimited: counter("rate_limited_requests_total", "Requests rejected with 429, by limit.", "limit"),
    untrustedForwarding: counter(
      "untrusted_forwarding_requests_total",
      "Requests with X-Forwarded-For from an address that is not in TRUSTED_PROXIES.",
    ),
    limiterDegraded: gauge(
      "rate_limit_store_degraded",
      "1 while the shared store is unreachable and requests are counted locally.",
    ),
    querySeconds: seconds(
      "database_query_duration_seconds",
      "Time from requesting a connection to a statement's result.",
      "outcome",
    ),
    queriesInFlight: gauge("database_queries_in_flight", "Statements that wait for a connection or for their result."),
    connections: gauge("database_connections", "Open connections of the pool."),
    agents: gauge("federation_agents", "Members of the federation, by trust tier.", "tier"),
    listedRecords: gauge("federation_listed_records", "Records listed from elsewhere that nobody has claimed."),
    incidents: gauge("federation_incidents", "Incidents by severity and status.", "severity", "status"),
    frozen: gauge("federation_frozen", "1 while operators have frozen the subsystem.", "subsystem"),
    ledgerEntries: gauge("ledger_entries", "Entries of each log.", "log"),
    appendSeconds: seconds(
      "ledger_append_duration_seconds",
      "Time to store a batch of entries, by log, without waiting in the queue.",
      "log",
    ),
    witnessedEntries: gauge("witnessed_entries", "Entries of each log in its newest checkpoint with a quorum.", "log"),
    witnessedSeconds: gauge(
      "witnessed_age_seconds",
      "Age of the newest quorum of cosignatures of each log. It stays below 11 minutes while the witnesses respond.",
      "log",
    ),
    witnessRequests: counter("witness_requests_total", "Requests to witnesses: cosigned, or failed.", "outcome"),
    vectorOutbox: gauge("vector_outbox_skills", "Skills that wait for their vectors."),
    webhookDeliveries: counter(
      "webhook_deliveries_total",
      "Attempts to deliver a webhook: delivered, or failed.",
      "outcome",
    ),
    webhooksInFlight: gauge("webhook_deliveries_in_flight", "Webhook deliveries under way."),
    webhooks: gauge("webhook_subscriptions", "Webhook subscriptions, by state.", "state"),
    webhooksWaiting: gauge(
      "webhook_waiting_seconds",
      "Age of the oldest change that waits for its delivery; 0 where none waits.",
    ),
    smokeChecks: gauge(
      "smoke_check_passed",
      "1 if the check passed in the last run of /api/system/smoke, else 0; absent before the first run.",
      "check",
    ),
    smokeRunAt: gauge(
      "smoke_last_run_timestamp_seconds",
      "Time of the last run of /api/system/smoke; 0 before the first run.",
    ),
    build: gauge("build_info", "Always 1. The labels identify the build.", "version", "build_sha"),
  };
}

let created: ReturnType<typeof create> | undefined;

/** The process's metrics, in base units. No label contains a DID or anything else whose number of values grows. */
export function metrics(): ReturnType<typeof create> {
  created ??= create();
  return created;
}
