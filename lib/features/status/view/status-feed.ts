import { actFragment, stepHref } from "@/lib/features/incidents/view/address";
import { SEVERITY_NAMES, STEP_NAMES } from "@/lib/features/incidents/view/names";
import { utcSpan } from "@/lib/foundation/text/utc";
import { type Feed, type FeedEntry, paragraphs } from "@/lib/http/feed";
import { COMPONENTS } from "../rules/status";
import type { StatusNews } from "../schema";
import { outageFragment, SUBSYSTEM_NAMES } from "./names";

function describeNews(news: StatusNews): { path: string; title: string; text: string; category: string } {
  switch (news.about) {
    case "incident": {
      const { id, seq, kind, actor, title, severity, note, description } = news;
      const step = actor.startsWith("did:") ? `${STEP_NAMES[kind]} by ${actor}` : STEP_NAMES[kind];
      return {
        path: stepHref(id, seq),
        title: `${step}: ${title} (${SEVERITY_NAMES[severity].toLowerCase()}, incident ${id})`,
        text: kind === "opened" ? description : note,
        category: "incident",
      };
    }
    case "freeze": {
      const { seq, subsystem, frozen, reason } = news;
      const name = SUBSYSTEM_NAMES[subsystem];
      return {
        path: `/status#${actFragment(seq)}`,
        title: frozen ? `${name} frozen` : `${name} is running again`,
        text: reason,
        category: "freeze",
      };
    }
    case "maintenance": {
      const { seq, starts_at, ends_at, components, text, cancelled } = news.maintenance;
      const names = components.map((name) => COMPONENTS[name].title).join(", ");
      return {
        path: `/status#${actFragment(cancelled?.seq ?? seq)}`,
        title: `${cancelled ? "Maintenance cancelled" : "Planned maintenance"}: ${names}, ${utcSpan(starts_at, ends_at)}`,
        text: cancelled?.reason ?? text,
        category: "maintenance",
      };
    }
    case "outage": {
      const { ended, outage } = news;
      const { title, required } = COMPONENTS[outage.component];
      const begun = required ? `Not working: ${title}` : `Degraded: ${title}`;
      return {
        path: `/status#${outageFragment(outage.id)}${ended ? "-end" : ""}`,
        title: ended ? `Works again: ${title}` : begun,
        text: ended ? `${outage.failed} checks failed.` : outage.message,
        category: "outage",
      };
    }
  }
}

function entryOf(news: StatusNews): FeedEntry {
  const { path, title, text, category } = describeNews(news);
  return { path, title, content: paragraphs(text), published: news.at, updated: news.at, categories: [category] };
}

/** Returns the feed of the service's status, with one entry for each event. */
export function viewStatusFeed(news: readonly StatusNews[]): Feed {
  return {
    title: "status",
    description: "Incidents, freezes, outages and planned maintenance: when they are announced, begin, change and end.",
    page: "/status",
    entries: news.map(entryOf),
  };
}
