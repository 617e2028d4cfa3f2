// Measures the time until a suspension or a withdrawal reaches a following federation: npm run bench:following
// (bench/README.md)
import { setTimeout as sleep } from "node:timers/promises";
import { startTwoFederations, type TwoFederations } from "../e2e/http/two-federations";
import { fixed } from "./report";
import { quantile } from "./rounds";

const ROUNDS = Number(process.env["ROUNDS"] ?? 10);
const AGENTS = 100;
const LOOK_MILLISECONDS = 250;
const GOAL_SECONDS = 60;
const didOf = (at: number) => `did:mcp:default:com.example:tool-${at}`;

/** Waits until an agent has a status at the follower. @returns the seconds it took */
async function secondsUntil({ ours }: TwoFederations, at: number, status: string): Promise<number> {
  const began = performance.now();
  for (;;) {
    const here = (await ours.ask(`/api/agents/${didOf(at)}`)).json();
    if (here.status === status) return (performance.now() - began) / 1_000;
    await sleep(LOOK_MILLISECONDS);
  }
}

async function main(): Promise<void> {
  const { DATABASE_URL } = process.env;
  if (DATABASE_URL !== undefined) process.env["TEST_DATABASE_URL"] = DATABASE_URL;
  const servers = Array.from({ length: AGENTS }, (_, at) => ({
    name: `com.example/tool-${at}`,
    description: `Tool number ${at}.`,
    version: "1.0.0",
    remotes: [{ type: "streamable-http", url: `https://tools.example.com/${at}` }],
  }));
  const both = await startTwoFederations(servers, { RATE_LIMIT_REQUESTS: "1000000" });
  try {
    await both.ours.ask("/api/sources", { kind: "mcp-registry", address: both.theirs.outside.address });
    await secondsUntil(both, AGENTS - 1, "active");
    const moves = {
      suspension: (at: number) =>
        both.theirs.ask(`/api/agent/${didOf(at)}/status`, { status: "suspended", reason: "Measured." }),
      withdrawal: (at: number) => both.theirs.ask(`/api/agent/${didOf(at)}/withdraw`, {}),
    };
    const seconds: Record<keyof typeof moves, number[]> = { suspension: [], withdrawal: [] };
    let at = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const name of ["suspension", "withdrawal"] as const) {
        // At a random moment between two polls.
        await sleep(Math.random() * 15_000);
        const { status } = await moves[name](at);
        if (status !== 200) throw new Error(`The response to the ${name} was ${status}.`);
        seconds[name].push(await secondsUntil(both, at, "withdrawn"));
        at += 1;
      }
    }
    process.stdout.write("| what | goal | p50 | longest | rounds |\n|---|---:|---:|---:|---:|\n");
    for (const [name, all] of Object.entries(seconds)) {
      const cells = [quantile(all, 0.5), Math.max(...all)].map((value) => `${fixed(value)} s`);
      process.stdout.write(`| ${name} | < ${GOAL_SECONDS} s | ${cells.join(" | ")} | ${all.length} |\n`);
    }
  } finally {
    await both.stop();
  }
}

await main();
