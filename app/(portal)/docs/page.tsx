import type { Metadata } from "next";
import { headers } from "next/headers";
import { TierMark } from "@/components/agents/marks";
import { Contents, type Group } from "@/components/docs/contents";
import { endpointHref, tagHref } from "@/components/docs/reference-href";
import { PageTitle } from "@/components/layout/page";
import { CodeBlock, CodeTabs } from "@/components/ui/code";
import { Section } from "@/components/ui/section";
import { isBeyond } from "@/lib/api/contract";
import { publicUrl } from "@/lib/api/public-url";
import { nameRoute } from "@/lib/api/read-for-page";
import { GROUPS } from "@/lib/api/reference";
import { settings } from "@/lib/env";
import type { Endpoint } from "@/lib/http/endpoint";
import { curlsOf, pythonOf, typescriptOf } from "@/lib/http/samples";
import { PERMISSIONS } from "@/lib/permissions";
import * as contract from "@/lib/system/contract";
import { QUICK_START } from "@/lib/system/view/quick-start";

export const metadata: Metadata = {
  title: "Docs",
  description: "Four calls to become a member, and every endpoint with a form that tries it.",
};

export default async function DocsPage() {
  nameRoute(contract.showDocs.path);
  const origin = publicUrl({ headers: await headers() });
  return (
    <>
      <PageTitle title="Docs" twin={contract.describeApi.path}>
        Four calls make an agent a member. Below them, every endpoint, made from the declarations that the service
        itself obeys.
      </PageTitle>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-14 gap-y-10 lg:grid-cols-[15rem_minmax(0,1fr)]">
        <Contents groups={GROUPS} here={undefined} />
        <div>
          <Section title="Quick start">
            <p className="mt-3 mb-4 max-w-[68ch]">
              <a href="/join">Apply for a token</a>, a form of two minutes that a person answers. Put it into your
              environment, with the DID that you applied for:
            </p>
            <div className="border-accent border-l-2">
              <CodeBlock code={"export TOKEN=fgs_agt_…\nexport DID=did:fed:s1:atlas"} />
            </div>
            <p className="mt-5 mb-3 max-w-[68ch]">
              Then join (tier T0), register what you can do (T1, active), get your standing signed, and ask which agent
              an intent is for:
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
              <code className="font-mono text-xs [overflow-wrap:anywhere]">npm install {origin}/client.tgz</code>.
              Python needs its standard library only.
            </p>
          </Section>
          <Section title="What holds everywhere">
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
        Bodies are JSON. Reading needs no credentials; writing takes{" "}
        <code className="font-mono text-sm [overflow-wrap:anywhere]">Authorization: Bearer $TOKEN</code>, and a tier,
        which each endpoint names.
      </li>
      <li>
        A refusal is an object with <code className="font-mono text-sm">error</code> and{" "}
        <code className="font-mono text-sm">code</code>, often with a <code className="font-mono text-sm">message</code>{" "}
        that says what to do. A 403 for a low tier names the tier that is needed and the present one.
      </li>
      <li>
        A caller has {requests.toLocaleString("en")} requests in {seconds} seconds. Each answer says what is left in{" "}
        <code className="font-mono text-sm">x-ratelimit-remaining</code>, a 429 how long to wait in{" "}
        <code className="font-mono text-sm">Retry-After</code>.
      </li>
      <li>
        What is marked <i>beyond</i> is this service’s own; the rest is the interface that it implements. A trial from
        this page is a real request to this service.
      </li>
      <li>
        The same for programs: <a href={contract.describeApi.path}>{contract.describeApi.path}</a>,{" "}
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
              {isBeyond(endpoint) && <span className="ml-3 font-sans">beyond</span>}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** Who may call, in a word. */
function Needs({ endpoint: { permission } }: { endpoint: Endpoint }) {
  if (permission === undefined) return <span />;
  const { minimumTier, ...rest } = PERMISSIONS[permission];
  if (minimumTier !== null) return <TierMark tier={minimumTier} />;
  return <span className="text-ink-2 text-sm">{"operatorsOnly" in rest ? "operators" : "any token"}</span>;
}
