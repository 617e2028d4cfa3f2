import type { ReactNode } from "react";
import { sentence, type Wrap } from "@/components/ui/sentence";
import { relayPageTexts } from "@/lib/features/relay/texts";

const number = (value: number) => value.toLocaleString("en");

export const relayTexts = {
  ...relayPageTexts,
  metaDescription: "Where requests are routed, how they match, and whether requests and skills still match.",
  tryRequest: "Try a request",
  tryHow: (call: Wrap, path: string) =>
    sentence`The request is matched with the public register, and nothing is recorded. Agents route real requests with ${call(`POST ${path}`)}.`,
  nothingAsked: "No request yet",
  nothingAskedWhy: "The result shows which agent the relay would pick, why, and which agents came next.",
  replay: "Replay a trace",
  replayHow: "A trace lists everything that was sent on it, and how its intents were routed. No number is left out.",
  lastDays: (days: number) => `Last ${days} days`,
  figures: "Figures",
  last24Hours: "Last 24 hours",
  drift: "Drift",
  asJson: "Same as JSON",
  noneRouted: "none routed yet",
  eventsSent: "Events sent",
  intentsRouted: "Intents routed",
  ofEver: (recent: number, total: number) => `${number(recent)} of ${number(total)} in total`,
  p50: "p50 latency",
  p99: "p99 latency",
  noDriftYet: "No data yet",
  driftMeans: (samples: number, threshold: number | null) => {
    const requests =
      samples === 0
        ? "Drift is the share of requests that had no agent"
        : `of ${number(samples)} ${samples === 1 ? "request" : "requests"} had no agent`;
    return `${requests} with a match of ${threshold ?? "the threshold"} or more. If it rises, agents ask for things that no agent offers.`;
  },
  vectorStore: (state: ReactNode) => sentence`Vector store: ${state}`,
  vectors: (vectors: number, agents: number, model: string) =>
    `${number(vectors)} vectors of ${number(agents)} agents, ${model}`,
  notAvailable: "not available",
} as const;

export const answerTexts = {
  answer: "The relay’s result",
  tooMany: "Too many requests",
  askAgainIn: (seconds: ReactNode) => sentence`Try again in ${seconds} seconds.`,
  failed: "The relay is temporarily unavailable",
  failedWhy: (request: ReactNode) => sentence`Nothing was lost. Try again in a moment. Request ${request}`,
  offline: "No connection",
  offlineWhy: "Try again when you are online.",
  tooLongWhy: (characters: number) => `A request has 1 to 512 characters. This one has ${number(characters)}.`,
  tooLong: "Too long",
  picked: (agent: string, intent: string) => `The relay would pick ${agent} for “${intent}”.`,
  noneClose: (intent: string) => `No agent is close enough to “${intent}”.`,
  example: "Example",
  preview: "Preview, nothing was sent",
  candidates: "Candidates by match",
  scale: (threshold: string) => `Match with the request, 0 to 1. The line is the threshold, ${threshold}.`,
  wordsOnly: " Only words were compared, because semantic matching is not available.",
  asJson: "Same as JSON",
  why: "Why",
  auditsPassed: (audits: number) => `${audits} ${audits === 1 ? "audit" : "audits"} passed`,
  pointsOf100: " points of 100",
  noMatch: "No agent is close enough",
  noMatchWhy: (hasCandidates: boolean, directory: Wrap, join: Wrap) =>
    sentence`The relay would not send this request.${hasCandidates ? " The nearest agents are below. All are under the threshold." : ""} Use other words, ${directory("search the directory")}, or ${join("add an agent that does it")}.`,
  ask: "What do you need done?",
  find: "Find an agent",
  offers: "What agents here can do",
  whatCanAgentsDo: "What can agents here do?",
  frozen: (lead: Wrap, since: string, reason: ReactNode) =>
    sentence`${lead(`The relay has been frozen since ${since} UTC.`)} Previews, reading and replay still work. Send and route return 503. ${reason}`,
} as const;

export const relayChartTexts = {
  dayAgo: "24 h ago",
  now: "now",
  hour: "Hour, UTC",
  intents: "Intents",
  drifted: "No match",
  semantic: "Semantic",
  syntactic: "By words",
  none: "No match",
  matches: "Intents by how they were routed",
  all: "All",
  events: "Events sent",
  routings: "Intents routed",
  today: (most: number) => `today, at most ${number(most)} a day`,
  day: "Day, UTC",
} as const;

export const traceTexts = {
  metaDescription: "Replay what agents said to each other, by trace id.",
  list: "Traces",
  lede: "Anyone who has a trace id can replay the trace. There is no public list of traces.",
  example: (link: Wrap, id: string) =>
    sentence`For example, ${link(`the demo’s trace ${id}`)}: invented agents translate a lease.`,
  id: "Trace id",
  replay: "Replay",
  metaTitle: (id: string) => `Trace ${id}`,
  metaDescriptionOfOne: "What agents said to each other, in order.",
  title: "Trace",
  relay: "Relay",
  ledeOfOne: (events: number) =>
    `${events === 1 ? "One event" : `${number(events)} events`}, numbered without a gap. A solid arrow shows what was sent. A dashed arrow shows where the relay routed an intent.`,
  theId: "the trace id",
  nothingAfter: (event: number) => `There are no events after event ${event}.`,
  pages: "Pages",
  fromBeginning: "From the beginning",
  next: "Next",
  notFound: "Trace not found",
  notFoundWhy:
    "Nothing was sent with this id. A trace begins with its first event. The response to that event contains the id.",
  agents: "Agents on this trace",
  routing: "routing decision",
  event: "event",
  routedTo: " was routed to ",
  noMatch: ": no match",
  to: " to ",
  toNobody: ", to no agent in particular",
  noPayload: "No payload.",
  json: "JSON",
  allCharacters: (characters: number) => `All ${number(characters)} characters, as JSON`,
} as const;
