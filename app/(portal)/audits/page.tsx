import type { Metadata, ResolvingMetadata } from "next";
import { AgentViews } from "@/components/agents/agent-views";
import { AuditEntry } from "@/components/council/audit-entry";
import { DatabaseUnavailable, PageTitle } from "@/components/layout/page";
import { ChoiceNav, ListPages, type PlaceInList } from "@/components/ui/list";
import { getAuditsAtom, getAuditsJsonFeed, listAudits as listAuditsEndpoint } from "@/lib/features/council/contract";
import { type AuditFilters, AuditQuery } from "@/lib/features/council/schema";
import { readNamesIn } from "@/lib/features/council/service/agent-names";
import { getCouncilStatus, listAudits } from "@/lib/features/council/service/read";
import { auditPageTexts } from "@/lib/features/council/texts";
import { pathOf } from "@/lib/http/client";
import { USUAL_ROWS } from "@/lib/http/page";
import { addressWith, firstValues, readQuery } from "@/lib/http/page-address";
import { feedAlternates } from "@/lib/next/feed-links";
import { readForPage } from "@/lib/portal/read-for-page";

type Props = PageProps<"/audits">;

const queryOf = async (searchParams: Props["searchParams"]) =>
  readQuery(AuditQuery, { limit: USUAL_ROWS, ...firstValues(await searchParams) });

const feedsOf = (filters: AuditFilters) => ({
  atom: pathOf(getAuditsAtom, { query: filters }),
  json: pathOf(getAuditsJsonFeed, { query: filters }),
});

export async function generateMetadata({ searchParams }: Props, above: ResolvingMetadata): Promise<Metadata> {
  const { limit: _, offset: __, ...filters } = await queryOf(searchParams);
  return {
    title: auditPageTexts.title,
    description: auditPageTexts.lede,
    ...(await feedAlternates(above, { title: auditPageTexts.title, ...feedsOf(filters) })),
  };
}

const VERDICTS = [
  { verdict: undefined, name: "All" },
  { verdict: "pass", name: "Passed" },
  { verdict: "fail", name: "Failed" },
  { verdict: "pending", name: "Pending" },
] as const;

const addressOf = (filters: AuditFilters, place?: PlaceInList) => addressWith("/audits", { ...filters, ...place });

export default async function AuditsPage({ searchParams }: Props) {
  const query = await queryOf(searchParams);
  const read = await readForPage(async (ctx) => {
    const [list, { stats }] = await Promise.all([listAudits(ctx, query), getCouncilStatus(ctx)]);
    return { ...list, stats, names: await readNamesIn(ctx, list.audits) };
  }, "/audits");
  if (!read.ok) return <DatabaseUnavailable requestId={read.requestId} />;
  const { audits, total, limit: rows, stats, names } = read.value;
  const { limit, offset, ...filters } = query;
  const jsonPath = pathOf(listAuditsEndpoint, { query: { ...filters, limit, offset } });
  return (
    <>
      <AgentViews here="/audits" />
      <PageTitle title={auditPageTexts.title} jsonPath={jsonPath} feeds={feedsOf(filters)}>
        {`${auditPageTexts.lede} A completed audit changes the agent’s score and tier at once. Each audit is an entry of the council’s log, so nobody can change it unnoticed.`}
      </PageTitle>
      <dl className="mb-8 flex flex-wrap gap-x-12 gap-y-3 border-total border-y py-4">
        <Total name="on record" count={stats.total_audits} />
        <Total name="completed" count={stats.completed_audits} />
        <Total name="active agents of tier T1 or above" count={stats.verified_agents} />
      </dl>
      <div className="mb-2">
        <ChoiceNav
          label="Verdict"
          choices={VERDICTS.map(({ verdict, name }) => ({
            name,
            href: addressOf({ ...filters, verdict }),
            chosen: filters.verdict === verdict,
          }))}
        />
      </div>
      <InForce filters={filters} />
      {audits.length === 0 && <NothingHere filtered={total < stats.total_audits} past={offset > 0} />}
      {audits.length > 0 && (
        <ol className="border-total border-t">
          {audits.map((audit) => (
            <AuditEntry key={audit.id} audit={audit} names={names} />
          ))}
        </ol>
      )}
      <ListPages
        {...{ limit, offset, total }}
        rows={rows}
        usualLimit={USUAL_ROWS}
        href={(place) => addressOf(filters, place)}
      />
    </>
  );
}

function Total({ name, count }: { name: string; count: number }) {
  return (
    <div className="flex flex-col-reverse">
      <dt className="text-ink-2 text-sm">{name}</dt>
      <dd className="font-serif text-title-2 tabular-nums leading-none">{count.toLocaleString("en")}</dd>
    </div>
  );
}

function InForce({ filters: { did, auditor, ...others } }: { filters: AuditFilters }) {
  if (!did && !auditor) return null;
  return (
    <p className="mb-4 text-sm [overflow-wrap:anywhere]">
      {did && (
        <>
          Of <span className="font-mono text-xs">{did}</span>{" "}
        </>
      )}
      {auditor && (
        <>
          By <span className="font-mono text-xs">{auditor}</span>{" "}
        </>
      )}
      <a href={addressOf(others)} className="whitespace-nowrap">
        Show all audits
      </a>
    </p>
  );
}

function NothingHere({ filtered, past }: { filtered: boolean; past: boolean }) {
  return (
    <div className="border-total border-y py-12">
      <p className="font-medium font-serif text-title-3">
        {past ? "Page not found." : filtered ? auditPageTexts.none : "No audit yet."}
      </p>
      <p className="mt-2 text-ink-2 text-sm">
        {past || filtered ? (
          <a href="/audits">Show all audits</a>
        ) : (
          "An auditor of tier T4, or an operator, records an audit with POST /api/council/audit."
        )}
      </p>
    </div>
  );
}
