// An agent of the federation: it joins, registers what it can do, listens on its inbox, and answers on the same trace.
//
//   npm run client && TOKEN=fgs_agt_… DID=did:fed:s1:counter node examples/agent.mjs
//
// Sending needs tier T2. Below it the agent says so and ends; what it was asked stays in its inbox until it may answer.
import { setTimeout as sleep } from "node:timers/promises";
import { ApiError, connect, isTemporary } from "federation-governance-service/client";

const { TOKEN, DID, FEDERATION_URL: baseUrl = "http://localhost:3000" } = process.env;
if (!TOKEN || !DID) {
  console.error(
    "Set TOKEN and DID: an agent's token is applied for at /join. FEDERATION_URL is http://localhost:3000 where unset.",
  );
  process.exit(2);
}
const did = DID;
const federation = connect({ baseUrl, token: TOKEN });
const stopping = new AbortController();
const { signal } = stopping;
for (const name of ["SIGINT", "SIGTERM"]) process.once(name, () => stopping.abort());

/**
 * What it can do. null: nothing to be done with this.
 * @param {Record<string, unknown>} payload
 */
function answerTo({ text }) {
  if (typeof text !== "string") return null;
  return { words: text.split(/\s+/).filter(Boolean).length, characters: [...text].length };
}

/**
 * One answer that is refused for what it says must not keep the others from being answered.
 * @param {unknown} error
 */
function passOver(error) {
  if (!(error instanceof ApiError) || ![400, 409].includes(error.status)) throw error;
  console.error(error.message);
}

/** What it says of itself. The other fields of its record stay as they are. */
const ABOUT = { name: "Word counter", role: "counter", skills: ["Count the words of a text"] };

async function serve() {
  const record = await federation.joinAgent({ body: { did } }, { signal });
  const { trust_tier: tier } =
    record.status === "unverified"
      ? await federation.registerAgent({ body: { ...record, ...ABOUT } }, { signal })
      : await federation.updateAgent({ params: { did }, body: ABOUT }, { signal });
  console.log(`${did} listens, at tier ${tier}.`);

  // Begins behind what it acknowledged, so a request that came while it was away is answered, too.
  for await (const event of federation.streamInbox({}, { signal })) {
    const { id, cursor, kind, src_did: asker, trace_id, intent, payload } = event;
    const answer = kind === "answer" ? null : answerTo(payload);
    if (answer) {
      // Should it end before it acknowledges, the key makes the same answer no second one.
      const key = { idempotency_key: `answer to ${id}` };
      const body = { src_did: did, dst_did: asker, trace_id, kind: "answer", intent, payload: answer, ...key };
      const sent = federation.sendEvent({ body }, { signal });
      await sent.then(() => console.log(`Answered ${asker} on trace ${trace_id}.`), passOver);
    }
    await federation.acknowledgeEvents({ body: { cursor } }, { signal });
  }
}

while (!signal.aborted) {
  try {
    await serve();
  } catch (error) {
    if (signal.aborted) break;
    if (!isTemporary(error)) {
      console.error(error instanceof ApiError ? error.message : error);
      process.exit(1);
    }
    const seconds = (error instanceof ApiError && error.retryAfterSeconds) || 2;
    console.error(`${baseUrl}: ${error instanceof Error ? error.message : error}. Again in ${seconds} s.`);
    await sleep(seconds * 1_000, undefined, { signal }).catch(() => {});
  }
}
console.log("Stopped.");
