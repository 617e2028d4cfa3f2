import type { Ratelimit } from "@upstash/ratelimit";

/** Commands still unanswered after this are given up by the client, so that they cannot pile up. */
export const commandTimeoutMilliseconds = 1000;

/** A client of the store that several instances of the service share. */
export interface SharedStore {
  readonly backend: "redis" | "upstash";
  /** What @upstash/ratelimit runs its scripts on. */
  readonly scripts: ConstructorParameters<typeof Ratelimit>[0]["redis"];
  /** Rejects when the store cannot be reached. */
  ping(): Promise<unknown>;
  /** Replaces a connection that has gone silent. */
  reconnect(): void;
  close(): void;
}
