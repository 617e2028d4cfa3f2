import { agents } from "@/lib/database/schema/agents";
import { AnchorPayload } from "@/lib/features/anchors/schema";
import { anchorPayload } from "@/lib/features/anchors/service/anchor";
import { SendEvent } from "@/lib/features/relay/schema";
import { routeIntent } from "@/lib/features/relay/service/route";
import { sendEvent } from "@/lib/features/relay/service/send";
import { type Tier, tierAtLeast } from "@/lib/identity/tiers";
import type { Random } from "./random";
import { DEMO_AGENTS, DEMO_DECISIONS, DEMO_TRACE, DEMO_TRAFFIC, didOf, type Turn } from "./tables";
import { DEMO_DAYS, type DemoAct, type DemoTimeline } from "./timeline";

/** The relative amount of traffic on each day of the week, Sunday first. */
const WEEK = [0.25, 1, 0.9, 1.1, 1, 0.8, 0.3];
/** The amount on the busiest day. */
const ROUTINGS = 5;
const TALKS = 4;
const ANCHORED = 1.6;
const FIRST_HOUR = 7;
const HOURS = 14;
/** The days on which Dutch was requested and no agent offered it, as days ago. */
const DUTCH_WINDOW = { from: 63, to: 57 };

interface Member {
  did: string;
  tier: Tier;
  status: string;
}

/** Returns the amount of traffic on a day: more on workdays, and increasing from month to month. */
function shareOf(timeline: DemoTimeline, daysAgo: number): number {
  const growth = 0.05 + 0.95 * (1 - daysAgo / DEMO_DAYS) ** 1.5;
  return (WEEK[timeline.on(daysAgo, 0).getUTCDay()] ?? 1) * growth;
}

/** Replaces each `#` in a text, or in a JSON object's texts. */
const numbered = <T>(said: T, number: number): T => JSON.parse(JSON.stringify(said).replaceAll("#", String(number)));

async function readMembers(timeline: DemoTimeline, at: Date): Promise<Map<string, Member>> {
  const { did, trustTier: tier, status } = agents;
  const rows = await timeline.system(at).db.select({ did, tier, status }).from(agents).orderBy(agents.registeredAt);
  return new Map(rows.map((row) => [row.did, row]));
}

const mayAct = (member: Member | undefined, needed: Tier) =>
  member !== undefined && member.status === "active" && tierAtLeast(member.tier, needed);

function intentOf(random: Random, daysAgo: number): string {
  if (daysAgo <= DUTCH_WINDOW.from && daysAgo > DUTCH_WINDOW.to && random.next() < 0.45)
    return random.pick(DEMO_TRAFFIC.dutch);
  const chance = random.next();
  if (chance < 0.11) return random.pick(DEMO_TRAFFIC.unanswered);
  if (chance < 0.5) return random.pick(DEMO_TRAFFIC.intents);
  return random.pick(random.pick(random.pick(DEMO_AGENTS).skills).examples);
}

/** Routes a day's intents one after the other, so that the stored duration of each is only its own. */
async function route(
  timeline: DemoTimeline,
  random: Random,
  daysAgo: number,
  members: Map<string, Member>,
): Promise<void> {
  const asking = [...members.values()].filter((member) => mayAct(member, "T1"));
  if (asking.length === 0) return;
  // The last two days have more traffic, so that the hourly statistics are not empty.
  const count = random.count(ROUTINGS * shareOf(timeline, daysAgo) * (daysAgo < 2 ? 2 : 1));
  for (let n = 0; n < count; n += 1) {
    const at = timeline.on(daysAgo, FIRST_HOUR + HOURS * random.next());
    const from = random.pick(asking);
    const sent = { src_did: from.did, intent: intentOf(random, daysAgo), trace_id: traceId(random), limit: undefined };
    if (at < timeline.end) await routeIntent(timeline.as(from, at), sent, null);
  }
}

const traceId = (random: Random) =>
  Array.from({ length: 4 }, () => random.between(0, 0xffffffff).toString(16).padStart(8, "0")).join("");

/** A conversation, and the times of its turns. */
interface Talk {
  trace_id: string;
  turns: { turn: Turn; at: Date }[];
}

