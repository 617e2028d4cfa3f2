import { AnchorPayload } from "@/lib/anchors/schema";
import { anchorPayload } from "@/lib/anchors/service/anchor";
import { agents } from "@/lib/db/schema/agents";
import { SendEvent } from "@/lib/relay/schema";
import { routeIntent } from "@/lib/relay/service/route";
import { sendEvent } from "@/lib/relay/service/send";
import { type Tier, tierAtLeast } from "@/lib/tiers";
import { DEMO_AGENTS, didOf } from "./agents";
import { DEMO_FREEZES } from "./decisions";
import { DEMO_TRACE } from "./incidents";
import type { Random } from "./random";
import { ANCHORS, CONVERSATIONS, DUTCH, INTENTS, LEASE, type Turn, UNANSWERED } from "./traffic";
import { type Act, DEMO_DAYS, type Walk } from "./walk";

/** How much happens on each day of the week, Sunday first. */
const WEEK = [0.25, 1, 0.9, 1.1, 1, 0.8, 0.3];
/** On the busiest day. */
const ROUTINGS = 5;
const TALKS = 4;
const ANCHORED = 1.6;
const FIRST_HOUR = 7;
const HOURS = 14;
/** How many days ago Dutch was asked for, and nobody spoke it. */
const DUTCH_WINDOW = { from: 63, to: 57 };

interface Member {
  did: string;
  tier: Tier;
  status: string;
}

/** How much happens on a day: more on workdays, and more from month to month. */
function shareOf(walk: Walk, daysAgo: number): number {
  const growth = 0.05 + 0.95 * (1 - daysAgo / DEMO_DAYS) ** 1.5;
  return (WEEK[walk.on(daysAgo, 0).getUTCDay()] ?? 1) * growth;
}

/** Replaces each `#` of a text, or of a JSON object's texts. */
const numbered = <T>(said: T, number: number): T => JSON.parse(JSON.stringify(said).replaceAll("#", String(number)));

async function readMembers(walk: Walk, at: Date): Promise<Map<string, Member>> {
  const { did, trustTier: tier, status } = agents;
  const rows = await walk.system(at).db.select({ did, tier, status }).from(agents).orderBy(agents.registeredAt);
  return new Map(rows.map((row) => [row.did, row]));
}

const mayAct = (member: Member | undefined, needed: Tier) =>
  member !== undefined && member.status === "active" && tierAtLeast(member.tier, needed);

function intentOf(random: Random, daysAgo: number): string {
  if (daysAgo <= DUTCH_WINDOW.from && daysAgo > DUTCH_WINDOW.to && random.next() < 0.45) return random.pick(DUTCH);
  const chance = random.next();
  if (chance < 0.11) return random.pick(UNANSWERED);
  if (chance < 0.5) return random.pick(INTENTS);
  return random.pick(random.pick(random.pick(DEMO_AGENTS).skills).examples);
}

/** Routes a day's intents one after the other, so that each is stored with the time that it took by itself. */
async function route(walk: Walk, random: Random, daysAgo: number, members: Map<string, Member>): Promise<void> {
  const asking = [...members.values()].filter((member) => mayAct(member, "T1"));
  if (asking.length === 0) return;
  // The last two days have more, so that what is counted by the hour speaks too.
  const count = random.count(ROUTINGS * shareOf(walk, daysAgo) * (daysAgo < 2 ? 2 : 1));
  for (let n = 0; n < count; n += 1) {
    const at = walk.on(daysAgo, FIRST_HOUR + HOURS * random.next());
    const from = random.pick(asking);
    const sent = { src_did: from.did, intent: intentOf(random, daysAgo), trace_id: traceId(random), limit: undefined };
    if (at < walk.end) await routeIntent(walk.as(from, at), sent, null);
  }
}

const traceId = (random: Random) =>
  Array.from({ length: 4 }, () => random.between(0, 0xffffffff).toString(16).padStart(8, "0")).join("");

