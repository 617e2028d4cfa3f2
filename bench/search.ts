// Measures routes, search and the encoder: npm run bench:search -- retrieval routing cost encoder (bench/README.md)
import { parseArgs } from "node:util";
import { lendEngines } from "@/lib/database/testing/engines";
import { chooseNames } from "./report";
import { cost } from "./search/cost";
import { encoder } from "./search/encoder";
import { retrieval } from "./search/retrieval";
import { chooseThreshold, routing } from "./search/routing";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { test: { type: "boolean" }, choose: { type: "boolean" } },
});
const PARTS = {
  retrieval: () => retrieval(values.test ? "test" : "validation"),
  routing: values.choose ? chooseThreshold : routing,
  cost,
  encoder,
};

// The encoder is first, because the memory of the others would count as its own.
const endEngines = await lendEngines([]);
for (const name of chooseNames(["encoder", "retrieval", "routing", "cost"] as const, positionals)) await PARTS[name]();
await endEngines();
process.exit(0);
