import { setTimeout as sleep } from "node:timers/promises";
import { startTwoFederations, type TwoFederations } from "@/e2e/http/two-federations";
import { ROUNDS } from "../measure";
import type { Part } from "../part";
import { quantile } from "../rounds";

const AGENTS = 100;
const LOOK_MILLISECONDS = 250;
const LONGEST_PAUSE_MILLISECONDS = 15_000;
const didOf = (at: number) => `did:mcp:default:com.example:tool-${at}`;

/** Waits until an agent has a status at the follower. @returns the seconds it took */
async function secondsUntil({ ours }: TwoFederations, at: number, status: string): Promise<number> {
  const began = performance.now();
  while ((await ours.ask(`/api/agents/${didOf(at)}`)).json().status !== status) await sleep(LOOK_MILLISECONDS);
  return (performance.now() - began) / 1_000;
}

/** The time until a suspension or a withdrawal reaches a federation that follows. */
export const following: Part = async ({ add }) => {
  const servers = Array.from({ length: AGENTS }, (_, at) => ({
    name: `com.example/tool-${at}`,
    description: `Tool number ${at}.`,
    version: "1.0.0",
    remotes: [{ type: "streamable-http", url: `https://tools.example.com/${at}` }],
  }));
  const both = await startTwoFederations(servers, { RATE_LIMIT_REQUESTS: "1000000" });
  const moves = {
    suspension: (did: string) =>
      both.theirs.ask(`/api/agent/${did}/status`, { status: "suspended", reason: "Measured." }),
    withdrawal: (did: string) => both.theirs.ask(`/api/agent/${did}/withdraw`, {}),
  };
  try {
    await both.ours.ask("/api/sources", { kind: "mcp-registry", address: both.theirs.outside.address });
    await secondsUntil(both, AGENTS - 1, "active");
    let at = 0;
    for (const [name, move] of Object.entries(moves)) {
      const seconds: number[] = [];
      for (let round = 0; round < ROUNDS; round += 1, at += 1) {
        // At a random moment between two polls.
        await sleep(Math.random() * LONGEST_PAUSE_MILLISECONDS);
        const { status } = await move(didOf(at));
        if (status !== 200) throw new Error(`The response to the ${name} was ${status}.`);
        seconds.push(await secondsUntil(both, at, "withdrawn"));
      }
      add(`${name}: p50, s`, undefined, quantile(seconds, 0.5));
      add(`${name}: longest, s`, { most: 60 }, Math.max(...seconds));
    }
  } finally {
    await both.stop();
  }
};