/** Sends the first turns of all conversations together, then the second ones, and so on. */
async function send(timeline: DemoTimeline, talks: readonly Talk[], members: Map<string, Member>): Promise<void> {
  const longest = Math.max(0, ...talks.map(({ turns }) => turns.length));
  for (let place = 0; place < longest; place += 1) {
    const said = talks.flatMap(({ trace_id, turns }) => {
      const next = turns[place];
      return next && next.at < timeline.end ? [{ trace_id, ...next }] : [];
    });
    await Promise.all(
      said.map(({ trace_id, at, turn: { from, to, ...content } }) => {
        const sender = members.get(didOf(from));
        if (!sender) throw new Error(`${from} is not there yet.`);
        const event = { src_did: sender.did, dst_did: to && didOf(to), ...content, trace_id };
        return sendEvent(timeline.as(sender, at), SendEvent.parse(event), null);
      }),
    );
  }
}

function talkOf(timeline: DemoTimeline, random: Random, turns: readonly Turn[], trace_id: string, began: Date): Talk {
  let at = began;
  return {
    trace_id,
    turns: turns.map((turn) => {
      at = timeline.after(at, random.between(1, 40) / 60);
      return { turn, at };
    }),
  };
}

async function talk(
  timeline: DemoTimeline,
  random: Random,
  daysAgo: number,
  members: Map<string, Member>,
): Promise<void> {
  const possible = DEMO_TRAFFIC.conversations.filter((turns) =>
    turns.every(({ from }) => mayAct(members.get(didOf(from)), "T2")),
  );
  if (possible.length === 0) return;
  const talks = Array.from({ length: random.count(TALKS * shareOf(timeline, daysAgo)) }, () => {
    const turns = numbered(random.pick(possible), random.between(100, 999));
    return talkOf(timeline, random, turns, traceId(random), timeline.on(daysAgo, FIRST_HOUR + HOURS * random.next()));
  });
  await send(timeline, talks, members);
}

function lease(timeline: DemoTimeline, random: Random): DemoAct {
  const at = timeline.on(25, 13);
  const conversation = talkOf(timeline, random, DEMO_TRAFFIC.lease, DEMO_TRACE, at);
  return { at, run: async () => send(timeline, [conversation], await readMembers(timeline, at)) };
}

function anchors(timeline: DemoTimeline, random: Random, daysAgo: number): DemoAct[] {
  const frozen = DEMO_DECISIONS.freezes.some((freeze) => freeze.subsystem === "memory" && freeze.daysAgo === daysAgo);
  if (frozen) return [];
  return Array.from({ length: random.count(ANCHORED * shareOf(timeline, daysAgo)) }, () => {
    const { of, kind, payload } = random.pick(DEMO_TRAFFIC.anchors);
    const at = timeline.on(daysAgo, FIRST_HOUR + HOURS * random.next());
    const scope = random.next() < 0.8 ? "PUBLIC" : "FEDERATION";
    const number = random.between(100, 999);
    const run = async () => {
      const ctx = await timeline.agent(didOf(of), at);
      const { caller } = ctx;
      if (caller.kind !== "agent" || !tierAtLeast(caller.tier ?? "T0", "T3")) return;
      await anchorPayload(ctx, AnchorPayload.parse({ kind, scope, payload: numbered(payload, number) }));
    };
    return { at, run };
  });
}

/** Returns the traffic of the relay, and the anchors. */
export function messagesOf(timeline: DemoTimeline, random: Random): DemoAct[] {
  const days = Array.from({ length: DEMO_DAYS }, (_, daysAgo) => daysAgo);
  const traffic = days.map((daysAgo): DemoAct => {
    const at = timeline.on(daysAgo, daysAgo === 0 ? 0.02 : FIRST_HOUR);
    const run = async () => {
      const members = await readMembers(timeline, at);
      await route(timeline, random, daysAgo, members);
      await talk(timeline, random, daysAgo, members);
    };
    return { at, run };
  });
  return [...traffic, lease(timeline, random), ...days.flatMap((daysAgo) => anchors(timeline, random, daysAgo))];
}
