// An agent of the federation: it joins, registers its skills, listens on its inbox, and answers on the same trace.
//
//   npm run client && TOKEN=fgs_agt_… DID=did:fed:s1:counter node examples/agent.mjs
//
// Sending needs tier T2. Below it the agent prints the error and ends. Requests stay in its inbox until it may answer.
import { setTimeout as sleep } from "node:timers/promises";
import { ApiError, connect, isTemporary } from "federation-governance-service/client";

const { TOKEN, DID, FEDERATION_URL: baseUrl = "http://localhost:3000" } = process.env;
if (!TOKEN || !DID) {
  console.error(
    "TOKEN and DID are required. Apply for a token at /join. FEDERATION_URL is http://localhost:3000 by default.",
  );
  process.exit(2);
}
const did = DID;
const federation = connect({ baseUrl, token: TOKEN });
const stopping = new AbortController();
const { signal } = stopping;
for (const name of ["SIGINT", "SIGTERM"]) process.once(name, () => stopping.abort());

/**
 * Returns the answer to a request; null for none. This is the part to change.
 * @param {Record<string, unknown>} payload
 */
function answerTo({ text }) {
  if (typeof text !== "string") return null;
  return { words: text.split(/\s+/).filter(Boolean).length, characters: [...text].length };
}

/**
 * Skips an answer that is rejected for its content, so the agent continues with the next request.
 * @param {unknown} error
 */
function passOver(error) {
  if (!(error instanceof ApiError) || ![400, 409].includes(error.status)) throw error;
  console.error(error.message);
}

/** The fields of its record that it sets. The other fields do not change. */
const ABOUT = { name: "Word counter", role: "counter", skills: ["Count the words of a text"] };

async function serve() {
  const record = await federation.joinAgent({ body: { did } }, { signal });
  const { trust_tier: tier } =
    record.status === "unverified"
      ? await federation.registerAgent({ body: { ...record, ...ABOUT } }, { signal })
      : await federation.updateAgent({ params: { did }, body: ABOUT }, { signal });
  console.log(`${did} listens, at tier ${tier}.`);

  // Begins after the last acknowledged event, so requests from its offline time are answered too.
  for await (const event of federation.streamInbox({}, { signal })) {
    const { id, cursor, kind, src_did: asker, trace_id, intent, payload } = event;
    const answer = kind === "answer" ? null : answerTo(payload);
    if (answer) {
      // If it ends before it acknowledges, the key prevents a second answer.
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
