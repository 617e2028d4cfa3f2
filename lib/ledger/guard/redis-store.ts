import { connectRedis } from "@/lib/foundation/redis";
import type { GuardStore, LogState } from "./guard-store";

const KEY = "governance:guard:";

const textOf = ({ size, root }: LogState) => `${size} ${Buffer.from(root).toString("base64")}`;

function stateOf(text: string): LogState {
  const [size = "", root = ""] = text.split(" ");
  return { size: Number(size), root: new Uint8Array(Buffer.from(root, "base64")) };
}

/** Sets the state only in place of the known one. */
const ADVANCE = `
  local present = redis.call("GET", KEYS[1]) or ""
  if present == ARGV[1] then redis.call("SET", KEYS[1], ARGV[2]) end
  return present`;

/** Keeps the newest state of each log in a Redis, which several instances may share. */
export function redisStore(url: string): GuardStore {
  const redis = connectRedis(url);
  return {
    name: `Redis at ${new URL(url).host}`,
    async read(origin) {
      const text = await (await redis.connected()).get(KEY + origin);
      return text === null ? [] : [stateOf(text)];
    },
    async advance(origin, next, known) {
      const newest = known.toSorted((a, b) => b.size - a.size)[0];
      const client = await redis.connected();
      await client.eval(ADVANCE, 1, KEY + origin, newest ? textOf(newest) : "", textOf(next));
    },
    close: redis.close,
  };
}
