import { setTimeout as sleep } from "node:timers/promises";
import { SingleBar } from "cli-progress";
import type { Context } from "@/lib/authority/context";
import { countAgents } from "@/lib/features/agents/service/read";
import { reindexNext } from "@/lib/features/agents/service/reindex";
import { getEmbedder } from "@/lib/search/service/get-embedder";
import { drainOutbox } from "@/lib/search/service/outbox";
import { countPending, requeueSkills, vectorStoreOf } from "@/lib/search/service/store";
import { readHelpOnly, runCommand } from "./command";
import { type Engine, openEngine } from "./engine";

const USAGE = `Usage: npm run reindex

Makes anew what intents are routed by: the texts of every registered agent, and the vectors of every skill, by the
embedder that the settings name. Works beside a running server, whose routing goes on meanwhile, or without one. Ends
with 0 where all have their vectors, 1 where some wait or the database failed, 2 where the command is wrong.
`;
const WAIT_MILLISECONDS = 500;
/** Number of batches in a row without vectors, after which the embedder counts as unavailable. */
const MAX_FAILURES = 3;

async function countAll(ctx: Context): Promise<number> {
  const { members, listed } = await countAgents(ctx);
  return Object.values(members).reduce((sum, count) => sum + count, listed);
}

/** Reads every agent's texts again. @returns how many agents there are */
async function reindexTexts(engine: Engine, onAgent: (count: number) => void): Promise<number> {
  let count = 0;
  for (let after = ""; ; ) {
    const next = await engine.run((ctx) => reindexNext(ctx, after));
    if (!next) return count;
    after = next.last;
    count += next.count;
    onAgent(count);
  }
}

/** Embeds waiting skills; a server's worker may help. @returns how many still wait */
async function embedAll(engine: Engine, onSkill: (pending: number) => void): Promise<number> {
  let failures = 0;
  for (;;) {
    const { taken, stored } = await engine.run((ctx) => drainOutbox(ctx, getEmbedder()));
    const pending = await engine.run(({ db }) => countPending(db));
    onSkill(pending);
    failures = stored ? 0 : failures + (taken > 0 ? 1 : 0);
    if (pending === 0 || failures >= MAX_FAILURES) return pending;
    // The rest is with another worker, or waits after a failure.
    if (taken === 0) {
      if (failures > 0) return pending;
      await sleep(WAIT_MILLISECONDS);
    }
  }
}

async function reindex(): Promise<number> {
  const engine = await openEngine({ create: true });
  if (!engine) return 1;
  const bar = new SingleBar({ format: "{bar} {percentage}% | {value} of {total} {what} | {eta_formatted} left" });
  try {
    const embedder = getEmbedder();
    // The number of dimensions of a remote model is known from its first response.
    if (!embedder.builtIn) await embedder.embedIntent("How many dimensions?");
    const total = await engine.run(countAll);
    bar.start(total, 0, { what: "agents" });
    const agents = await reindexTexts(engine, (count) => bar.update(count));
    bar.update(total);
    bar.stop();
    if (!(await engine.run(async ({ db }) => vectorStoreOf(db)))) {
      process.stdout.write(`${agents} agents; this database has no pgvector, so they are found by their words alone\n`);
      return 0;
    }
    const skills = await engine.run((ctx) => requeueSkills(ctx, embedder));
    bar.start(skills, 0, { what: "skills" });
    const pending = await embedAll(engine, (left) => bar.update(Math.max(skills - left, 0)));
    bar.stop();
    process.stdout.write(`${agents} agents, ${skills} skills embedded by ${embedder.model}, ${pending} waiting\n`);
    if (pending > 0)
      process.stderr.write("The embedder does not answer as it should; a running server goes on trying.\n");
    return pending > 0 ? 1 : 0;
  } finally {
    bar.stop();
    await engine.close();
  }
}

runCommand({
  usage: USAGE,
  read: readHelpOnly,
  run: reindex,
});
