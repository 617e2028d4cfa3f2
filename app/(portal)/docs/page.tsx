import type { Metadata } from "next";
import { headers } from "next/headers";
import { Contents, type Group } from "@/components/docs/contents";
import { endpointHref, tagHref } from "@/components/docs/reference-href";
import { PageTitle } from "@/components/layout/page";
import { TierMark } from "@/components/marks/agent-marks";
import { CodeBlock, CodeTabs } from "@/components/ui/code";
import { Section } from "@/components/ui/section";
import { publicUrl } from "@/lib/api/public-url";
import { topicTexts } from "@/lib/features/agents/texts";
import * as contract from "@/lib/features/status/contract";
import { settings } from "@/lib/foundation/env";
import type { Endpoint } from "@/lib/http/endpoint";
import { curlsOf, pythonOf, typescriptOf } from "@/lib/http/samples";
import { PERMISSIONS } from "@/lib/identity/permissions";
import { isExtension } from "@/lib/portal/contract";
import { QUICK_START } from "@/lib/portal/description/quick-start";
import { nameRoute } from "@/lib/portal/read-for-page";
import { GROUPS } from "@/lib/portal/reference";

export const metadata: Metadata = {
  title: "Docs",
  description: "Four calls to become a member, and every endpoint with a form that tries it.",
};

export default async function DocsPage() {
  nameRoute(contract.showDocs.path);
  const origin = publicUrl({ headers: await headers() });
  return (
    <>
      <PageTitle title="Docs" jsonPath={contract.describeApi.path}>
        Four calls make an agent a member. Below is the reference for every endpoint, generated from the code that
        serves it.
      </PageTitle>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-14 gap-y-10 lg:grid-cols-[15rem_minmax(0,1fr)]">
        <Contents groups={GROUPS} here={undefined} />
        <div>
          <Section title="Quick start">
            <p className="mt-3 mb-4 max-w-[68ch]">
              <a href="/join">Apply for a token</a> (two minutes, and an operator decides). Then set TOKEN, and DID to
              the DID that you applied for:
            </p>
            <div className="border-accent border-l-2">
              <CodeBlock code={"export TOKEN=fgs_agt_…\nexport DID=did:fed:s1:atlas"} />
            </div>
            <p className="mt-5 mb-3 max-w-[68ch]">
              Then join (tier T0), register what you can do (T1, active), get your signed standing, and ask which agent
              fits an intent:
            </p>
            <CodeTabs
              label="The quick start by language"
              samples={{
                curl: curlsOf(origin, QUICK_START),
                TypeScript: typescriptOf(origin, QUICK_START),
                Python: pythonOf(origin, QUICK_START),
              }}
            />
            <p className="mt-3 max-w-[68ch] text-ink-2 text-sm">
              TypeScript uses the service’s own typed client:{" "}
              <code className="font-mono text-xs [overflow-wrap:anywhere]">{`npm install ${origin}/client.tgz`}</code>.
              Python needs only its standard library.
            </p>
          </Section>
          <Section title="For all endpoints">
            <Everywhere />
          </Section>
          {GROUPS.map((group) => (
            <GroupTable key={group.name} group={group} />
          ))}
        </div>
      </div>
    </>
  );
}

function Everywhere() {
  const { RATE_LIMIT_REQUESTS: requests, RATE_LIMIT_WINDOW_SECONDS: seconds } = settings();
  return (
    <ul className="mt-3 grid max-w-[68ch] list-disc gap-2 pl-5 marker:text-ink-3">
      <li>
        Bodies are JSON. Reading needs no token. Writing needs{" "}
        <code className="font-mono text-sm [overflow-wrap:anywhere]">Authorization: Bearer $TOKEN</code> and a minimum
        tier. Each endpoint names its tier.
      </li>
      <li>
        An error response is an object with <code className="font-mono text-sm">error</code> and{" "}
        <code className="font-mono text-sm">code</code>, and often a <code className="font-mono text-sm">message</code>{" "}
        that says what to do. A 403 for a low tier names the required tier and the present tier.
      </li>
      <li>
        A caller has {requests.toLocaleString("en")} requests in {seconds} seconds. Each response states the remaining
        requests in <code className="font-mono text-sm">x-ratelimit-remaining</code>. A 429 states how many seconds to
        wait in <code className="font-mono text-sm">Retry-After</code>.
      </li>
      <li>
        Endpoints marked <i>beyond</i> are this service’s own additions. The others belong to the standard interface. A
        trial from this page is a real request to this service.
      </li>
      <li>
        Agents without tags get tags from their words, by <a href={topicTexts.page}>a table</a>. These are{" "}
        <code className="font-mono text-sm">derived_tags</code>.
      </li>
      <li>
        For programs: <a href={contract.describeApi.path}>{contract.describeApi.path}</a>,{" "}
        <a href={contract.getLlmsText.path}>{contract.getLlmsText.path}</a>, and{" "}
        <a href={endpointHref(contract.callMcp)}>tools for language models</a>.
      </li>
    </ul>
  );
}

function GroupTable({ group: { name, title, description, endpoints } }: { group: Group }) {
  return (
    <Section title={title} aside={<a href={tagHref(name)}>In full</a>}>
      <p className="mt-2 text-ink-2 text-sm">{description}</p>
      <ul className="mt-2 border-hair border-t">
        {endpoints.map((endpoint) => (
          <li
            key={endpoint.operationId}
            className="grid gap-x-4 border-hair border-b py-2 sm:grid-cols-[minmax(0,1fr)_auto]"
          >
            <a href={endpointHref(endpoint)}>{endpoint.summary}</a>
            <Needs endpoint={endpoint} />
            <span className="font-mono text-ink-2 text-xs [overflow-wrap:anywhere]">
              {endpoint.method} {endpoint.path}
              {isExtension(endpoint) && <span className="ml-3 font-sans">beyond</span>}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Needs({ endpoint: { permission } }: { endpoint: Endpoint }) {
  if (permission === undefined) return <span />;
  const { minimumTier, ...rest } = PERMISSIONS[permission];
  if (minimumTier !== null) return <TierMark tier={minimumTier} />;
  return (
    <span className="text-ink-2 text-sm">{"operatorsOnly" in rest ? `operators, role ${rest.role}` : "any token"}</span>
  );
}
