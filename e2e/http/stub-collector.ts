import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

interface KeyValue {
  key: string;
  value: { stringValue?: string; intValue?: number | string };
}

/** A span of OTLP/JSON, with its attributes as an object. */
export interface SentSpan {
  traceId: string;
  spanId: string;
  parentSpanId: string;
  name: string;
  kind: number;
  status: { code?: number; message?: string };
  links: { traceId: string; spanId: string }[];
  attributes: Record<string, string | number | undefined>;
}

/** An OpenTelemetry collector on loopback, which keeps all requests. */
export interface StubCollector {
  url: string;
  /** The received bodies, unchanged. */
  bytes: () => string;
  spans: () => SentSpan[];
  /** The attributes of the service that sent the spans. */
  resource: () => SentSpan["attributes"];
  /** The number of open connections, and of requests so far. */
  requests: () => number;
  close: () => Promise<void>;
}

const attributesOf = (given: KeyValue[] = []): SentSpan["attributes"] =>
  Object.fromEntries(
    given.map(({ key, value }) => [key, value.stringValue ?? (value.intValue && Number(value.intValue))]),
  );

function accept(_: IncomingMessage, response: ServerResponse): void {
  response.setHeader("content-type", "application/json").end("{}");
}

/** Starts a collector. @param respond sends the response after the request was read */
export async function startCollector(respond = accept): Promise<StubCollector> {
  const bodies: string[] = [];
  const server = createServer(async (request, response) => {
    bodies.push(await text(request));
    respond(request, response);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const resources = () =>
    bodies.flatMap(
      (body) => JSON.parse(body).resourceSpans as { resource: object; scopeSpans: { spans: object[] }[] }[],
    );
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bytes: () => bodies.join("\n"),
    spans: () =>
      resources()
        .flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans as SentSpan[]))
        .map((span) => ({
          ...span,
          links: span.links ?? [],
          attributes: attributesOf(span.attributes as unknown as KeyValue[]),
        })),
    resource: () => attributesOf((resources()[0]?.resource as { attributes?: KeyValue[] } | undefined)?.attributes),
    requests: () => bodies.length,
    close: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
