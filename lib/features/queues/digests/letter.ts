import { settings } from "@/lib/foundation/env";
import { counted } from "@/lib/foundation/text/counted";
import type { Email } from "@/lib/outgoing/mail";
import { OVERDUE_DAYS } from "../rules";
import { Queue } from "../schema";
import { QUEUE_NAMES } from "../words";
import type { News } from "./rules";
import type { Every } from "./schema";
import { OFTEN } from "./words";

export const listAddress = (): string | null => {
  const { PUBLIC_URL } = settings();
  return PUBLIC_URL === undefined ? null : `${PUBLIC_URL}/console/queue`;
};

const items = (count: number) => counted(count, "item");

function subjectOf({ critical, fresh, freshlyOverdue, overdue }: News): string {
  if (critical.length > 0)
    return `${counted(critical.length, "new critical item is", "new critical items are")} waiting`;
  if (fresh > 0) return `${counted(fresh, "new item is", "new items are")} waiting`;
  return `${counted(freshlyOverdue || overdue, "item is", "items are")} overdue`;
}

const ENDS = "To change or stop these e-mails, choose “Change notifications” on the page Waiting of the console.";

/** Builds a digest. It quotes nothing from the items, because others wrote them. */
export function digestLetter(to: string, news: News): Email {
  const { FEDERATION_NAME } = settings();
  const waiting = Queue.options.filter((queue) => news.waiting[queue] > 0);
  const total = waiting.reduce((sum, queue) => sum + news.waiting[queue], 0);
  const lines = waiting.map((queue) => {
    const { one, many } = QUEUE_NAMES[queue];
    return `${news.waiting[queue].toLocaleString("en")} ${news.waiting[queue] === 1 ? one : many}`;
  });
  const overdue =
    news.overdue === 0
      ? ""
      : ` ${items(news.overdue)} ${news.overdue === 1 ? "is" : "are"} overdue. An item is overdue after ${OVERDUE_DAYS} days, or after its own date.`;
  const critical = news.critical.map(
    ({ queue, id }) => `Critical: ${QUEUE_NAMES[queue].one.toLowerCase()} (number ${id})`,
  );
  const paragraphs = [
    ...(critical.length === 0 ? [] : [critical.join("\n")]),
    `${items(total)} ${total === 1 ? "waits" : "wait"} for an operator's decision.${overdue}`,
    lines.join("\n"),
    ...[listAddress()].filter((address) => address !== null),
    ENDS,
    FEDERATION_NAME,
  ];
  return { to, subject: `${FEDERATION_NAME}: ${subjectOf(news)}`, text: paragraphs.join("\n\n") };
}

/** Builds the e-mail with the code that proves an address. */
export function codeLetter(to: string, code: string, every: Every): Email {
  const { FEDERATION_NAME } = settings();
  const paragraphs = [
    `An operator of this federation gave this address, to be told ${OFTEN[every]} what waits for a decision.`,
    `The code is ${code}. It is valid for one hour. Enter it in the console: on the page Waiting, choose “Change notifications”.`,
    "If this was not you, you can ignore this e-mail. You get no e-mails about waiting items unless somebody enters this code.",
    FEDERATION_NAME,
  ];
  return { to, subject: `${FEDERATION_NAME}: your code`, text: paragraphs.join("\n\n"), limit: "receipts" };
}
