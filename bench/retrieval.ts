import { lendEngines } from "@/lib/database/testing/engines";
import { type Figures, figuresOf, scoreAll } from "./retrieval-figures";
import { lexicalRank } from "./retrieval-lexical";
import { readQuestions } from "./retrieval-questions";
import { serviceRank } from "./retrieval-service";
import { readServers } from "./routing-questions";

/** Prints how well the frozen questions are answered, on validation; with `--test` on the test questions. */
async function main() {
  const split = process.argv.includes("--test") ? "test" : "validation";
  const questions = readQuestions().filter((question) => question.split === split);
  // One line of the list is an empty record.
  const servers = (await readServers()).filter(({ name }) => name !== "");
  const lexical = figuresOf(await scoreAll(questions, lexicalRank(servers)));
  console.log(`${questions.length} questions of ${split}, ${servers.length} servers, means with 95 % intervals\n`);
  console.log("| ranked by | recall@1 | recall@5 | found@5 | MRR |\n|---|---:|---:|---:|---:|");
  console.log(rowOf("words alone (BM25)", lexical));
  const service = await serviceRank(servers);
  console.log(rowOf("the service's search", figuresOf(await scoreAll(questions, service.rank))));
  await service.close();
}

function rowOf(name: string, { recallAt1, recallAt5, foundAt5, reciprocalRank }: Figures): string {
  const cells = [recallAt1, recallAt5, foundAt5, reciprocalRank].map(
    ({ mean, low, high }) => `${mean.toFixed(3)} (${low.toFixed(3)} to ${high.toFixed(3)})`,
  );
  return `| ${[name, ...cells].join(" | ")} |`;
}

const endEngines = await lendEngines([]);
await main();
await endEngines();
