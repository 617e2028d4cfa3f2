import { createHash } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { Redis } from "ioredis";

type Command = (string | number)[];
type Reply = { result: unknown } | { error: string };

/** Speaks Upstash's REST protocol (a command, or a pipeline of them) in front of a plain Redis. */
export async function startUpstashServer(redisUrl: string) {
  const token = "test-token";
  const redis = new Redis(redisUrl);
  const scripts = new Map<string, string>();
  let refusesScripts = false;

  async function run([name = "", ...values]: Command): Promise<Reply> {
    try {
      return { result: await call(String(name).toUpperCase(), values) };
    } catch (error) {
      return { error: error instanceof Error ? error.message : String(error) };
    }
  }

  // Upstash accepts the scripts' first line, Redis 7.0 does not.
  async function call(name: string, [script = "", ...values]: Command): Promise<unknown> {
    if (name !== "EVAL" && name !== "EVALSHA") return redis.call(name, script, ...values);
    if (refusesScripts) throw new Error("OOM command not allowed when used memory > 'maxmemory'");
    const text = name === "EVAL" ? String(script) : scripts.get(String(script));
    if (text === undefined) throw new Error("NOSCRIPT No matching script. Please use EVAL.");
    scripts.set(createHash("sha1").update(text).digest("hex"), text);
    return redis.call("EVAL", text.replace(/^#!lua .*\n/, ""), ...values);
  }

  const server = createServer(async (request, response) => {
    const body: unknown = JSON.parse(await readText(request));
    const encode = request.headers["upstash-encoding"] === "base64" ? encodeReply : (reply: Reply) => reply;
    response.setHeader("content-type", "application/json");
    if (request.headers.authorization !== `Bearer ${token}`) {
      response.writeHead(401).end(JSON.stringify({ error: "Unauthorized" }));
    } else if (request.url === "/pipeline") {
      const replies = await Promise.all((body as Command[]).map(run));
      response.end(JSON.stringify(replies.map(encode)));
    } else {
      const reply = await run(body as Command);
      response.writeHead("error" in reply ? 400 : 200).end(JSON.stringify(encode(reply)));
    }
  });
  await once(server.listen(0, "127.0.0.1"), "listening");

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    token,
    /** Answers PING as ever, and scripts with an error. */
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

async function readText(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request.setEncoding("utf8")) text += chunk;
  return text;
}

function encodeReply(reply: Reply): Reply {
  return "error" in reply ? reply : { result: encodeStrings(reply.result) };
}

function encodeStrings(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(encodeStrings);
  return typeof value === "string" && value !== "OK" ? Buffer.from(value).toString("base64") : value;
}
