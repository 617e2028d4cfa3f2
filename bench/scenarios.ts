import { drizzle } from "drizzle-orm/postgres-js";
import { authenticate } from "@/lib/access/service/authenticate";
import { DirectoryQuery } from "@/lib/agents/schema";
import { joinAgent } from "@/lib/agents/service/join";
import { listDirectory } from "@/lib/agents/service/read";
import { registerAgent } from "@/lib/agents/service/register";
import { type Context, systemContext } from "@/lib/context";
import type { Client } from "@/lib/db/client";
import { partsOfDid } from "@/lib/did";

/** One thing that clients do, over and over. */
export interface Scenario {
  name: string;
  /** Requests in each round and on each server. */
  requests: number;
  status: number;
  path: string;
  /** The body of a write for a new DID; absent for reads. */
  body?: (did: string) => Record<string, unknown>;
  /** A page, timed to its first byte. No bare server has anything like it. */
  page?: true;
}

/** What the bare server does for a scenario: the very statements that the service sends. */
export interface Operation {
  authentication: Statement | undefined;
  work: Statement;
  transaction: boolean;
}

export interface Statement {
  text: string;
  parameters: unknown[];
}

/** Stands in captured parameters where a request's own DID and name belong. */
export const SAMPLE_DID = "did:bench:s1:sample";

const directory = (name: string, requests: number, query: string): Scenario => ({
  name,
  requests,
  status: 200,
  path: `/api/agents/directory${query}`,
});

/** What the bare server does too, in the order of its operations. */
export const COMPARED = () => SCENARIOS.filter(({ page }) => !page);

/** The selective search finds one agent whatever their number; the broad one a twelfth of them. */
export const SCENARIOS: Scenario[] = [
  directory("directory, no filter", 150, ""),
  directory("directory, one zone", 150, "?zone=S1"),
  directory("directory, selective q", 150, "?q=000742"),
  directory("directory, broad q", 40, "?q=granite"),
  { name: "page /agents, first byte", requests: 60, status: 200, path: "/agents", page: true },
  { name: "page /agents, one zone", requests: 60, status: 200, path: "/agents?zone=S1", page: true },
  { name: "join", requests: 100, status: 201, path: "/api/agent/join", body: (did) => ({ did }) },
  { name: "register", requests: 100, status: 201, path: "/api/agent/register", body: registration },
];

function registration(did: string) {
  return {
    did,
    name: "Plumb Line",
    provider: "Lattice Works",
    role: "code reviewer",
    model: "granite-4-34b",
    skills: ["Review a pull request", "Explain a stack trace"],
    capabilities: ["review"],
    runtime_type: "container",
    capability_manifest: { role: "code reviewer" },
  };
}

async function run(scenario: Scenario, ctx: Context): Promise<void> {
  if (scenario.path.endsWith("/join")) await joinAgent(ctx, { did: SAMPLE_DID });
  else if (scenario.body) await registerAgent(ctx, registration(SAMPLE_DID));
  else {
    const query = Object.fromEntries(new URL(scenario.path, "http://localhost").searchParams);
    await listDirectory(ctx, DirectoryQuery.parse(query));
  }
}

/**
 * Runs each scenario's verb once and notes what it sends to the database.
 * @param token the operator's, which every write of the bench carries
 */
export async function captureOperations(client: Client, token: string): Promise<Operation[]> {
  let sent: Statement[] = [];
  const logger = { logQuery: (text: string, parameters: unknown[]) => void sent.push({ text, parameters }) };
  const ctx = systemContext(drizzle(client, { logger }));
  const operations: Operation[] = [];
  for (const scenario of COMPARED()) {
    sent = [];
    if (scenario.body) await authenticate(ctx, `Bearer ${token}`);
    const authentication = sent[0];
    sent = [];
    await run(scenario, ctx);
    const [work] = sent;
    if (!work) throw new Error(`${scenario.name} sent nothing`);
    operations.push({ authentication, work, transaction: scenario.path.endsWith("/register") });
    await client.unsafe("delete from agents where did = $1", [SAMPLE_DID]);
  }
  return operations;
}

/** A captured statement's parameters for another DID. */
export function parametersFor(statement: Statement, did: string): unknown[] {
  const sample = partsOfDid(SAMPLE_DID).name;
  const { name } = partsOfDid(did);
  return statement.parameters.map((value) => (value === SAMPLE_DID ? did : value === sample ? name : value));
}
