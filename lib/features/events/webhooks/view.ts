import { cursorOf } from "@/lib/features/events/cursor";
import { ChangeKind } from "@/lib/features/events/schema";
import type { Webhook, WebhookDelivery, WebhookFormat, WebhookState } from "./schema";

interface StoredWebhook {
  id: string;
  owner: string;
  url: string;
  kinds: string[] | null;
  dids: string[] | null;
  zones: string[] | null;
  format: WebhookFormat;
  state: WebhookState;
  reason: string;
  epoch: string;
  scanned: number;
  waiting: number;
  dueAt: Date | null;
  createdAt: Date;
}

const isKind = (text: string): text is ChangeKind => ChangeKind.safeParse(text).success;

/** Returns a subscription as the API shows it, without its secret. */
export function viewWebhook(row: StoredWebhook): Webhook {
  return {
    id: row.id,
    owner: row.owner,
    url: row.url,
    format: row.format,
    state: row.state,
    reason: row.reason,
    kinds: row.kinds?.filter(isKind) ?? null,
    dids: row.dids,
    zones: row.zones,
    cursor: cursorOf(row.epoch, row.scanned),
    waiting: row.waiting,
    due_at: row.dueAt?.toISOString() ?? null,
    created_at: row.createdAt.toISOString(),
  };
}

interface StoredDelivery {
  seq: number;
  kind: string;
  subject: string;
  attempts: number;
  dueAt: Date;
  lastAt: Date | null;
  status: number | null;
  error: string;
  milliseconds: number | null;
  deliveredAt: Date | null;
}

/** Returns a delivery as the API shows it. @param epoch in which its number counts */
export function viewDelivery(epoch: string, row: StoredDelivery): WebhookDelivery {
  return {
    cursor: cursorOf(epoch, row.seq),
    kind: row.kind,
    subject: row.subject,
    attempts: row.attempts,
    due_at: row.deliveredAt ? null : row.dueAt.toISOString(),
    last_at: row.lastAt?.toISOString() ?? null,
    status: row.status,
    error: row.error,
    milliseconds: row.milliseconds,
    delivered_at: row.deliveredAt?.toISOString() ?? null,
  };
}
