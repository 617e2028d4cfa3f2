import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { Redis } from "ioredis";

type Command = [name: string, script: string, ...values: (string | number)[]];

/** The part of Upstash's REST protocol that the limiter uses, in front of a plain Redis: pipelines of PING and scripts. */
export async function startUpstashServer(redisUrl: string) {
  const token = "test-token";
  const redis = new Redis(redisUrl);
  let refusesScripts = false;

  async function run([name, script, ...values]: Command): Promise<unknown> {
    if (name === "ping") return redis.ping();
    if (refusesScripts) throw new Error("OOM command not allowed when used memory > 'maxmemory'");
    if (name === "evalsha") throw new Error("NOSCRIPT No matching script. Please use EVAL.");
    // Upstash accepts the scripts' first line, Redis 7.0 does not.
    return redis.call(name, script.replace(/^#!lua .*\n/, ""), ...values);
  }

  const reply = (command: Command) =>
    run(command).then(
      (result) => ({ result }),
      ({ message }: Error) => ({ error: message }),
    );

  const server = createServer(async (request, response) => {
    const commands = (await json(request)) as Command[];
    const isKnown = request.url === "/pipeline" && request.headers.authorization === `Bearer ${token}`;
    response.writeHead(isKnown ? 200 : 401, { "content-type": "application/json" });
    response.end(JSON.stringify(isKnown ? await Promise.all(commands.map(reply)) : { error: "Unauthorized" }));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    token,
    /** Responds to PING as before, and to scripts with an error. */
    refuseScripts(refuses: boolean) {
      refusesScripts = refuses;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await redis.quit();
    },
  };
}
