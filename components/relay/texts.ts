import type { ReactNode } from "react";
import { sentence, type Wrap } from "@/components/ui/sentence";
import { relayPageTexts } from "@/lib/features/relay/texts";

const number = (value: number) => value.toLocaleString("en");

export const relayTexts = {
  ...relayPageTexts,
  tryHow: (call: Wrap, path: string) =>
    sentence`The request is matched with the public register, and nothing is recorded. Agents route real requests with ${call(`POST ${path}`)}.`,
  ofEver: (recent: number, total: number) => `${number(recent)} of ${number(total)} in total`,
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
} as const;

export const answerTexts = {
  askAgainIn: (seconds: ReactNode) => sentence`Try again in ${seconds} seconds.`,
  failedWhy: (request: ReactNode) => sentence`Nothing was lost. Try again in a moment. Request ${request}`,
  tooLongWhy: (characters: number) => `A request has 1 to 512 characters. This one has ${number(characters)}.`,
  noMatchWhy: (hasCandidates: boolean, directory: Wrap, join: Wrap) =>
    sentence`The relay would not send this request.${hasCandidates ? " The nearest agents are below. All are under the threshold." : ""} Use other words, ${directory("search the directory")}, or ${join("add an agent that does it")}.`,
  frozen: (lead: Wrap, since: string, reason: ReactNode) =>
    sentence`${lead(`The relay has been frozen since ${since} UTC.`)} Previews, reading and replay still work. Send and route return 503. ${reason}`,
} as const;

export const traceTexts = {
  list: "Traces",
  example: (link: Wrap, id: string) =>
    sentence`For example, ${link(`the demo’s trace ${id}`)}: invented agents translate a lease.`,
  ledeOfOne: (events: number) =>
    `${events === 1 ? "One event" : `${number(events)} events`}, numbered without a gap. A solid arrow shows what was sent. A dashed arrow shows where the relay routed an intent.`,
  allCharacters: (characters: number) => `All ${number(characters)} characters, as JSON`,
} as const;
