import { registrationOf } from "@/lib/features/agents/manifests/recognise";
import { importAgent } from "@/lib/features/agents/service/import";
import { AgentSearchQuery } from "@/lib/features/directory/search-schema";
import { searchAgents } from "@/lib/features/directory/service/search-agents";
import { openFederation } from "./federation";
import { figuresOf, type Rank, scoreAll } from "./retrieval-figures";
import { lexicalRank } from "./retrieval-lexical";
import { readQuestions, type Split } from "./retrieval-questions";
import { readServers, type Server } from "./routing-questions";

/** Enough for every figure. */
const RANKED = 50;

/**
 * Imports the servers into a new database by the service's own verbs, and ranks them by its own search.
 * @throws Error where a server is not imported
 */
async function serviceRank(servers: readonly Server[]): Promise<{ rank: Rank; close: () => Promise<void> }> {
  const { ctx, index, close } = await openFederation();
  const slugs = new Map<string, string>();
  for (const server of servers) {
    const record = registrationOf(server);
    if (!record) throw new Error(`${server.slug} is of no known kind.`);
    await importAgent(ctx, record.input, { kind: record.kind, bytes: Buffer.from(JSON.stringify(server)) });
    slugs.set(record.input.did, server.slug);
  }
  await index();
  const rank = async (question: string) => {
    const { agents } = await searchAgents(ctx, AgentSearchQuery.parse({ q: question, limit: RANKED }));
    return agents.map(({ did }) => slugs.get(did) ?? did);
  };
  return { rank, close };
}

/** Prints how well the frozen questions of a split are answered. */
export async function retrieval(split: Split): Promise<void> {
  const questions = readQuestions().filter((question) => question.split === split);
  // One line of the list is an empty record.
  const servers = (await readServers()).filter(({ name }) => name !== "");
  console.log(`${questions.length} questions of ${split}, ${servers.length} servers, means with 95 % intervals\n`);
  console.log("| ranked by | recall@1 | recall@5 | found@5 | MRR |\n|---|---:|---:|---:|---:|");
  const print = async (name: string, rank: Rank) => {
    const { recallAt1, recallAt5, foundAt5, reciprocalRank } = figuresOf(await scoreAll(questions, rank));
    const cells = [recallAt1, recallAt5, foundAt5, reciprocalRank].map(
      ({ mean, low, high }) => `${mean.toFixed(3)} (${low.toFixed(3)} to ${high.toFixed(3)})`,
    );
    console.log(`| ${[name, ...cells].join(" | ")} |`);
  };
  await print("words alone (BM25)", lexicalRank(servers));
  const service = await serviceRank(servers);
  await print("the service's search", service.rank);
  await service.close();
}
