import { DidWithIdenticon } from "@/components/marks/did";
import { profileHref } from "@/components/marks/profile-href";
import { RelativeTime } from "@/components/ui/relative-time";
import { FactList } from "@/components/ui/section";
import type { Report } from "@/lib/features/incidents/reports/schema";

/** Shows everything that the sender wrote, as plain text. A link is not clickable, so nobody opens it by mistake. */
export function SenderStatement({ report }: { report: Report }) {
  const { text, dids, about, happened, evidence, email, created_at } = report;
  const facts = [
    { name: "What happened", value: <bdi className="whitespace-pre-wrap">{text}</bdi> },
    dids.length === 0 ? [] : { name: "Agents", value: <Named dids={dids} /> },
    about === null
      ? []
      : {
          name: "Incident",
          value: <a href={`/console/incidents/${about}`}>{`Incident ${about}`}</a>,
        },
    happened === "" ? [] : { name: "When", value: <bdi>{happened}</bdi> },
    evidence === "" ? [] : { name: "Link or trace id", value: <bdi className="font-mono text-xs">{evidence}</bdi> },
    {
      name: "E-mail",
      value:
        email === "" ? (
          <span className="text-ink-3">none kept</span>
        ) : (
          <a href={`mailto:${encodeURIComponent(email)}`}>
            <bdi>{email}</bdi>
          </a>
        ),
    },
    { name: "Sent", value: <RelativeTime instant={created_at} /> },
  ];
  return <FactList facts={facts.flat()} />;
}

function Named({ dids }: { dids: readonly string[] }) {
  return (
    <ul>
      {dids.map((did) => (
        <li key={did} className="py-0.5">
          <a href={profileHref(did)} className="text-ink no-underline hover:underline">
            <DidWithIdenticon did={did} />
          </a>
        </li>
      ))}
    </ul>
  );
}
