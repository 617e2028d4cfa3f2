import type { Context } from "@/lib/authority/context";
import { settings } from "@/lib/foundation/env";
import { metrics } from "@/lib/foundation/metrics";
import {
  fetchExternal,
  type OutgoingOptions,
  OutgoingRequestError,
  type OutgoingResponse,
} from "@/lib/outgoing/request";
import { bodyOf, MEDIA_TYPES, type Message, retryAfterSeconds } from "../rules";
import type { DeliveryAttempt, WebhookFormat } from "../schema";
import { signedHeaders } from "./sign";

/** Limits of a receiver's response. */
const DEADLINE_MILLISECONDS = 15_000;
const MAX_RESPONSE_BYTES = 16_384;

/** Sends a request to a receiver: `fetchExternal`, or in tests a variant that trusts the test's certificate. */
export type SendOutside = (address: string, options: OutgoingOptions) => Promise<OutgoingResponse>;
export const sendOutside: SendOutside = fetchExternal;

export interface Receiver {
  url: string;
  format: WebhookFormat;
  /** The secrets that sign, the present one first. */
  secrets: readonly string[];
}

export interface Delivered extends DeliveryAttempt {
  /** The pause that the receiver requests. */
  retryAfterSeconds: number | undefined;
  /** The body of the response. */
  text: string;
}

/** The address of this service, as the source of a CloudEvent. */
const sourceAddress = () => settings().PUBLIC_URL ?? `http://localhost:${settings().PORT}`;

function outcomeOf({ status, headers }: Pick<OutgoingResponse, "status" | "headers">, now: Date) {
  const delivered = status >= 200 && status < 300;
  const error = delivered ? "" : `The receiver responded with ${status}.`;
  return { delivered, status, error, retryAfterSeconds: retryAfterSeconds(headers.get("retry-after"), now) };
}

/**
 * Signs and sends one message. Any 2xx response counts as delivered. Never call it inside a database transaction.
 * @param signal ends the request early
 */
export async function deliver(
  { db, clock }: Pick<Context, "db" | "clock">,
  { url, format, secrets }: Receiver,
  message: Message,
  send: SendOutside,
  signal?: AbortSignal,
): Promise<Delivered> {
  const body = bodyOf(message, format, sourceAddress());
  const timestampSeconds = Math.floor(clock().getTime() / 1_000);
  const headers = await signedHeaders(db, secrets, { id: message.id, timestampSeconds, body });
  const begunAt = performance.now();
  const attempt = (fields: Pick<Delivered, "delivered" | "status" | "error"> & Partial<Delivered>): Delivered => {
    metrics().webhookDeliveries.inc({ outcome: fields.delivered ? "delivered" : "failed" });
    return { retryAfterSeconds: undefined, text: "", ...fields, milliseconds: Math.round(performance.now() - begunAt) };
  };
  metrics().webhooksInFlight.inc();
  try {
    const response = await send(url, {
      method: "POST",
      body,
      maxBytes: MAX_RESPONSE_BYTES,
      deadlineMilliseconds: DEADLINE_MILLISECONDS,
      headers: { ...headers, "content-type": MEDIA_TYPES[format] },
      ...(signal ? { signal } : {}),
    });
    return attempt({ ...outcomeOf(response, clock()), text: new TextDecoder().decode(response.bytes) });
  } catch (error) {
    if (!(error instanceof OutgoingRequestError)) throw error;
    // The status decides, however long the body is.
    if (error.head) return attempt(outcomeOf(error.head, clock()));
    return attempt({ delivered: false, status: null, error: error.message });
  } finally {
    metrics().webhooksInFlight.dec();
  }
}
