import { parseUrl } from "@/lib/foundation/parse-url";
import { reasonOf } from "@/lib/foundation/reason";
import { printable } from "@/lib/interop/sources/lists/report";
import { kindOfAddress } from "@/lib/interop/sources/rules";
import { AddSource } from "@/lib/interop/sources/schema";
import { runDueSource, runSource } from "@/lib/interop/sources/service/run-source";
import { addSource, decideSource, listSources } from "@/lib/interop/sources/service/sources";
import { describeRun } from "@/lib/interop/sources/view";
import { fetchExternal } from "@/lib/outgoing/request";
import { type Engine, openEngine } from "../engine";

/** The lists to follow; if empty, the followed lists that are due. */
export type Following = AddSource[];

/** Parses the lists to follow. @throws Error with a sentence for the user */
export function readFollowing(
  addresses: readonly string[],
  given: { kind?: string | undefined; every?: string | undefined; members?: boolean | undefined },
): Following {
  return addresses.map((address) => {
    if (parseUrl(address) === null) throw new Error(`${address} is no address.`);
    const kind = given.kind ?? kindOfAddress(address);
    if (kind === undefined) throw new Error(`Say by --kind what ${address} is.`);
    const parsed = AddSource.safeParse({ kind, address, every_minutes: given.every, members: given.members });
    if (!parsed.success) throw new Error(`${address}: ${reasonOf(parsed.error)}`);
    return parsed.data;
  });
}

async function fetchOne(engine: Engine, wanted: AddSource): Promise<boolean> {
  const { href } = new URL(wanted.address);
  return engine.run(async (ctx) => {
    const known = (await listSources(ctx)).find(({ address }) => address === href);
    const { id } = known ?? (await addSource(ctx, wanted));
    const run = await runSource(ctx, id, fetchExternal);
    const words = run ? [describeRun(run), ...run.refusals] : ["It is paused, is being fetched, or asks a question."];
    // Most often the address is mistyped. A list that has worked before stays.
    if (!known && run?.failed !== undefined) {
      await decideSource(ctx, { id, action: "remove" });
      words.push("It is not followed. Correct the address, or try again later.");
    }
    process.stdout.write(`${[href, ...words].map(printable).join("\n  ")}\n`);
    return run !== null && run.failed === undefined;
  });
}

/** Follows lists, fetches them now, and prints the result. @returns the exit code */
export async function followNow(following: Following): Promise<number> {
  const engine = await openEngine({ create: true });
  if (!engine) return 1;
  try {
    let isWell = true;
    for (const wanted of following) isWell = (await fetchOne(engine, wanted)) && isWell;
    if (following.length === 0) {
      let fetched = 0;
      while (await engine.run((ctx) => runDueSource(ctx.db, fetchExternal))) fetched += 1;
      process.stdout.write(`${fetched} fetched\n`);
    }
    return isWell ? 0 : 1;
  } finally {
    await engine.close();
  }
}
