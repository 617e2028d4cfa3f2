import type { Facts } from "./scenarios";
import type { Site } from "./site";

const TRACE = "bench-trace";
const EVENTS = 20;
/** The agent whose name ends in this number is in every site. */
const AGENT = "000742";

async function findAgent(url: string): Promise<string> {
  const response = await fetch(`${url}/api/agents/directory?q=${AGENT}`);
  const { agents } = (await response.json()) as { agents: { did: string }[] };
  const [agent] = agents;
  if (!agent) throw new Error(`No agent is found by ${AGENT}.`);
  return agent.did;
}

async function sendTrace(url: string, token: string): Promise<void> {
  for (let number = 1; number <= EVENTS; number++) {
    const event = { src_did: "did:bench:s1:atlas", intent: "bench", trace_id: TRACE, payload: { number } };
    const response = await fetch(`${url}/api/relay/send`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify(event),
    });
    if (response.status !== 201) throw new Error(`relay/send: ${response.status} ${await response.text()}`);
  }
}

/** An anchor from the beginning of the log; "" where there is none. */
async function findAnchor(url: string): Promise<string> {
  const response = await fetch(`${url}/api/memory/log?from=1&limit=1`);
  const { entries } = (await response.json()) as { entries: { id: string }[] };
  return entries[0]?.id ?? "";
}

const known = new WeakMap<Site, Promise<Facts>>();

async function makeFacts({ service, token, agents }: Site): Promise<Facts> {
  const url = `http://127.0.0.1:${service.port}`;
  await sendTrace(url, token);
  return { token, did: await findAgent(url), anchor: await findAnchor(url), trace: TRACE, agents };
}

/** Returns the ids for requests to this site, after checking that they exist. */
export function factsOf(site: Site): Promise<Facts> {
  const facts = known.get(site) ?? makeFacts(site);
  known.set(site, facts);
  return facts;
}
