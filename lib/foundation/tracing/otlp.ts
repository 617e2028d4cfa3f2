import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { ROOT_CONTEXT, SpanKind, trace } from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from "@opentelemetry/resources";
import {
  AlwaysOnSampler,
  BatchSpanProcessor,
  type IdGenerator,
  ParentBasedSampler,
  RandomIdGenerator,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import { currentBuild } from "@/lib/foundation/build";
import { settings } from "@/lib/foundation/env";
import { log } from "@/lib/foundation/log";
import { name as packageName } from "../../../package.json";
import { recordSpans, type SpanOptions, type StartSpan } from "./spans";

/** Maximum number of spans that wait for the collector, about 2 MB. Further ones are dropped. */
const MAX_QUEUED = 2_048;
const MAX_SENT_TOGETHER = 512;
/** A limit, so that a hanging collector does not delay the end of the process. */
const LAST_MILLISECONDS = 3_000;

const KINDS = {
  internal: SpanKind.INTERNAL,
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
} satisfies Record<NonNullable<SpanOptions["kind"]>, SpanKind>;

type Result = Parameters<Parameters<SpanExporter["export"]>[1]>[0];

/** Logs once that the collector does not accept spans, and once that it accepts them again. */
function noteOutcome(): (result: Result) => void {
  let isAway = false;
  return ({ code, error }) => {
    const failed = code !== 0;
    if (failed === isAway) return;
    isAway = failed;
    const reason = error && (error.message || (error as NodeJS.ErrnoException).code);
    if (failed)
      log().warn({ event: "tracing", reason }, "the collector does not accept spans; they are dropped until it does");
    else log().info({ event: "tracing" }, "the collector accepts spans again");
  };
}

/**
 * Creates the exporter for OTEL_EXPORTER_OTLP_ENDPOINT. The exporter reads that and the other OTEL_EXPORTER_OTLP_
 * settings.
 */
function createExporter(): SpanExporter {
  const exporter = new OTLPTraceExporter();
  const note = noteOutcome();
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        note(result);
        done(result);
      }),
    forceFlush: () => exporter.forceFlush(),
    shutdown: () => exporter.shutdown(),
  };
}

/** The sender of the spans, by OpenTelemetry's conventions for resources. */
function resource() {
  const { version, commit } = currentBuild();
  return defaultResource()
    .merge(
      resourceFromAttributes({
        "service.name": packageName,
        "service.version": version,
        "service.instance.id": randomUUID(),
        "vcs.ref.head.revision": commit,
      }),
    )
    .merge(detectResources({ detectors: [envDetector] }));
}

/** Generates random ids, except for a span whose ids are given. */
class Ids implements IdGenerator {
  given: SpanOptions["ids"];
  private readonly random = new RandomIdGenerator();
  generateSpanId = (): string => this.given?.spanId ?? this.random.generateSpanId();
  generateTraceId = (): string => this.given?.traceId ?? this.random.generateTraceId();
}

/**
 * Records and sends spans. Next's own spans, whose names contain addresses, are left out: nothing is registered
 * globally.
 */
export function recordByOtlp(): () => Promise<void> {
  const { OTEL_TRACES_SAMPLER, OTEL_TRACES_SAMPLER_ARG, OTEL_BSP_SCHEDULE_DELAY } = settings();
  const isRatio = OTEL_TRACES_SAMPLER === "parentbased_traceidratio";
  const idGenerator = new Ids();
  const processor = new BatchSpanProcessor({
    exporter: createExporter(),
    maxQueueSize: MAX_QUEUED,
    maxExportBatchSize: MAX_SENT_TOGETHER,
    scheduledDelayMillis: OTEL_BSP_SCHEDULE_DELAY,
  });
  const provider = new TracerProvider({
    idGenerator,
    resource: resource(),
    spanProcessors: [processor],
    sampler: new ParentBasedSampler({
      root: isRatio ? new TraceIdRatioBasedSampler(OTEL_TRACES_SAMPLER_ARG) : new AlwaysOnSampler(),
    }),
  });
  const tracer = provider.getTracer(packageName, currentBuild().version);
  const start: StartSpan = (name, { kind = "internal", attributes = {}, parent, links = [], ids }) => {
    const context = parent ? trace.setSpanContext(ROOT_CONTEXT, parent) : ROOT_CONTEXT;
    idGenerator.given = ids;
    try {
      const linked = links.map((each) => ({ context: each }));
      return tracer.startSpan(name, { kind: KINDS[kind], attributes, links: linked }, context);
    } finally {
      idGenerator.given = undefined;
    }
  };
  recordSpans(start);
  return async () => {
    recordSpans(undefined);
    await Promise.race([provider.shutdown().catch(() => {}), sleep(LAST_MILLISECONDS)]);
  };
}
