import { randomUUID } from "node:crypto";
import { authorizeCaller } from "@/lib/authority/authorize-actor";
import type { Context } from "@/lib/authority/context";
import { sealingKey, sealSecret } from "@/lib/authority/sealed-secrets";
import { webhooks } from "@/lib/database/schema/webhooks";
import { findStart } from "@/lib/features/events/service/list-changes";
import { settings } from "@/lib/foundation/env";
import { invalid } from "@/lib/foundation/errors";
import { appendWithin, COUNCIL_LOG } from "@/lib/ledger/append";
import { mayReceiveBy } from "../rules";
import type { AddWebhook, IssuedWebhook } from "../schema";
import { viewWebhook } from "../view";
import { checkHostLimit, checkOwnerLimit } from "./limits";
import { makeSecret } from "./secrets";

/** Refuses http, except to a receiver on the developer's own machine. @throws ServiceError `invalid` */
function assertAllowedProtocol({ protocol }: URL): void {
  if (mayReceiveBy(protocol, settings())) return;
  const how = "In development, OUTGOING_ALLOW=127.0.0.1/32:8080 allows an http: receiver on this machine.";
  throw invalid(`\`url\` must begin with https:. ${how}`, { field: "url" });
}

/**
 * Adds a subscription. It gets events after its receiver has echoed a challenge (`decideWebhook`, `confirm`).
 * @returns the subscription with its secret, which is shown only once
 * @throws ServiceError `invalid` for http; `conflict` if its owner has five, or its host receives five of them; `gone` if
 * `after` has expired
 */
export async function addWebhook(ctx: Context, input: AddWebhook): Promise<IssuedWebhook> {
  const owner = await authorizeCaller(ctx, "webhook.manage");
  const { epoch, after } = await findStart(ctx.db, input.after, "newest");
  const url = new URL(input.url);
  // A final dot does not make it another host.
  url.hostname = url.hostname.replace(/\.$/, "");
  assertAllowedProtocol(url);
  const { href, host } = url;
  const id = randomUUID();
  const secret = makeSecret();
  const key = await sealingKey(ctx.db);
  const sealed = { secret: sealSecret(key, id, secret), sealedWith: key.kid };
  return ctx.db.transaction(async (tx) => {
    await checkOwnerLimit(tx, owner);
    await checkHostLimit(tx, owner, host);
    const { kinds = null, dids = null, zones = null, format } = input;
    const [row] = await tx
      .insert(webhooks)
      .values({
        ...{ id, owner, url: href, host, kinds, dids, zones, format, state: "unconfirmed", ...sealed },
        ...{ epoch, scanned: after, createdAt: ctx.clock() },
      })
      .returning();
    if (!row) throw new Error("the subscription was not stored");
    // The log is public, and an address may contain a secret. So only the host is logged.
    const act = { kind: "webhook.added", actor: owner, subject: `webhook:${id}`, details: { host } };
    await appendWithin(tx, COUNCIL_LOG, act, ctx.clock());
    return { ...viewWebhook({ ...row, waiting: 0 }), secret };
  });
}
