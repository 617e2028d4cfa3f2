import type { Metadata, ResolvingMetadata } from "next";
import { ActRecord } from "@/components/council/act-record";
import { councilTexts } from "@/components/council/texts";
import { DatabaseUnavailable, PageTitle } from "@/components/layout/page";
import { BUTTON } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import { FormSelect } from "@/components/ui/form";
import { EmptyList } from "@/components/ui/list";
import { groupLabel } from "@/lib/features/council/act-words";
import * as contract from "@/lib/features/council/contract";
import { ActGroup, type PublicActFilters, PublicActQuery } from "@/lib/features/council/schema";
import { readNamesIn } from "@/lib/features/council/service/agent-names";
import { listPublicActs } from "@/lib/features/council/service/public-acts";
import { USUAL_ROWS } from "@/lib/http/page";
import { addressWith, firstValues, readQuery } from "@/lib/http/page-address";
import { feedAlternates } from "@/lib/next/feed-links";
import { readForPage } from "@/lib/portal/read-for-page";

type Props = PageProps<"/council">;

const PLACE = "/council";

const queryOf = async (searchParams: Props["searchParams"]) =>
  readQuery(PublicActQuery, { limit: USUAL_ROWS, ...firstValues(await searchParams) });

/** Returns the filters as they are written in addresses. */
const asked = ({ kind, subject, actor, from, to }: PublicActFilters) => ({
  ...{ kind, subject, actor },
  from: from?.toISOString(),
  to: to?.toISOString(),
});

const feedsOf = (filters: PublicActFilters) => ({
  atom: addressWith(contract.getCouncilAtom.path, asked(filters)),
  json: addressWith(contract.getCouncilJsonFeed.path, asked(filters)),
});

export async function generateMetadata({ searchParams }: Props, above: ResolvingMetadata): Promise<Metadata> {
  const filters = await queryOf(searchParams);
  return {
    title: councilTexts.title,
    description: councilTexts.metaDescription,
    ...(await feedAlternates(above, { title: councilTexts.title, ...feedsOf(filters) })),
  };
}

const KINDS = [
  { value: "", name: "All" },
  ...ActGroup.options.map((value) => ({ value: String(value), name: groupLabel(value) })),
];

const day = (instant: Date | undefined) => instant?.toISOString().slice(0, 10) ?? "";

export default async function CouncilPage({ searchParams }: Props) {
  const query = await queryOf(searchParams);
  const read = await readForPage(async (ctx) => {
    const list = await listPublicActs(ctx, query);
    return { ...list, names: await readNamesIn(ctx, list.acts) };
  }, PLACE);
  if (!read.ok) return <DatabaseUnavailable requestId={read.requestId} />;
  const { acts, next_cursor, names } = read.value;
  const filters = asked(query);
  return (
    <>
      <PageTitle
        title={councilTexts.title}
        jsonPath={addressWith(contract.listPublicActs.path, filters)}
        feeds={feedsOf(query)}
      >
        {councilTexts.lede}
      </PageTitle>
      <form
        action={PLACE}
        className="mb-6 grid items-end gap-x-4 gap-y-3 sm:grid-cols-2 lg:grid-cols-[12rem_1fr_10rem_10rem_auto_auto]"
      >
        <FormSelect label="Kind" name="kind" options={KINDS} value={query.kind ?? ""} />
        <TextField
          label="About"
          name="subject"
          value={query.subject ?? ""}
          placeholder="A DID, incident:4, rfc-0012…"
        />
        <TextField label="From (start of day)" name="from" value={day(query.from)} placeholder="2026-11-01" />
        <TextField label="Until (start of day)" name="to" value={day(query.to)} placeholder="2026-11-30" />
        <button type="submit" className={BUTTON.solid}>
          Find
        </button>
        <a href={PLACE} className="inline-flex min-h-11 items-center text-sm">
          Show all
        </a>
      </form>
      {acts.length === 0 ? (
        <EmptyList title="No act matches." />
      ) : (
        <ol className="border-total border-t">
          {acts.map((act) => (
            <ActRecord key={act.id} act={act} names={names} />
          ))}
        </ol>
      )}
      <nav aria-label="Pages" className="mt-4 flex flex-wrap gap-x-6 text-sm">
        {query.cursor != null && (
          <a href={addressWith(PLACE, filters)} className="inline-flex min-h-11 items-center">
            Newest
          </a>
        )}
        {next_cursor !== undefined && (
          <a
            href={addressWith(PLACE, { ...filters, cursor: next_cursor })}
            className="inline-flex min-h-11 items-center"
          >
            Older
          </a>
        )}
      </nav>
      <p className="mt-6 max-w-[72ch] text-ink-2 text-sm">{councilTexts.note}</p>
      <p className="mt-2 text-sm">
        <a href="/log">Keys, tiles, and how to audit this log</a>
      </p>
    </>
  );
}
