import type { Metadata } from "next";
import { headers } from "next/headers";
import { Contents } from "@/components/docs/contents";
import { EndpointEntry } from "@/components/docs/endpoint-entry";
import { REFERENCE } from "@/components/docs/reference-href";
import { Breadcrumb, NotFoundMessage, PageTitle } from "@/components/layout/page";
import { publicUrl } from "@/lib/api/public-url";
import { describeApi } from "@/lib/features/status/contract";
import { settings } from "@/lib/foundation/env";
import { decodedSegment } from "@/lib/http/page-address";
import { nameRoute, setPageStatus } from "@/lib/portal/read-for-page";
import { GROUPS, marksOf, readReferences } from "@/lib/portal/reference";

type Props = PageProps<"/docs/[tag]">;

async function groupOf({ params }: Props) {
  const tag = decodedSegment((await params).tag);
  return GROUPS.find(({ name }) => name === tag);
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const group = await groupOf(props);
  return group ? { title: `API: ${group.title}`, description: group.description } : { title: "Group not found" };
}

export default async function GroupPage(props: Props) {
  nameRoute("/docs/{tag}");
  const group = await groupOf(props);
  if (group === undefined) return <NoSuchGroup />;
  const origin = publicUrl({ headers: await headers() });
  const { RATE_LIMIT_REQUESTS: requests, RATE_LIMIT_WINDOW_SECONDS: seconds } = settings();
  const rateLimit = `Counts towards a caller’s ${requests.toLocaleString("en")} requests in ${seconds} s.`;
  return (
    <>
      <Breadcrumb above={[{ name: "Docs", href: REFERENCE }]} here={group.title} />
      <PageTitle title={group.title} jsonPath={describeApi.path}>
        {group.description}
      </PageTitle>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-14 gap-y-10 lg:grid-cols-[15rem_minmax(0,1fr)]">
        <Contents groups={GROUPS} here={group.name} />
        <div>
          {readReferences(group.endpoints).map((reference) => (
            <EndpointEntry
              key={reference.endpoint.operationId}
              reference={reference}
              marks={marksOf(reference.endpoint)}
              origin={origin}
              rateLimit={rateLimit}
            />
          ))}
        </div>
      </div>
    </>
  );
}

function NoSuchGroup() {
  setPageStatus(404);
  return (
    <NotFoundMessage title="Group of endpoints not found">
      The reference has no group with this name. <a href={REFERENCE}>Show all groups</a>.
    </NotFoundMessage>
  );
}
