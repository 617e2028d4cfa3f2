// Witnesses in a separate process, for the part guard: two of those in lib/features/witness/testing/foreign.ts.
import { ForeignWitness } from "@/lib/features/witness/testing/foreign";

const witnesses = [new ForeignWitness("one.bench", []), new ForeignWitness("two.bench", [])];

/** Verifier keys of logs that they witness from now on; the answer is how many checkpoints they cosigned so far. */
process.on("message", (vkeys: string[]) => {
  for (const vkey of vkeys) for (const witness of witnesses) witness.know(vkey);
  process.send?.(witnesses.map(({ cosigned }) => cosigned));
});
process.once("disconnect", () => process.exit(0));

const urls = await Promise.all(witnesses.map((witness) => witness.listen()));
process.send?.(witnesses.map(({ key }, at) => `${key.vkey} ${urls[at]}`).join(","));
