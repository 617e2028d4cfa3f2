import type { Metadata } from "next";
import type { ReactNode } from "react";
import { PageTitle, RegisterSilent } from "@/components/layout/page";
import { SmokeTable } from "@/components/system/smoke-table";
import { Section } from "@/components/ui/section";
import { readForPage } from "@/lib/api/read-for-page";
import { listReleases } from "@/lib/releases/service";
import * as contract from "@/lib/system/contract";
import type { SmokeResult } from "@/lib/system/schema";
import { runSmoke } from "@/lib/system/service/smoke";
import { utcMinute } from "@/lib/text/utc";
import { SPEC_VERSION } from "@/lib/versions";

export const metadata: Metadata = {
  title: "Status",
  description: "Whether every part of the service does what it promises, tried at this moment.",
};

export default async function StatusPage() {
  const read = await readForPage((ctx) => Promise.all([runSmoke(ctx), listReleases(ctx)]), "/status");
  if (!read.ok) return <RegisterSilent requestId={read.requestId} />;
  const [smoke, { current }] = read.value;
  return (
    <>
      <PageTitle title="Status" twin={contract.runSmoke.path}>
        Every part was tried when you asked for this page. Nothing here is remembered from before.
      </PageTitle>
      <Verdict smoke={smoke} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-14 gap-y-10 lg:grid-cols-[minmax(0,1fr)_18rem]">
        <Section title="Parts">
          <SmokeTable checks={smoke.checks} />
          <SingleProcess parts={smoke.single_process} />
        </Section>
        <aside aria-label="What runs here">
          <Section title="What runs here">
            <dl className="text-sm">
              <Fact name="Build">
                <span className="font-mono text-xs">{smoke.build_sha}</span>
              </Fact>
              <Fact name="Version">
                <a href="/changelog">{current.version}</a>
              </Fact>
              <Fact name="Channel">{current.channel}</Fact>
              <Fact name="Interface">{SPEC_VERSION}</Fact>
            </dl>
          </Section>
          <Section title="For machines">
            <ul className="mt-2 text-sm">
              {[contract.getHealth, contract.checkReadiness, contract.getMetrics].map(({ path }) => (
                <li key={path} className="py-1">
                  <a href={path} className="font-mono text-xs">
                    {path}
                  </a>
                </li>
              ))}
            </ul>
          </Section>
        </aside>
      </div>
    </>
  );
}

function Verdict({ smoke: { tag, reasons, frozen, generated_at } }: { smoke: SmokeResult }) {
  return (
    <section aria-label="Verdict" className="mb-10 border-total border-y py-5">
      <p className="flex flex-wrap items-baseline gap-x-5 gap-y-1">
        <span className={`font-serif text-title-1 leading-none ${tag === "VERIFIED" ? "text-accent" : "text-ink"}`}>
          {tag}
        </span>
        <span className="text-ink-2 text-sm">
          at <time dateTime={generated_at}>{generated_at.slice(0, 19).replace("T", " ")} UTC</time>
        </span>
      </p>
      {reasons.length > 0 && (
        <ul className="mt-3 list-disc pl-5 text-sm">
          {reasons.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      )}
      {frozen.map(({ subsystem, reason, since }) => (
        <p key={subsystem} className="mt-3 bg-frozen-wash px-4 py-3 text-frozen text-sm">
          <b className="font-semibold">
            {subsystem === "relay" ? "The relay" : "Memory"} is frozen since {since && utcMinute(since)} UTC.
          </b>{" "}
          <bdi>{reason}</bdi>
        </p>
      ))}
    </section>
  );
}

function SingleProcess({ parts }: { parts: SmokeResult["single_process"] }) {
  if (parts.length === 0) return null;
  const named = [
    ...(parts.includes("database") ? ["the embedded database"] : []),
    ...(parts.includes("cache") ? ["request counts in memory"] : []),
  ].join(" and ");
  return (
    <p className="mt-4 max-w-[64ch] text-ink-2 text-sm">
      This process keeps {named} to itself, which is right for one instance. Before a second one is started, set{" "}
      <code className="font-mono text-xs">DATABASE_URL</code> and <code className="font-mono text-xs">REDIS_URL</code>,
      so that both share them.
    </p>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-4 border-hair border-b py-2">
      <dt className="text-ink-2">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
