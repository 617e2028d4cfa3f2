import { generateKeyPairSync, sign } from "node:crypto";
import { JoinAgent, RegisterAgent } from "@/lib/features/agents/schema";
import { joinAgent } from "@/lib/features/agents/service/join";
import { challengeKey, proveKey } from "@/lib/features/agents/service/prove-key";
import { registerAgent } from "@/lib/features/agents/service/register";
import { transferOwnership } from "@/lib/features/agents/service/transfer-ownership";
import { updateAgent } from "@/lib/features/agents/service/update";
import { withdrawAgent } from "@/lib/features/agents/service/withdraw";
import { proveDomain } from "@/lib/features/domains/service/prove";
import type { Random } from "./random";
import { agentNamed, DEMO_AGENTS, DEMO_DECISIONS, type DemoAgent, didOf } from "./tables";
import type { DemoAct, DemoTimeline } from "./timeline";

/** The additional fields of an A2A 1.0 card, for an agent that supports A2A. */
function interfacesOf({ endpoints = [] }: DemoAgent) {
  const answering = endpoints.filter(({ protocol }) => protocol === "a2a");
  if (answering.length === 0) return {};
  return {
    supportedInterfaces: answering.map(({ url, transport }) => ({
      url,
      protocolBinding: transport,
      protocolVersion: "1.0",
    })),
    capabilities: {},
    defaultInputModes: ["text/plain"],
    defaultOutputModes: ["text/plain"],
  };
}

/** Returns the record that an agent sends. Its manifest is an agent card with the packages of a `server.json`. */
function recordOf(agent: DemoAgent, version: string) {
  const { joined: _, proved: __, domain: ___, skills, packages, ...record } = agent;
  const capabilities = skills.map(({ name }) => name.toLowerCase().replace(/\W+/g, "-"));
  const { name, description, provider, tags } = agent;
  const manifest = {
    name,
    description,
    version,
    provider: { organization: provider },
    skills: skills.map((each, n) => ({ id: capabilities[n], ...each, tags })),
    ...interfacesOf(agent),
    ...(packages ? { packages } : {}),
  };
  return { ...record, version, capabilities, capability_manifest: manifest };
}

function joining(timeline: DemoTimeline, random: Random, agent: DemoAgent): DemoAct[] {
  const { did, joined, proved, domain } = agent;
  const keys = proved === undefined ? undefined : generateKeyPairSync("ed25519");
  const public_key = keys && String(keys.publicKey.export({ format: "pem", type: "spki" }));
  const version = DEMO_DECISIONS.releases.find(({ of }) => agentNamed(of) === agent)?.before ?? agent.version;
  const at = timeline.on(joined, 7 + random.next());
  const record = RegisterAgent.parse({ ...recordOf(agent, version), public_key });
  const register = () => registerAgent(timeline.system(at), record, { isDemo: true });
  if (proved === undefined || !keys) return [{ at, run: register }];
  const provedAt = timeline.on(joined - proved, 8 + random.next());
  const prove = async () => {
    const ctx = await timeline.agent(did, provedAt);
    const { challenge, message } = await challengeKey(ctx, { did });
    const signature = sign(null, Buffer.from(message), keys.privateKey).toString("base64url");
    await proveKey(ctx, { did, challenge, signature });
  };
  const acts = [
    { at, run: register },
    { at: provedAt, run: prove },
  ];
  if (domain === undefined) return acts;
  const claimedAt = timeline.on(joined - proved - 1, 9.6);
  const claim = async () => {
    const asked = { did, host: domain };
    // Such a host does not exist, so its package cannot be published.
    await proveDomain(await timeline.agent(did, claimedAt), asked, async () => ({ method: "dns" }));
  };
  return [...acts, { at: claimedAt, run: claim }];
}

/** Returns the registrations, key proofs, new versions and withdrawals of all agents. */
export function membersOf(timeline: DemoTimeline, random: Random): DemoAct[] {
  const releases = DEMO_DECISIONS.releases.map(({ of, daysAgo }): DemoAct => {
    const { did, version } = agentNamed(of);
    const at = timeline.on(daysAgo, 11 + random.next());
    const run = async () => updateAgent(await timeline.agent(did, at), { did, patch: { version }, ifMatch: undefined });
    return { at, run };
  });
  const withdrawals = DEMO_DECISIONS.withdrawals.map(({ of, daysAgo, reason }): DemoAct => {
    const { did } = agentNamed(of);
    const at = timeline.on(daysAgo, 16);
    return { at, run: async () => withdrawAgent(await timeline.agent(did, at), { did, withdrawn: true, reason }) };
  });
  const claims = DEMO_DECISIONS.claims.map(({ of, daysAgo }): DemoAct => {
    const ctx = timeline.system(timeline.on(daysAgo, 14));
    const claim = () => ctx.db.transaction((tx) => transferOwnership(ctx, tx, didOf(of), { by: "credential" }));
    return { at: ctx.clock(), run: claim };
  });
  const { daysAgo, ...ember } = DEMO_DECISIONS.joined;
  const joinedAt = timeline.on(daysAgo, 15);
  const join = () => joinAgent(timeline.system(joinedAt), JoinAgent.parse(ember), { isDemo: true });
  const joinings = DEMO_AGENTS.flatMap((agent) => joining(timeline, random, agent));
  return [...joinings, ...releases, ...claims, ...withdrawals, { at: joinedAt, run: join }];
}
