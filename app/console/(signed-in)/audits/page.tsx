import { randomUUID } from "node:crypto";
import type { Metadata } from "next";
import { AuditEntry } from "@/components/council/audit-entry";
import { AuditForm } from "@/components/council/audit-form";
import { DatabaseUnavailable, PageTitle } from "@/components/layout/page";
import { EmptyList } from "@/components/ui/list";
import { Section } from "@/components/ui/section";
import { readNamesIn } from "@/lib/features/council/service/agent-names";
import { listAudits } from "@/lib/features/council/service/read";
import { listDirectory } from "@/lib/features/directory/service/list";
import { firstValues } from "@/lib/http/page-address";
import { readForConsole } from "@/lib/next/read-for-console";
import { Permitted } from "../permitted";
import { record } from "./actions";

export const metadata: Metadata = { title: "Record an audit" };

const AUDITS_SHOWN = 5;
/** The suggested agents, those with the highest scores. Any other DID can be typed. */
const AGENTS_OFFERED = 500;

export default async function AuditsPage({ searchParams }: PageProps<"/console/audits">) {
  const { did = "" } = firstValues(await searchParams);
  const read = await readForConsole(async (ctx) => {
    const [{ audits }, { agents }] = await Promise.all([
      listAudits(ctx, { ...(did ? { did } : {}), limit: AUDITS_SHOWN, offset: 0 }),
      listDirectory(ctx, { limit: AGENTS_OFFERED, offset: 0 }),
    ]);
    return {
      audits,
      names: await readNamesIn(ctx, audits),
      agents: agents.map(({ did: value, name }) => ({ value, name })),
    };
  }, "/console/audits");
  if (!read.ok) return <DatabaseUnavailable requestId={read.requestId} />;
  const { audits, names, agents } = read.value;
  return (
    <>
      <PageTitle title="Record an audit">
        You record a public audit in your name. A verdict changes the agent’s score and tier at once. You cannot change
        it. A later audit can outweigh it, and an operator can set it aside.
      </PageTitle>
      <Permitted to="council.audit">
        <AuditForm action={record} did={did} agents={agents} idempotencyKey={randomUUID()} />
      </Permitted>
      <div className="mt-10">
        <Section title={did ? "Its last audits" : "The last audits"} aside={<a href="/audits">All audits</a>}>
          {audits.length === 0 && <EmptyList title="No audit yet." />}
          <ol>
            {audits.map((audit) => (
              <AuditEntry key={audit.id} audit={audit} names={names} />
            ))}
          </ol>
        </Section>
      </div>
    </>
  );
}
