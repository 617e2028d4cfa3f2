import { generateKeyPairSync, sign } from "node:crypto";
import { JoinAgent, RegisterAgent } from "@/lib/agents/schema";
import { joinAgent } from "@/lib/agents/service/join";
import { challengeKey, proveKey } from "@/lib/agents/service/prove-key";
import { registerAgent } from "@/lib/agents/service/register";
import { updateAgent } from "@/lib/agents/service/update";
import { withdrawAgent } from "@/lib/agents/service/withdraw";
import { proveDomain } from "@/lib/domains/service/prove";
import type { DemoAgent } from "./agent";
import { agentNamed, DEMO_AGENTS } from "./agents";
import { DEMO_JOINED, DEMO_RELEASES, DEMO_WITHDRAWALS } from "./decisions";
import type { Random } from "./random";
import type { Act, Walk } from "./walk";

/** What an A2A 1.0 card has beside that, of an agent that answers to A2A. */
function interfacesOf({ endpoints = [] }: DemoAgent) {
  const answering = endpoints.filter(({ protocol }) => protocol === "a2a");
  if (answering.length === 0) return {};
  return {
    supportedInterfaces: answering.map(({ url, transport }) => ({
      ...{ url, protocolBinding: transport, protocolVersion: "1.0" },
    })),
    ...{ capabilities: {}, defaultInputModes: ["text/plain"], defaultOutputModes: ["text/plain"] },
  };
}

/** The record that an agent sends. Its manifest is an agent card with the packages of a `server.json`. */
function recordOf(agent: DemoAgent, version: string) {
  const { joined: _, proved: __, domain: ___, skills, packages, ...record } = agent;
  const capabilities = skills.map(({ name }) => name.toLowerCase().replace(/\W+/g, "-"));
  const { name, description, provider, tags } = agent;
  const manifest = {
    ...{ name, description, version, provider: { organization: provider } },
    skills: skills.map((each, n) => ({ id: capabilities[n], ...each, tags })),
    ...interfacesOf(agent),
    ...(packages ? { packages } : {}),
  };
  return { ...record, version, capabilities, capability_manifest: manifest };
}

function joining(walk: Walk, random: Random, agent: DemoAgent): Act[] {
  const { did, joined, proved, domain } = agent;
  const keys = proved === undefined ? undefined : generateKeyPairSync("ed25519");
  const public_key = keys && String(keys.publicKey.export({ format: "pem", type: "spki" }));
  const version = DEMO_RELEASES.find(({ of }) => agentNamed(of) === agent)?.before ?? agent.version;
  const at = walk.on(joined, 7 + random.next());
  const record = RegisterAgent.parse({ ...recordOf(agent, version), public_key });
  const register = () => registerAgent(walk.system(at), record, { isDemo: true });
  if (proved === undefined || !keys) return [{ at, run: register }];
  const provedAt = walk.on(joined - proved, 8 + random.next());
  const prove = async () => {
    const ctx = await walk.agent(did, provedAt);
    const { challenge, message } = await challengeKey(ctx, { did });
    const signature = sign(null, Buffer.from(message), keys.privateKey).toString("base64url");
    await proveKey(ctx, { did, challenge, signature });
  };
  const acts = [
    { at, run: register },
    { at: provedAt, run: prove },
  ];
  if (domain === undefined) return acts;
  const claimedAt = walk.on(joined - proved - 1, 9.6);
  const claim = async () => {
    const asked = { did, host: domain };
    // Nobody can publish at a host that does not exist.
    await proveDomain(await walk.agent(did, claimedAt), asked, async () => ({ method: "dns" }));
  };
  return [...acts, { at: claimedAt, run: claim }];
}

/** Everyone's registration, proof of key, new versions and withdrawal. */
export function membersOf(walk: Walk, random: Random): Act[] {
  const releases = DEMO_RELEASES.map(({ of, daysAgo }): Act => {
    const { did, version } = agentNamed(of);
    const at = walk.on(daysAgo, 11 + random.next());
    const run = async () => updateAgent(await walk.agent(did, at), { did, patch: { version }, ifMatch: undefined });
    return { at, run };
  });
  const withdrawals = DEMO_WITHDRAWALS.map(({ of, daysAgo, reason }): Act => {
    const { did } = agentNamed(of);
    const at = walk.on(daysAgo, 16);
    return { at, run: async () => withdrawAgent(await walk.agent(did, at), { did, withdrawn: true, reason }) };
  });
  const { daysAgo, ...ember } = DEMO_JOINED;
  const joinedAt = walk.on(daysAgo, 15);
  const join = () => joinAgent(walk.system(joinedAt), JoinAgent.parse(ember), { isDemo: true });
  const joinings = DEMO_AGENTS.flatMap((agent) => joining(walk, random, agent));
  return [...joinings, ...releases, ...withdrawals, { at: joinedAt, run: join }];
}
