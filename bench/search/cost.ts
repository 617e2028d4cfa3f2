import { previewRoute } from "@/lib/features/relay/service/route";
import type { Embedder } from "@/lib/search/embedder";
import { Encoder } from "@/lib/search/encoder/encoder";
import { HybridEmbedder } from "@/lib/search/hybrid";
import { lexicalEmbedder } from "@/lib/search/lexical";
import { setEmbedder } from "@/lib/search/service/get-embedder";
import { processorMilliseconds } from "../measure";
import { quantile } from "../rounds";
import { openFederation, registerOffers } from "./federation";
import { clincOf, readClinc } from "./routing-questions";

const EXAMPLES = 100;
const ROUTES = 300;

/**
 * Compares the cost of a route by words and meanings with one by words alone, as processor time of service, engine and
 * encoder.
 */
export async function cost(): Promise<void> {
  const { offers, test } = clincOf(await readClinc(), EXAMPLES);
  const federate = async (embedder: Embedder) => {
    const federation = await openFederation(embedder);
    await registerOffers(federation, offers);
    return federation.ctx;
  };
  const hybrid = new HybridEmbedder(new Encoder({ waitMilliseconds: 30_000 }), 30_000);
  setEmbedder(hybrid);
  const contexts = [await federate(lexicalEmbedder), await federate(hybrid)];
  const spent = contexts.map((): number[] => []);
  for (const { intent } of test.filter((_, n) => n % Math.floor(test.length / ROUTES) === 0)) {
    for (const [at, ctx] of contexts.entries()) {
      spent[at]?.push(await processorMilliseconds(() => previewRoute(ctx, { intent })));
    }
  }
  // The first ones fill memory.
  const counted = spent.map((each) => each.slice(Math.floor(each.length / 5)));
  const [words = Number.NaN, both = Number.NaN] = counted.map((each) => quantile(each, 0.5));
  process.stdout.write(
    `${counted[0]?.length} routes by turns, processor time p50: words ${words.toFixed(1)} ms, words and meanings ${both.toFixed(1)} ms, ratio ${(both / words).toFixed(2)}\n`,
  );
}
