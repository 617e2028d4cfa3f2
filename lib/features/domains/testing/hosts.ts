import { createPublicKey, generateKeyPairSync, sign } from "node:crypto";
import { systemContext } from "@/lib/authority/context";
import type { Database } from "@/lib/database/open";
import { challengeKey, proveKey } from "@/lib/features/agents/service/prove-key";
import { registerAgent } from "@/lib/features/agents/service/register";
import { freshDid } from "@/lib/features/agents/testing/fixtures";
import { publishFor } from "../rules";
import type { CheckHost, HostCheck } from "../service/check-host";

/** A look at hosts that a test publishes on, without a network. */
export function publishedHosts() {
  const records = new Map<string, string[]>();
  const looked: string[] = [];
  const look: CheckHost = async (terms): Promise<HostCheck> => {
    looked.push(terms.host);
    if (records.get(terms.host)?.includes(publishFor(terms).dns.value)) return { method: "dns" };
    return { method: null, problems: { dns: "No record.", did_json: "No document." } };
  };
  return { records, looked, look };
}

export async function withProvenKey(db: Database, did = freshDid(), now = new Date()) {
  const ctx = { ...systemContext(db), clock: () => now };
  const key = generateKeyPairSync("ed25519").privateKey;
  const public_key = createPublicKey(key).export({ format: "jwk" }).x ?? "";
  await registerAgent(ctx, { did, skills: ["s"], capabilities: ["c"], role: "r", model: "m", public_key });
  const { challenge, message } = await challengeKey(ctx, { did });
  await proveKey(ctx, { did, challenge, signature: sign(null, Buffer.from(message), key).toString("base64url") });
  return { did, publicKey: public_key };
}
