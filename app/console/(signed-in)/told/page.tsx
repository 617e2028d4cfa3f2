import type { Metadata } from "next";
import { Breadcrumb, DatabaseUnavailable, PageTitle } from "@/components/layout/page";
import { DigestForms } from "@/components/queues/digest-forms";
import { RelativeTime } from "@/components/ui/relative-time";
import type { OwnDigest } from "@/lib/features/queues/digests/schema";
import { readOwnDigest } from "@/lib/features/queues/digests/service/address";
import { OFTEN } from "@/lib/features/queues/digests/words";
import { readForConsole } from "@/lib/next/read-for-console";
import { choose, end, prove } from "./actions";

export const metadata: Metadata = { title: "Notifications" };

export default async function ToldPage() {
  const read = await readForConsole(readOwnDigest, "/console/told");
  if (!read.ok) return <DatabaseUnavailable requestId={read.requestId} />;
  return (
    <>
      <Breadcrumb above={[{ name: "Waiting", href: "/console/queue" }]} here="Notifications" />
      <PageTitle title="Notifications">
        E-mails about what waits for a decision. They have counts, a link to the list, and the numbers of new critical
        items. The address is in no log, and other operators do not see it.
      </PageTitle>
      <Told told={read.value} />
    </>
  );
}

function Told({ told }: { told: OwnDigest }) {
  const { sends, proven, email, every, failed_at } = told;
  if (!sends) {
    return (
      <p className="text-ink-2">
        No e-mail can be sent, because <code>SMTP_URL</code> is not set.
      </p>
    );
  }
  return (
    <>
      <p className="max-w-[60ch]">
        {proven
          ? `E-mails go to ${email}: ${OFTEN[every]} if something is ${every === "day" ? "new or overdue" : "new or has become overdue"}, and at once for a new critical item.`
          : "Give an address, and enter the code that is sent there. Then you get e-mails if something is new or overdue, and at once for a new critical item."}
      </p>
      {failed_at !== null && (
        <p className="mt-2 font-semibold">
          The e-mail of <RelativeTime instant={failed_at} /> could not be sent. It is tried again every five minutes.
        </p>
      )}
      <DigestForms own={told} choose={choose} prove={prove} end={end} />
    </>
  );
}
