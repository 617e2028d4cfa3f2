import type { Context } from "@/lib/authority/context";
import { settings } from "@/lib/foundation/env";
import { idAuthority } from "@/lib/foundation/hosts";
import { type CallInput, pathOf } from "@/lib/http/client";
import { type Endpoint, type InputOf, mediaTypeOf, type ReplyOf } from "@/lib/http/endpoint";
import { type Feed, writeFeed } from "@/lib/http/feed";
import { type Binding, bind, reply } from "./bind";
import { publicUrl } from "./public-url";

/** Binds a feed's endpoints, Atom and JSON, to one function that reads it. */
export function bindFeed<E extends Endpoint>(
  endpoint: E,
  read: (ctx: Context, input: InputOf<E>) => Promise<Feed>,
): Binding {
  return bind(endpoint, async (ctx, input, request) => {
    const feed = await read(ctx, input);
    const about = {
      service: settings().FEDERATION_NAME,
      origin: publicUrl(request),
      authority: idAuthority(settings()),
      self: pathOf(endpoint, input as CallInput<E>),
      generatedAt: ctx.clock().toISOString(),
    };
    return reply(200, writeFeed(mediaTypeOf(endpoint), feed, about)) as ReplyOf<E>;
  });
}