/** A conversation that takes place: when each turn comes. */
interface Talk {
  trace_id: string;
  turns: { turn: Turn; at: Date }[];
}

/** Sends the conversations' first turns together, then their second ones, and so on. */
async function send(walk: Walk, talks: readonly Talk[], members: Map<string, Member>): Promise<void> {
  const longest = Math.max(0, ...talks.map(({ turns }) => turns.length));
  for (let place = 0; place < longest; place += 1) {
    const said = talks.flatMap(({ trace_id, turns }) => {
      const next = turns[place];
      return next && next.at < walk.end ? [{ trace_id, ...next }] : [];
    });
    await Promise.all(
      said.map(({ trace_id, at, turn: [src, dst, kind, intent, payload] }) => {
        const from = members.get(didOf(src));
        if (!from) throw new Error(`${src} is not there yet.`);
        const event = { src_did: from.did, dst_did: dst && didOf(dst), kind, intent, payload, trace_id };
        return sendEvent(walk.as(from, at), SendEvent.parse(event), null);
      }),
    );
  }
}

function talkOf(walk: Walk, random: Random, turns: readonly Turn[], trace_id: string, began: Date): Talk {
  let at = began;
  return {
    trace_id,
    turns: turns.map((turn) => {
      at = walk.after(at, random.between(1, 40) / 60);
      return { turn, at };
    }),
  };
}

async function talk(walk: Walk, random: Random, daysAgo: number, members: Map<string, Member>): Promise<void> {
  const possible = CONVERSATIONS.filter((turns) => turns.every(([src]) => mayAct(members.get(didOf(src)), "T2")));
  if (possible.length === 0) return;
  const talks = Array.from({ length: random.count(TALKS * shareOf(walk, daysAgo)) }, () => {
    const turns = numbered(random.pick(possible), random.between(100, 999));
    return talkOf(walk, random, turns, traceId(random), walk.on(daysAgo, FIRST_HOUR + HOURS * random.next()));
  });
  await send(walk, talks, members);
}

function lease(walk: Walk, random: Random): Act {
  const at = walk.on(25, 13);
  const conversation = talkOf(walk, random, LEASE, DEMO_TRACE, at);
  return { at, run: async () => send(walk, [conversation], await readMembers(walk, at)) };
}

function anchors(walk: Walk, random: Random, daysAgo: number): Act[] {
  const frozen = DEMO_FREEZES.some((freeze) => freeze.subsystem === "memory" && freeze.daysAgo === daysAgo);
  if (frozen) return [];
  return Array.from({ length: random.count(ANCHORED * shareOf(walk, daysAgo)) }, () => {
    const [name, kind, payload] = random.pick(ANCHORS);
    const at = walk.on(daysAgo, FIRST_HOUR + HOURS * random.next());
    const scope = random.next() < 0.8 ? "PUBLIC" : "FEDERATION";
    const number = random.between(100, 999);
    const run = async () => {
      const ctx = await walk.agent(didOf(name), at);
      const { caller } = ctx;
      if (caller.kind !== "agent" || !tierAtLeast(caller.tier ?? "T0", "T3")) return;
      await anchorPayload(ctx, AnchorPayload.parse({ kind, scope, payload: numbered(payload, number) }));
    };
    return { at, run };
  });
}

/** What went through the relay, and what was anchored. */
export function messagesOf(walk: Walk, random: Random): Act[] {
  const days = Array.from({ length: DEMO_DAYS }, (_, daysAgo) => daysAgo);
  const traffic = days.map((daysAgo): Act => {
    const at = walk.on(daysAgo, daysAgo === 0 ? 0.02 : FIRST_HOUR);
    const run = async () => {
      const members = await readMembers(walk, at);
      await route(walk, random, daysAgo, members);
      await talk(walk, random, daysAgo, members);
    };
    return { at, run };
  });
  return [...traffic, lease(walk, random), ...days.flatMap((daysAgo) => anchors(walk, random, daysAgo))];
}
