import { writeFile } from "node:fs/promises";
import { request } from "node:http";
import path from "node:path";
import { type HttpsServer, startHttpsServer } from "@/lib/outgoing/testing/https-server";
import { type Federation, newFederation } from "./federation";
import { type RunningServer, startServer } from "./start-server";
import { type Answer, send } from "./visitor";

/** A running federation, with an operator's requests to it. */
export interface RunningFederation {
  fed: Federation;
  server: RunningServer;
  /** Sends a request as an operator: a POST if it has a body. */
  ask: (path: string, body?: object) => Promise<Answer>;
}

/** Two services as processes: ours may follow lists of theirs, over https on loopback. */
export interface TwoFederations {
  theirs: RunningFederation & { outside: HttpsServer };
  ours: RunningFederation;
  stop: () => Promise<void>;
}

/** Forwards https requests to a server. */
function passTo(port: () => number): Promise<HttpsServer> {
  return startHttpsServer((incoming, response) => {
    const { method, url, headers } = incoming;
    const on = request({ host: "127.0.0.1", port: port(), method, path: url, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    on.on("error", () => response.destroy());
    incoming.pipe(on);
  });
}

async function asOperator(server: RunningServer): Promise<RunningFederation["ask"]> {
  const headers = { authorization: `Bearer ${await server.operatorToken()}` };
  return (where, body) => send(server.url + where, body ? { method: "POST", headers, body } : { headers });
}

/** Starts both. @param servers the list of the other federation; @param settings of both */
export async function startTwoFederations(
  servers: object[],
  settings: Record<string, string> = {},
): Promise<TwoFederations> {
  // Tests ask again and again until something has happened, on a slow machine more often than the limit allows.
  settings = { RATE_LIMIT_REQUESTS: "1000000", ...settings };
  const peer = await newFederation();
  let port = 0;
  const outside = await passTo(() => port);
  const server = await startServer({
    dataDir: peer.directory,
    env: { ...peer.env, ...settings, PUBLIC_URL: outside.address },
  });
  port = server.port;
  const theirs = { fed: peer, server, outside, ask: await asOperator(server) };
  await peer.run(await peer.list("servers.jsonl", servers));

  const fed = await newFederation();
  const authority = path.join(fed.directory, "authority.pem");
  await writeFile(authority, outside.authority.certificate);
  const env = {
    ...fed.env,
    ...settings,
    OUTGOING_ALLOW: `127.0.0.1/32:${outside.port}`,
    NODE_EXTRA_CA_CERTS: authority,
  };
  const follower = await startServer({ dataDir: fed.directory, env });
  const ours = { fed, server: follower, ask: await asOperator(follower) };
  return {
    theirs,
    ours,
    stop: async () => {
      for (const each of [theirs, ours]) {
        await each.server.stop("SIGKILL");
        await each.fed.cleanUp();
      }
      await outside.stop();
    },
  };
}
