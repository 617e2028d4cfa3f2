import { createHash } from "node:crypto";
import type { Ratelimit } from "@upstash/ratelimit";
import { Redis as UpstashRedis } from "@upstash/redis";
import { Redis } from "ioredis";

/** The client gives up commands without a response after this time, so they cannot accumulate. */
const commandTimeoutMilliseconds = 1000;

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
  const redis = new Redis(url, {
    lazyConnect: true,
    enableOfflineQueue: false,
    // A command without a response may have been counted. A retry would count it twice.
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    disableClientInfo: true,
    connectTimeout: commandTimeoutMilliseconds,
    commandTimeout: commandTimeoutMilliseconds,
    disconnectTimeout: 250,
    retryStrategy: (attempts) => Math.min(attempts * 100, 500),
    // After a failover the old primary rejects writes on a connection that otherwise looks healthy.
    reconnectOnError: (error) => error.message.startsWith("READONLY"),
  });
  // Without a listener, ioredis prints each failed attempt to reconnect. Its error for a command without a
  // connection ("Stream isn't writeable") hides the cause, so the cause is kept here.
  let cause = new Error("not connected to Redis");
  redis.on("error", (error: Error) => {
    cause = error;
  });
  const firstAttempt = redis.connect().catch(() => {});
  async function connected(): Promise<Redis> {
    await firstAttempt;
    if (redis.status !== "ready") throw cause;
    return redis;
  }

  return {
    backend: "redis",
    // The library's type requires `get` and `set`, which only its dynamic limits use, and lacks `eval`.
    scripts: scriptRunner(connected) as unknown as SharedStore["scripts"],
    async ping() {
      await (await connected()).ping();
    },
    reconnect() {
      if (redis.status === "ready") redis.disconnect(true);
    },
    close() {
      redis.disconnect();
    },
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
    signal: () => AbortSignal.timeout(commandTimeoutMilliseconds),
  });
  return {
    backend: "upstash",
    scripts: redis,
    ping: () => redis.ping(),
    reconnect() {},
    close() {},
  };
}
