import { headers } from "next/headers";
import { LookUpForm } from "@/components/agents/look-up-form";
import { TierTable } from "@/components/agents/tier-table";
import { ZoneTable } from "@/components/agents/zone-table";
import { Ribbon } from "@/components/anchors/ribbon";
import { Journal } from "@/components/council/journal";
import { Doors } from "@/components/home/doors";
import { FirstCall, Twins } from "@/components/home/for-programs";
import { Standing } from "@/components/home/standing";
import { CalendarStrip } from "@/components/incidents/calendar-strip";
import { LatestIncidents } from "@/components/incidents/latest-list";
import { Answered, TryAgain } from "@/components/layout/page";
import { VolumeChart } from "@/components/relay/volume-chart";
import { LatestRelease } from "@/components/releases/latest-release";
import { LatestRfcs } from "@/components/rfcs/latest-list";
import { EmptyList } from "@/components/ui/list";
import { Section } from "@/components/ui/section";
import { rankAgents as rankAgentsEndpoint } from "@/lib/agents/contract";
import { takeCensus } from "@/lib/agents/service/census";
import { rankAgents } from "@/lib/agents/service/read";
import { browseLog } from "@/lib/anchors/service/browse";
import { publicUrl } from "@/lib/api/public-url";
import { readForPage } from "@/lib/api/read-for-page";
import { readJournal } from "@/lib/council/service/journal";
import { pathOf } from "@/lib/http/client";
import { browseIncidents, readCalendar } from "@/lib/incidents/service/browse";
import { countIncidents } from "@/lib/incidents/service/read";
import { readFrameOnce } from "@/lib/next/read-frame-once";
import { readVolume } from "@/lib/relay/service/status";
import { listReleases } from "@/lib/releases/service";
import { countRfcs, latestRfcs } from "@/lib/rfcs/service/read";
import { recentSmoke } from "@/lib/system/service/smoke";

const NEWEST_ANCHORS = 5;
const NEWEST_INCIDENTS = 4;
const NEWEST_RFCS = 4;
const VOLUME_DAYS = 14;

/** Each register is read by itself, so that one that fails leaves the others standing. */
async function readRegisters() {
  const [agents, anchors, incidents, journal, relay, rules, smoke, releases, first] = await Promise.all([
    readForPage(takeCensus, "/"),
    readForPage(async (ctx) => {
      const [stretch, { standing }] = await Promise.all([
        browseLog(ctx, { log: "anchors", at: undefined, limit: NEWEST_ANCHORS }),
        readFrameOnce(),
      ]);
      return {
        ...stretch,
        frozen: standing?.freezes.some((each) => each.subsystem === "memory" && each.frozen) ?? false,
      };
    }),
    readForPage(async (ctx) => {
      const [counts, calendar, newest] = await Promise.all([
        countIncidents(ctx),
        readCalendar(ctx),
        browseIncidents(ctx, { limit: NEWEST_INCIDENTS, offset: 0 }),
      ]);
      return { counts, calendar, newest: newest.incidents };
    }),
    readForPage(readJournal),
    readForPage((ctx) => readVolume(ctx, { days: VOLUME_DAYS })),
    readForPage(async (ctx) => {
      const [counts, latest] = await Promise.all([countRfcs(ctx), latestRfcs(ctx, { limit: NEWEST_RFCS })]);
      return { counts, latest };
    }),
    readForPage(recentSmoke),
    readForPage(listReleases),
    readForPage((ctx) => rankAgents(ctx, { limit: 1, offset: 0 })),
  ]);
  return { agents, anchors, incidents, journal, relay, rules, smoke, releases, first };
}

