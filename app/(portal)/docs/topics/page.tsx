import type { Metadata } from "next";
import { REFERENCE } from "@/components/docs/reference-href";
import { TopicTable } from "@/components/docs/topic-table";
import { Breadcrumb, PageTitle } from "@/components/layout/page";
import { listTopics } from "@/lib/features/agents/contract";
import { topicTexts } from "@/lib/features/agents/texts";
import { viewTopics } from "@/lib/features/agents/view";
import { nameRoute } from "@/lib/portal/read-for-page";

export const metadata: Metadata = { title: topicTexts.title, description: topicTexts.lede };

export default function TopicsPage() {
  nameRoute(topicTexts.page);
  return (
    <>
      <Breadcrumb above={[{ name: "Docs", href: REFERENCE }]} here={topicTexts.title} />
      <PageTitle title={topicTexts.title} jsonPath={listTopics.path}>
        {topicTexts.lede}
      </PageTitle>
      <TopicTable {...viewTopics()} />
    </>
  );
}
