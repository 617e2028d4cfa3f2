import { eq, sql } from "drizzle-orm";
import { authorizeActor } from "@/lib/authority/authorize-actor";
import type { Context } from "@/lib/authority/context";
import { agents } from "@/lib/database/schema/agents";
import { agentDomains } from "@/lib/database/schema/domains";
import { keyIsProven } from "@/lib/features/trust/rules";
import { lockAssessed } from "@/lib/features/trust/service/events";
import { conflict, found, notFound } from "@/lib/foundation/errors";
import { actorName, authorizeLocked } from "@/lib/identity/permissions";
import { outgoingOwner } from "@/lib/outgoing/owner";
import { places } from "@/lib/outgoing/places";
import { type DomainTerms, MAX_DOMAINS, publishFor } from "../rules";
import type { DomainMethod, DomainProof, ProveDomain } from "../schema";
import { type CheckHost, checkHost } from "./check-host";
import { CHECK_MILLISECONDS } from "./recheck";
import { countHosts, recordDomainAct } from "./store";
import { termsOf } from "./terms";

const TOO_MANY = `An agent may prove at most ${MAX_DOMAINS} hosts. Give one up first.`;

/**
 * Returns what a host must publish, looks for it, and records the proof if it is there. Nothing else is stored. An
 * existing proof stays even if it is not found now: only the daily checks end it.
 * @throws ServiceError `notFound`; `conflict` if no key is proven, or the agent has its maximum of hosts;
 * `rateLimited`, `overloaded`
 */
export async function proveDomain(
  ctx: Context,
  { did, host }: ProveDomain & { did: string },
  look: CheckHost = checkHost,
): Promise<DomainProof> {
  await authorizeActor(ctx, "agent.prove_domain", did);
  const { publicKey, provenKey, domains } = agents;
  const [agent] = await ctx.db
    .select({ did: agents.did, publicKey, provenKey, domains })
    .from(agents)
    .where(eq(agents.did, did));
  if (!agent) throw notFound();
  if (!keyIsProven(agent)) {
    throw conflict(
      "No key is proven. The proof of a domain names the key, so prove the key first, with `/key/challenge` and `/key/proof`.",
    );
  }
  const { isOwn, hosts } = await countHosts(ctx.db, did, host);
  if (!isOwn && hosts >= MAX_DOMAINS) throw conflict(TOO_MANY);
  const terms = await termsOf(ctx.db, agent, host);
  const owner = await outgoingOwner(ctx.db, actorName(ctx.caller));
  const work = { kind: "domain", owner, subject: did, hosts: [host] } as const;
  const finding = await places.within(work, ctx.clock(), () => look(terms));
  const said = { did, host, publish: publishFor(terms) };
  if (finding.method === null) return { ...said, proven: false, problems: finding.problems, domains: agent.domains };
  return { ...said, proven: true, method: finding.method, domains: await storeProof(ctx, terms, finding.method) };
}

/** Stores a proof for the key that the check was for. @returns all hosts of the agent */
async function storeProof(ctx: Context, terms: DomainTerms, method: DomainMethod): Promise<string[]> {
  const { did, host, publicKey, thumbprint } = terms;
  const at = ctx.clock();
  return ctx.db.transaction(async (tx) => {
    const row = found(await lockAssessed(tx, did));
    authorizeLocked(ctx.caller, "agent.prove_domain", row);
    if (!keyIsProven(row) || row.provenKey !== publicKey) {
      throw conflict("The proof of the key ended in the meantime. Prove the present key, and publish its thumbprint.");
    }
    const seen = {
      method,
      checkedAt: at,
      failedDays: 0,
      problem: "",
      dueAt: new Date(at.getTime() + CHECK_MILLISECONDS),
    };
    const [stored] = await tx
      .insert(agentDomains)
      .values({ did, host, provenAt: at, ...seen })
      .onConflictDoUpdate({ target: [agentDomains.did, agentDomains.host], set: seen })
      .returning({ isNew: sql<boolean>`xmax = 0` });
    if (!stored?.isNew) return row.domains;
    if ((await countHosts(tx, did, host)).hosts > MAX_DOMAINS) throw conflict(TOO_MANY);
    const details = { host, method, key: thumbprint };
    const act = { kind: "domain.proven", actor: actorName(ctx.caller), details, at } as const;
    return (await recordDomainAct(tx, row, act)).domains;
  });
}
