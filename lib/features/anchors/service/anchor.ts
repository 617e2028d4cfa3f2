import { authorizeNamed } from "@/lib/authority/authorize-actor";
import type { Context } from "@/lib/authority/context";
import { createDraft } from "@/lib/ledger/link";
import type { Anchor, AnchorBatch, AnchorPayload } from "../schema";
import { viewAnchor } from "../view";
import { appendAnchors } from "./append";

/** Returns the actor of each input: the DID that it names, else the caller. Each actor is checked once. */
async function actorsOf(ctx: Context, inputs: readonly AnchorPayload[]): Promise<string[]> {
  const actors = new Map<string | undefined, string>();
  for (const did of new Set(inputs.map((input) => input.did))) {
    actors.set(did, await authorizeNamed(ctx, "memory.anchor", did));
  }
  return inputs.map(({ did }) => actors.get(did) ?? "");
}

async function append(ctx: Context, inputs: readonly AnchorPayload[]): Promise<Anchor[]> {
  const actors = await actorsOf(ctx, inputs);
  const at = ctx.clock();
  const drafts = inputs.map(({ payload, scope, kind, idempotency_key }, index) => {
    const did = actors[index] ?? "";
    return { key: idempotency_key, ...createDraft({ did, kind, payload, scope }, at) };
  });
  return (await appendAnchors(ctx.db, drafts)).map(viewAnchor);
}

/**
 * Anchors a payload. The entry is durable when it returns.
 * @throws ServiceError `didMismatch`, `suspended`, `tierTooLow`, `frozen`, `conflict` or `unavailable`
 */
export async function anchorPayload(ctx: Context, input: AnchorPayload): Promise<Anchor> {
  const [anchor] = await append(ctx, [input]);
  if (!anchor) throw new Error("nothing was anchored");
  return anchor;
}

/** Anchors several payloads, all or none, as consecutive entries. Throws as `anchorPayload` does. */
export async function anchorBatch(ctx: Context, { anchors }: AnchorBatch): Promise<{ anchors: Anchor[] }> {
  return { anchors: await append(ctx, anchors) };
}
