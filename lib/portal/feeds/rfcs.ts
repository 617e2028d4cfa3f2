import type { Context } from "@/lib/authority/context";
import { listRfcNews, type RfcNews } from "@/lib/features/rfcs/service/news";
import { escapeMarkup, type Feed, type FeedEntry, paragraphs } from "@/lib/http/feed";

const WORDS: Record<RfcNews["says"], string> = {
  DRAFT: "proposed",
  ACTIVE: "in force",
  FROZEN: "final",
  SUPERSEDED: "superseded",
  approve: "a review approves",
  object: "a review objects",
  comment: "a review comments",
};

function entryOf({ rfc: { number, title }, seq, actor, says, text, at }: RfcNews): FeedEntry {
  return {
    path: `/rfcs/${number}#act-${seq}`,
    title: `RFC ${number}, ${WORDS[says]}: ${title}`,
    content: `${paragraphs(text)}<p>By <code>${escapeMarkup(actor)}</code>.</p>`,
    published: at,
    updated: at,
    categories: [says],
  };
}

/** Returns the feed of the federation's rules: new texts, decisions and reviews. */
export async function readRfcsFeed(ctx: Context): Promise<Feed> {
  return {
    title: "RFCs",
    description: "The rules of the federation: proposals, decisions and reviews.",
    page: "/rfcs",
    entries: (await listRfcNews(ctx)).map(entryOf),
  };
}
