// Measures routes, search and the encoder: npm run bench:search -- ranking meaning ranking-cost routing cost
// encoder topics similar (bench/README.md). The part fit writes lib/search/ranking/weights.json.
import { parseArgs } from "node:util";
import { lendEngines } from "@/lib/database/testing/engines";
import { chooseNames } from "./report";
import { cost } from "./search/cost";
import { encoder } from "./search/encoder";
import { fit, meaning, ranking } from "./search/ranking";
import { rankingCost } from "./search/ranking-cost";
import { chooseThreshold, routing } from "./search/routing";
import { similar } from "./search/similar";
import { topics } from "./search/topics";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { choose: { type: "boolean" } },
});
const PARTS = {
  routing: values.choose ? chooseThreshold : routing,
  cost,
  encoder,
  ranking,
  meaning,
  "ranking-cost": rankingCost,
  similar,
  topics,
  fit,
};
/** All but `fit`, which changes the weights of the product. */
const DEFAULT = ["encoder", "routing", "cost", "ranking", "meaning", "ranking-cost", "topics", "similar"] as const;

// The encoder is first, because the memory of the others would count as its own.
const endEngines = await lendEngines([]);
const chosen = positionals.length === 0 ? DEFAULT : chooseNames([...DEFAULT, "fit"] as const, positionals);
for (const name of chosen) await PARTS[name]();
await endEngines();
process.exit(0);
