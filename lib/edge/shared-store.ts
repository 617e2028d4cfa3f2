import { createHash } from "node:crypto";
import type { Ratelimit } from "@upstash/ratelimit";
import { Redis as UpstashRedis } from "@upstash/redis";
import type { Redis } from "ioredis";
import { connectRedis, REDIS_MILLISECONDS } from "@/lib/foundation/redis";

/** A client of the store shared by several instances of the service. */
export interface SharedStore {
  readonly backend: "redis" | "upstash";
  /** The interface on which @upstash/ratelimit runs its scripts. */
  readonly scripts: ConstructorParameters<typeof Ratelimit>[0]["redis"];
  /** Rejects when the store cannot be reached. */
  ping(): Promise<unknown>;
  /** Replaces a connection that no longer responds. */
  reconnect(): void;
  close(): void;
}

type ScriptArguments = readonly (string | number)[];

/** Connects to plain Redis. `url`: redis:// or rediss://. An unreachable server rejects commands, nothing else. */
export function openRedisStore(url: string): SharedStore {
  const { connected, reconnect, close } = connectRedis(url);
  return {
    backend: "redis",
    // The library's type requires `get` and `set`, which only its dynamic limits use, and lacks `eval`.
    scripts: scriptRunner(connected) as unknown as SharedStore["scripts"],
    async ping() {
      await (await connected()).ping();
    },
    reconnect,
    close,
  };
}

/**
 * Redis 7.0 rejects the flag in the first line of @upstash/ratelimit's scripts (`#!lua flags=allow-key-locking`). Without
 * this line a script has another hash. The library's hash is mapped to it when `eval` has received the text.
 */
function scriptRunner(connected: () => Promise<Redis>) {
  const acceptedHashes = new Map<string, string>();
  return {
    async evalsha(hash: string, keys: string[], values: ScriptArguments) {
      const accepted = acceptedHashes.get(hash);
      if (accepted === undefined) throw new Error("NOSCRIPT not yet seen by this process");
      const redis = await connected();
      return redis.evalsha(accepted, keys.length, ...keys, ...values);
    },
    async eval(script: string, keys: string[], values: ScriptArguments) {
      const accepted = script.replace(/^#!lua .*\n/, "");
      acceptedHashes.set(sha1(script), sha1(accepted));
      const redis = await connected();
      return redis.eval(accepted, keys.length, ...keys, ...values);
    },
  };
}

function sha1(text: string): string {
  return createHash("sha1").update(text).digest("hex");
}

/** Reaches Redis over Upstash's REST protocol. Connects on the first request. */
export function openUpstashStore(url: string, token: string): SharedStore {
  const redis = new UpstashRedis({
    url,
    token,
    enableTelemetry: false,
    // A request without a response may have been counted. A retry would count it twice. `retry: false` still sends it
    // twice.
    retry: { retries: 0 },
    signal: () => AbortSignal.timeout(REDIS_MILLISECONDS),
  });
  return {
    backend: "upstash",
    scripts: redis,
    ping: () => redis.ping(),
    reconnect() {},
    close() {},
  };
}
