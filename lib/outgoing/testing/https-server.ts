import { once } from "node:events";
import type { RequestListener } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { type Authority, makeAuthority } from "@/lib/testing/certificates";

/** An https server on 127.0.0.1. */
export interface HttpsServer {
  port: number;
  /** `https://127.0.0.1:<port>` */
  address: string;
  /** The authority that issued its certificate. */
  authority: Authority;
  /** Paths that were asked for, in order. */
  asked: string[];
  stop: () => Promise<void>;
}

/** Serves `listener` on a free port. @param names the certificate's names, in addition to 127.0.0.1 */
export async function startHttpsServer(listener: RequestListener, names: readonly string[] = []): Promise<HttpsServer> {
  const authority = makeAuthority();
  const asked: string[] = [];
  const server = createServer(authority.issue(["127.0.0.1", ...names]), (request, response) => {
    asked.push(request.url ?? "");
    listener(request, response);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  const stop = async () => {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  };
  return { port, address: `https://127.0.0.1:${port}`, authority, asked, stop };
}
