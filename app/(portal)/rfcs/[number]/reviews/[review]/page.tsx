import type { Metadata } from "next";
import { cache } from "react";
import { Breadcrumb, DatabaseUnavailable, NotFoundMessage, PageTitle } from "@/components/layout/page";
import { Actor } from "@/components/marks/did";
import { LogPlace } from "@/components/marks/log-place";
import { rfcHref } from "@/components/marks/rfc-href";
import { ReviewVerdictMark } from "@/components/rfcs/marks";
import { ReviewText } from "@/components/rfcs/review-list";
import { RelativeTime } from "@/components/ui/relative-time";
import { FactList, Section } from "@/components/ui/section";
import { readAgentNames } from "@/lib/features/council/service/agent-names";
import { readReview } from "@/lib/features/rfcs/service/read";
import { rfcPageTexts } from "@/lib/features/rfcs/texts";
import { decodedSegment } from "@/lib/http/page-address";
import { actorLabel } from "@/lib/identity/actor-label";
import { foundOrNull, readForPage, setPageStatus } from "@/lib/portal/read-for-page";

type Props = PageProps<"/rfcs/[number]/reviews/[review]">;

const readPage = cache((number: string, review: string) =>
  readForPage(async (ctx) => {
    const found = await foundOrNull(readReview(ctx, { number, review }));
    return found && { ...found, names: await readAgentNames(ctx, [found.review.reviewer]) };
  }, "/rfcs/{number}/reviews/{review}"),
);

async function readFor({ params }: Props) {
  const { number, review } = await params;
  return readPage(decodedSegment(number), decodedSegment(review));
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const read = await readFor(props);
  const found = read.ok ? read.value : null;
  if (found === null) return { title: "Review not found" };
  return {
    title: `Review of RFC ${found.rfc.number} by ${found.names.get(found.review.reviewer) ?? actorLabel(found.review.reviewer)}`,
    description: `A review of RFC ${found.rfc.number}: ${found.rfc.title}.`,
  };
}

export default async function ReviewPage(props: Props) {
  const read = await readFor(props);
  if (!read.ok) return <DatabaseUnavailable requestId={read.requestId} />;
  if (read.value === null) return <NoSuchReview />;
  const { rfc, review, names } = read.value;
  const name = `RFC ${rfc.number}`;
  return (
    <>
      <Breadcrumb
        above={[
          { name: rfcPageTexts.title, href: "/rfcs" },
          { name, href: rfcHref(rfc.number) },
        ]}
        here="Review"
      />
      <PageTitle title={`Review of ${name}`}>{rfc.title}</PageTitle>
      <article aria-label="Review">
        <p className="mb-3">
          <ReviewVerdictMark verdict={review.verdict} />
        </p>
        {review.text === "" ? <p className="text-ink-2">Without a text.</p> : <ReviewText text={review.text} />}
      </article>
      <div className="mt-10 max-w-3xl">
        <Section title="About this review">
          <FactList
            facts={[
              { name: "Reviewer", value: <Actor name={review.reviewer} names={names} /> },
              { name: "When", value: <RelativeTime instant={review.created_at} /> },
              {
                name: "Counts",
                value: review.current ? "Yes" : "No. The reviewer has a later verdict, or the text has changed since.",
              },
              { name: "Reviewed text", value: <code className="font-mono text-xs">{review.sha256}</code> },
              { name: "Proof", value: <LogPlace seq={review.seq} /> },
            ]}
          />
        </Section>
      </div>
    </>
  );
}

function NoSuchReview() {
  setPageStatus(404);
  return (
    <NotFoundMessage title="Review not found">
      This RFC has no such review. <a href="/rfcs">Show all RFCs</a>.
    </NotFoundMessage>
  );
}
