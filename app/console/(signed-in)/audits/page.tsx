import { randomUUID } from "node:crypto";
import type { Metadata } from "next";
import { AuditEntry } from "@/components/council/audit-entry";
import { AuditForm } from "@/components/council/audit-form";
import { PageTitle, RegisterSilent } from "@/components/layout/page";
import { EmptyList } from "@/components/ui/list";
import { Section } from "@/components/ui/section";
import { listDirectory } from "@/lib/agents/service/read";
import { listAudits } from "@/lib/council/service/read";
import { firstValues } from "@/lib/http/page-address";
import { readForConsole } from "@/lib/next/read-for-console";
import { record } from "./actions";

export const metadata: Metadata = { title: "Record an audit" };

const AUDITS_SHOWN = 5;
/** The best by score; any other DID can be typed. */
const AGENTS_OFFERED = 500;

export default async function AuditsPage({ searchParams }: PageProps<"/console/audits">) {
  const { did = "" } = firstValues(await searchParams);
  const read = await readForConsole(async (ctx) => {
    const [{ audits }, { agents }] = await Promise.all([
      listAudits(ctx, { ...(did ? { did } : {}), limit: AUDITS_SHOWN, offset: 0 }),
      listDirectory(ctx, { limit: AGENTS_OFFERED, offset: 0 }),
    ]);
    return { audits, agents: agents.map(({ did: value, name }) => ({ value, name })) };
  }, "/console/audits");
  if (!read.ok) return <RegisterSilent requestId={read.requestId} />;
  const { audits, agents } = read.value;
  return (
    <>
      <PageTitle title="Record an audit">
        In your name, for everyone to read. With a verdict it changes the agent’s standing at once, and nobody can take
        it back; a later audit can outweigh it.
      </PageTitle>
      <AuditForm action={record} did={did} agents={agents} idempotencyKey={randomUUID()} />
      <div className="mt-10">
        <Section title={did ? "Its last audits" : "The last audits"} aside={<a href="/audits">All audits</a>}>
          {audits.length === 0 && <EmptyList title="No audit is on record yet." />}
          <ol>
            {audits.map((audit) => (
              <AuditEntry key={audit.id} audit={audit} />
            ))}
          </ol>
        </Section>
      </div>
    </>
  );
}
