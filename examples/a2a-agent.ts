// Answers A2A messages through its inbox. It opens no port, so it works behind a firewall. Sending needs tier T2.
//   npm run client && TOKEN=fgs_agt_… DID=did:fed:s1:counter npx tsx examples/a2a-agent.ts
import { connect, isTemporary } from "federation-governance-service/client";

const { TOKEN: token = "", DID: did = "", FEDERATION_URL: baseUrl = "http://localhost:3000" } = process.env;
const federation = connect({ baseUrl, token });

/** Returns the kind and the text of the answer. This is the part to change. */
function answerTo(text: string): ["a2a.completed" | "a2a.input_required", string] {
  if (text.trim() === "") return ["a2a.input_required", "Send the text to count."];
  return ["a2a.completed", `${text.trim().split(/\s+/).length} words`];
}

async function serve() {
  const record = await federation.joinAgent({ body: { did } });
  const about = { name: "Word counter", role: "counter", skills: ["Count the words of a text"] };
  if (record.status === "unverified") await federation.registerAgent({ body: { ...record, ...about } });
  console.log(`${did} listens.`);
  for await (const { id, kind, cursor, trace_id, src_did: dst_did, payload } of federation.streamInbox()) {
    if (kind === "a2a.message") {
      // The content of old messages of guests is erased.
      const { parts = [] } = (payload["message"] ?? {}) as { parts?: { text?: string }[] };
      const [answer, text] = answerTo(parts.map((part) => part.text ?? "").join("\n"));
      const event = { src_did: did, dst_did, trace_id, kind: answer, intent: "a2a.message", idempotency_key: id };
      await federation.sendEvent({ body: { ...event, payload: { message: { parts: [{ text }] } } } });
    }
    await federation.acknowledgeEvents({ body: { cursor } });
  }
}

for (let again = true; again; again = await new Promise((resolve) => setTimeout(resolve, 2_000, true))) {
  await serve().catch((error: unknown) => (isTemporary(error) ? console.error(error) : Promise.reject(error)));
}
