import type { Metadata } from "next";
import { DatabaseUnavailable, PageTitle } from "@/components/layout/page";
import { KeyHelp } from "@/components/queues/console-keys";
import { DigestForms } from "@/components/queues/digest-forms";
import { QueueList } from "@/components/queues/queue-list";
import { RelativeTime } from "@/components/ui/relative-time";
import { Section } from "@/components/ui/section";
import type { OwnDigest } from "@/lib/features/queues/digests/schema";
import { readOwnDigest } from "@/lib/features/queues/digests/service/address";
import { WorkQuery } from "@/lib/features/queues/schema";
import { listColleagues } from "@/lib/features/queues/service/assign";
import { listWork } from "@/lib/features/queues/service/list";
import { USUAL_ROWS } from "@/lib/http/page";
import { firstValues, readQuery } from "@/lib/http/page-address";
import { isPermittedInConsole, readForConsole } from "@/lib/next/read-for-console";
import { assign, choose, end, prove, readList, refuse } from "./actions";

export const metadata: Metadata = { title: "Waiting" };

export default async function QueuePage({ searchParams }: PageProps<"/console/queue">) {
  const query = readQuery(WorkQuery, firstValues(await searchParams));
  const read = await readForConsole(
    async (ctx, { operator }) => ({
      list: await listWork(ctx, query),
      colleagues: await listColleagues(ctx),
      me: operator,
      told: await readOwnDigest(ctx),
    }),
    "/console/queue",
  );
  if (!read.ok) return <DatabaseUnavailable requestId={read.requestId} />;
  const { list, colleagues, me, told } = read.value;
  const mayRefuse = await isPermittedInConsole("application.decide");
  const mayAssign = await isPermittedInConsole("work.assign");
  const { queue, assigned, days, q = "" } = query;
  return (
    <>
      <PageTitle title="Waiting">
        Everything that needs an operator’s decision. Assignments and notes are not public. {howTold(told)}{" "}
        <a href="#told">Change</a>
      </PageTitle>
      <QueueList
        initial={list}
        filters={{ queue, assigned, days, q }}
        usualLimit={USUAL_ROWS}
        read={readList}
        assign={assign}
        refuse={refuse}
        mayRefuse={mayRefuse}
        colleagues={colleagues}
        me={mayAssign && me !== null ? me : undefined}
      />
      <KeyHelp />
      <div className="mt-10" id="told">
        <Section title="How you are told">
          <Told told={told} />
        </Section>
      </div>
    </>
  );
}

const OFTEN: Record<OwnDigest["every"], string> = { hour: "each hour", day: "each day" };

/** Says in one sentence how the reader is told what waits. */
function howTold({ sends, proven, every, failed_at }: OwnDigest): string {
  if (!sends) return "This service cannot send e-mails.";
  if (!proven) return "You are not told by e-mail.";
  return failed_at === null
    ? `You are told by e-mail ${OFTEN[every]}, and at once of something critical.`
    : "The last e-mail to you could not be sent.";
}

function Told({ told }: { told: OwnDigest }) {
  const { sends, proven, email, every, failed_at } = told;
  if (!sends) {
    return (
      <p className="py-4 text-ink-2 text-sm">
        No e-mail can be sent, because <code>SMTP_URL</code> is not set.
      </p>
    );
  }
  return (
    <div className="py-4">
      <p className="max-w-[60ch] text-ink-2 text-sm">
        {proven
          ? `An e-mail goes to ${email} ${OFTEN[every]} if something is new or overdue, and at once if something is critical.`
          : "Give an address, and type the code that is sent there. Then you are told if something is new or overdue, and at once if something is critical."}{" "}
        The e-mails have counts and links only. The address is in no log, and other operators do not see it.
      </p>
      {failed_at !== null && (
        <p className="mt-2 font-semibold text-sm">
          The e-mail of <RelativeTime instant={failed_at} /> could not be sent. It is tried again every five minutes.
        </p>
      )}
      <DigestForms own={told} choose={choose} prove={prove} end={end} />
    </div>
  );
}