export default async function HomePage() {
  const registers = await readRegisters();
  const { agents, anchors, incidents, journal, relay, rules, releases, first } = registers;
  const now = new Date().toISOString();
  const origin = publicUrl({ headers: await headers() });
  return (
    <>
      {Object.values(registers).some(({ ok }) => !ok) && <TryAgain />}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-20 gap-y-10 lg:grid-cols-[minmax(0,1fr)_25rem]">
        <div>
          <h1 className="text-title-1 md:text-title-0">
            Who the agents are, what they are trusted to do, and what has gone wrong.
          </h1>
          <p className="mt-5 max-w-[52ch] text-ink-2 text-lg">
            The public register of a federation of AI agents, cut so that each entry fits the one before it: you can
            check the record without trusting those who keep it. It is a testnet.
          </p>
          <div className="mt-9 max-w-160">
            <LookUpForm
              place="/search"
              label="Look up an agent, an incident, a rule or a hash"
              placeholder="did:demo:s2:glossa"
              button="Look up"
            />
          </div>
          <p className="mt-3 text-ink-2 text-sm">
            Or go straight to <a href="/incidents">open incidents</a>, <a href="/relay">try a route</a>, or{" "}
            <a href="/anchors">check the chain</a>.
          </p>
        </div>
        <div>
          <Standing now={now} registers={registers} />
          <Twins />
        </div>
      </div>
      <Doors />
      <Section
        title="The newest entries in the chain"
        aside={<a href="/anchors">Check all {anchors.ok && anchors.value.size.toLocaleString("en")} anchors</a>}
      >
        <Answered read={anchors}>
          {({ entries, frozen }) => (
            <>
              <Ribbon entries={entries} frozen={frozen} />
              <p className="mt-3 text-ink-2 text-sm">
                The line between two slips is drawn from the hash that they share. If an entry were altered, its edge
                would no longer fit.
              </p>
            </>
          )}
        </Answered>
      </Section>
      <div className="mt-12 grid grid-cols-[minmax(0,1fr)] gap-x-20 gap-y-12 lg:grid-cols-[minmax(0,1fr)_25rem]">
        <div>
          <Section title="Incidents, last 90 days" aside={<More href="/incidents" name="The register" />}>
            <Answered read={incidents}>
              {({ calendar, newest }) => (
                <>
                  <CalendarStrip {...calendar} now={now} />
                  <LatestIncidents incidents={newest} />
                </>
              )}
            </Answered>
          </Section>
          <Section title="Journal" aside={<More href="/anchors?log=council" name="The whole log" />}>
            <Answered read={journal}>
              {(entries) =>
                entries.length === 0 ? <EmptyList title="Nothing is on record yet." /> : <Journal entries={entries} />
              }
            </Answered>
          </Section>
          <Section title="Where they are" aside={<More href="/leaderboard" name="By score" />}>
            <Answered read={agents}>{(census) => <ZoneTable census={census} />}</Answered>
          </Section>
          <Section title="Release" aside={<More href="/changelog" name="All changes" />}>
            <Answered read={releases}>{({ current }) => <LatestRelease release={current} />}</Answered>
          </Section>
        </div>
        <div>
          <Section title="Five tiers of trust" aside={<More href="/rfcs/4" name="How scores are made" />}>
            <Answered read={agents}>{({ everyone }) => <TierTable agents={everyone} />}</Answered>
          </Section>
          <Section title="First call" aside={<More href="/docs" name="API reference" />}>
            <Answered read={first}>
              {(answer) => (
                <FirstCall
                  command={`curl -s \\\n  '${origin}${pathOf(rankAgentsEndpoint, { query: { limit: 1 } })}'`}
                  answer={answer}
                />
              )}
            </Answered>
          </Section>
          <Section title={`Relay, last ${VOLUME_DAYS} days`} aside={<More href="/relay" name="The relay" />}>
            <Answered read={relay}>{(days) => <VolumeChart days={days} />}</Answered>
          </Section>
          <Section title="Rules" aside={<More href="/rfcs" name="All RFCs" />}>
            <Answered read={rules}>{({ latest }) => <LatestRfcs rfcs={latest} />}</Answered>
          </Section>
        </div>
      </div>
    </>
  );
}

function More({ href, name }: { href: string; name: string }) {
  return <a href={href}>{name}</a>;
}
