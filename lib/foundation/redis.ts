import { Redis } from "ioredis";

/** The client gives up commands without a response after this time, so they cannot accumulate. */
export const REDIS_MILLISECONDS = 1_000;

/** A connection to Redis that is made again when it is lost. */
export interface RedisConnection {
  /** Rejects with the cause while there is no connection. */
  connected(): Promise<Redis>;
  /** Replaces a connection that no longer responds. */
  reconnect(): void;
  close(): void;
}

/** Connects to Redis. `url`: redis:// or rediss://. An unreachable server rejects commands, nothing else. */
export function connectRedis(url: string): RedisConnection {
  const redis = new Redis(url, {
    lazyConnect: true,
    enableOfflineQueue: false,
    // A command without a response may have been executed. A retry would execute it twice.
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    disableClientInfo: true,
    connectTimeout: REDIS_MILLISECONDS,
    commandTimeout: REDIS_MILLISECONDS,
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
  return {
    async connected() {
      await firstAttempt;
      if (redis.status !== "ready") throw cause;
      return redis;
    },
    reconnect() {
      if (redis.status === "ready") redis.disconnect(true);
    },
    close() {
      redis.disconnect();
    },
  };
}
