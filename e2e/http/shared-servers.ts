import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { connect, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { type RunningServer, startServer } from "./start-server";
import { longWindow, TRUST_LOOPBACK } from "./visitor";

/** Names the Unix socket through which all processes of a test run share servers. */
const SHARED = "TEST_SHARED_SERVERS";

export const REPOSITORY = "https://code.example/federation/service";
export const CONTACT = "mailto:security@federation.example";

export const OPERATORS = "operators@federation.example";

/** The environments of shared servers. A test that changes the server itself starts its own. */
const ENVIRONMENTS = {
  /** The default settings. Tests can choose their address. */
  plain: () => TRUST_LOOPBACK,
  /** A rate limit that no test reaches, and short limits for slow clients and closed streams. */
  roomy: () => ({ ...TRUST_LOOPBACK, RATE_LIMIT_REQUESTS: "1000000", HEADERS_SECONDS: "5", STREAM_CHECK_SECONDS: "1" }),
  /** For tests that count requests in one window. */
  counting: () => ({ ...TRUST_LOOPBACK, ...longWindow() }),
  /** With the demo federation, and settings for source and contact. */
  demo: () => ({
    ...TRUST_LOOPBACK,
    RATE_LIMIT_REQUESTS: "10000",
    SEED_DEMO: "1",
    REPOSITORY_URL: `${REPOSITORY}/`,
    SECURITY_CONTACT: CONTACT,
    CONTACT: OPERATORS,
  }),
} satisfies Record<string, () => Record<string, string>>;

export type EnvironmentName = keyof typeof ENVIRONMENTS;

/** A running server that several test files use. */
export interface SharedServer {
  url: string;
  port: number;
  /** The operator's token of its first start. */
  operatorToken: () => Promise<string>;
  /** Its output so far. */
  output: () => Promise<string>;
}

interface Answer {
  url: string;
  port: number;
  operatorToken: string;
  output: string;
}

/** Starts each shared server when the first test file needs it. @returns a function that ends them all */
export async function shareServers(): Promise<() => Promise<void>> {
  const running = new Map<EnvironmentName, Promise<RunningServer>>();
  const directory = await mkdtemp(path.join(tmpdir(), "governance-servers-"));
  const answer = async (socket: Socket) => {
    const name = String((await once(socket, "data"))[0]) as EnvironmentName;
    const starting = running.get(name) ?? startServer({ env: ENVIRONMENTS[name](), redisDatabase: 8 + running.size });
    running.set(name, starting);
    const { url, port, operatorToken, output } = await starting;
    // A server may listen before it has an operator.
    const token = await operatorToken();
    socket.end(JSON.stringify({ url, port, operatorToken: token, output: output() } satisfies Answer));
  };
  const server = createServer((socket) => void answer(socket).catch((error: Error) => socket.end(error.message)));
  const socket = path.join(directory, "servers.sock");
  await once(server.listen(socket), "listening");
  process.env[SHARED] = socket;
  return async () => {
    server.close();
    const started = await Promise.allSettled(running.values());
    await Promise.all(started.map((each) => each.status === "fulfilled" && each.value.cleanUp()));
    await rm(directory, { recursive: true });
  };
}

async function ask(name: EnvironmentName): Promise<Answer> {
  const socket = connect(process.env[SHARED] ?? "");
  socket.write(name);
  const answer = await text(socket);
  if (!answer.startsWith("{")) throw new Error(answer);
  return JSON.parse(answer);
}

/**
 * Returns the server of an environment, which the whole test run shares.
 * @throws Error with the server's output if it does not start
 */
export async function sharedServer(name: EnvironmentName): Promise<SharedServer> {
  const { url, port, operatorToken } = await ask(name);
  return {
    url,
    port,
    operatorToken: async () => operatorToken,
    output: async () => (await ask(name)).output,
  };
}
