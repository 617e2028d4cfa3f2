import { Redis } from "@upstash/redis";
import { commandTimeoutMilliseconds, type SharedStore } from "./shared-store";

/** Reaches Redis over Upstash's REST protocol. Connects on the first request. */
export function openUpstashStore(url: string, token: string): SharedStore {
  const redis = new Redis({
    url,
    token,
    enableTelemetry: false,
    // A request whose answer was lost may have been counted: sent again, it would count twice.
    // `retry: false` still sends it twice.
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
