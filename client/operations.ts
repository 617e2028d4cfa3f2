import type { z } from "zod";
import type { CallInput } from "@/lib/http/client";
import type { Endpoint, SuccessOf } from "@/lib/http/endpoint";
import type { OPERATIONS } from "@/lib/portal/contract";
import type { FEED } from "./events";
import type { Calling } from "./retry";

// The types of this file are for this repository. The package has plain ones instead, which scripts/client-types.ts
// writes from the same declarations, because these take a compiler many seconds.

export type { ChangeKind } from "@/lib/features/events/schema";
export type FederationEvent = SuccessOf<typeof FEED.streamChanges>;

type Operations = Omit<typeof OPERATIONS, keyof typeof FEED> & typeof FEED;
type Name = keyof Operations;
type Uncalled = { kind: "page" | "protocol" };
type Given<E extends Endpoint> =
  object extends CallInput<E> ? [input?: CallInput<E>, calling?: Calling] : [input: CallInput<E>, calling?: Calling];
type Answer<E extends Endpoint> = E extends { kind: "stream" }
  ? AsyncGenerator<SuccessOf<E>, void>
  : Promise<SuccessOf<E>>;

/** A method for each operation of `/openapi.json`, by its `operationId`. */
export type Methods = {
  [N in Name as Operations[N] extends Uncalled ? never : N]: (...given: Given<Operations[N]>) => Answer<Operations[N]>;
};

type QueryNames<E> = E extends { query: z.ZodObject<infer Shape> } ? keyof Shape : never;
type HasNext<E extends Endpoint> =
  SuccessOf<E> extends { next: number | null } | { cursor: string; has_more: boolean } ? E : never;

type Paged<E extends Endpoint> =
  "cursor" extends QueryNames<E>
    ? E
    : "offset" extends QueryNames<E>
      ? E
      : "from" extends QueryNames<E>
        ? HasNext<E>
        : "after" extends QueryNames<E>
          ? HasNext<E>
          : never;

/** A method for each list, by its `operationId`: an async iterator over its pages. */
export type Pages = {
  [N in Name as Operations[N] extends Uncalled | { method: "POST" }
    ? never
    : Paged<Operations[N]> extends never
      ? never
      : N]: (...given: Given<Operations[N]>) => AsyncGenerator<SuccessOf<Operations[N]>, void>;
};
