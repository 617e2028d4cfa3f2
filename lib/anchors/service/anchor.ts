import type { Context } from "@/lib/context";
import { invalid } from "@/lib/errors";
import { draftOf } from "@/lib/ledger/link";
import { permit } from "@/lib/permissions";
import { permitActor } from "@/lib/trust/service/permit-actor";
import type { Anchor, AnchorBatch, AnchorPayload } from "../schema";
import { viewAnchor } from "../view";
import { appendAnchors } from "./append";

/** The DID in whose name is anchored. @throws ServiceError `invalid` where it cannot be told */
function actorOf({ caller }: Context, did: string | undefined): string {
  if (did !== undefined) return did;
  if (caller.kind === "agent") return caller.did;
  throw invalid("This token is no agent's own: name the agent in `did`.");
}

async function append(ctx: Context, inputs: readonly AnchorPayload[]): Promise<Anchor[]> {
  permit(ctx.caller, "memory.anchor");
  const dids = inputs.map(({ did }) => actorOf(ctx, did));
  for (const did of new Set(dids)) await permitActor(ctx, "memory.anchor", did);
  const at = ctx.clock();
  const drafts = inputs.map(({ payload, scope, kind, idempotency_key }, index) => {
    const did = dids[index] ?? "";
    return { key: idempotency_key, ...draftOf({ did, kind, payload, scope }, at) };
  });
  return (await appendAnchors(ctx.db, drafts)).map(viewAnchor);
}

/**
 * Anchors a payload; when it answers, the entry is durable.
 * @throws ServiceError `invalid`, `didMismatch`, `tierTooLow`, `frozen`, `conflict` or `unavailable`
 */
export async function anchorPayload(ctx: Context, input: AnchorPayload): Promise<Anchor> {
  const [anchor] = await append(ctx, [input]);
  if (!anchor) throw new Error("nothing was anchored");
  return anchor;
}

/** Anchors several payloads, all or none, one after the other. Throws as `anchorPayload` does. */
export async function anchorBatch(ctx: Context, { anchors }: AnchorBatch): Promise<{ anchors: Anchor[] }> {
  return { anchors: await append(ctx, anchors) };
}
