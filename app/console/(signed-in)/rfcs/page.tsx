import type { Metadata } from "next";
import { DatabaseUnavailable, PageTitle } from "@/components/layout/page";
import { RfcRegister } from "@/components/rfcs/register";
import { Section } from "@/components/ui/section";
import type { RfcStatus } from "@/lib/features/rfcs/schema";
import { listRfcs } from "@/lib/features/rfcs/service/read";
import { readForConsole } from "@/lib/next/read-for-console";

export const metadata: Metadata = { title: "RFCs" };

const GROUPS: { title: string; statuses: RfcStatus[] }[] = [
  { title: "Proposed", statuses: ["DRAFT"] },
  { title: "In force, and open to review", statuses: ["ACTIVE"] },
  { title: "Closed", statuses: ["FROZEN", "SUPERSEDED"] },
];

export default async function RfcsPage() {
  const read = await readForConsole((ctx) => listRfcs(ctx, {}), "/console/rfcs");
  if (!read.ok) return <DatabaseUnavailable requestId={read.requestId} />;
  const { rfcs } = read.value;
  return (
    <>
      <PageTitle title="RFCs">
        Reviewers advise, an operator decides. The process is <a href="/rfcs/1">RFC 1</a>.
      </PageTitle>
      {GROUPS.map(({ title, statuses }) => {
        const group = rfcs.filter(({ status }) => statuses.includes(status));
        return (
          <Section key={title} title={title} aside={<span className="text-ink-2 tabular-nums">{group.length}</span>}>
            {group.length === 0 ? (
              <p className="py-4 text-ink-2 text-sm">None.</p>
            ) : (
              <RfcRegister rfcs={group} pages="/console/rfcs" />
            )}
          </Section>
        );
      })}
    </>
  );
}
