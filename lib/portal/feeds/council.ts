import type { Context } from "@/lib/authority/context";
import { actKindLabel, actSubjectLabel, CONTENT_WORDS, groupLabel, reasonIn } from "@/lib/features/council/act-words";
import { groupOf } from "@/lib/features/council/rules";
import { ActGroup, type PublicAct, type PublicActFilters } from "@/lib/features/council/schema";
import { listPublicActs } from "@/lib/features/council/service/public-acts";
import { escapeMarkup, type Feed, type FeedEntry, paragraphs } from "@/lib/http/feed";
import { addressWith } from "@/lib/http/page-address";

/** Maximum acts in a feed. */
const RECENT = 50;
const PAGE = "/council";

function entryOf({ seq, kind, subject, actor, details, content, created_at }: PublicAct): FeedEntry {
  const reason = details ? reasonIn(details) : undefined;
  const group = ActGroup.safeParse(groupOf(kind)).data;
  return {
    path: `${PAGE}/acts/${seq}`,
    title: [actKindLabel(kind), subject === null ? [] : actSubjectLabel(subject)].flat().join(": "),
    content: [
      reason === undefined ? "" : paragraphs(reason),
      content === "public" ? "" : paragraphs(CONTENT_WORDS[content]),
      actor === null ? "" : `<p>By <code>${escapeMarkup(actor)}</code>.</p>`,
    ].join(""),
    published: created_at,
    updated: created_at,
    categories: group === undefined ? [] : [groupLabel(group)],
  };
}

/** Returns the feed of the council's acts, of all or of those that match the filters. */
export async function readCouncilFeed(ctx: Context, { query }: { query: PublicActFilters }): Promise<Feed> {
  const { acts } = await listPublicActs(ctx, { ...query, limit: RECENT, cursor: undefined });
  const { from, to, ...filters } = query;
  return {
    title: "council",
    description: "Who decided what, and why.",
    page: addressWith(PAGE, { ...filters, from: from?.toISOString(), to: to?.toISOString() }),
    entries: acts.map(entryOf),
  };
}
