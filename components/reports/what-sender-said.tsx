import { SealedDid } from "@/components/agents/did";
import { profileHref } from "@/components/agents/profile-href";
import { When } from "@/components/ui/ago";
import { FactList } from "@/components/ui/section";
import type { Report } from "@/lib/reports/schema";

/** Everything that the sender said, as it was written and inert: a link is text, which nobody opens by mistake. */
export function WhatSenderSaid({ report }: { report: Report }) {
  const { text, dids, about, happened, evidence, email, created_at } = report;
  const facts = [
    { name: "What happened", value: <bdi className="whitespace-pre-wrap">{text}</bdi> },
    dids.length === 0 ? [] : { name: "Agents", value: <Named dids={dids} /> },
    about === null ? [] : { name: "Incident", value: <a href={`/console/incidents/${about}`}>Incident {about}</a> },
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
    { name: "Sent", value: <When instant={created_at} /> },
  ];
  return <FactList facts={facts.flat()} />;
}

function Named({ dids }: { dids: readonly string[] }) {
  return (
    <ul>
      {dids.map((did) => (
        <li key={did} className="py-0.5">
          <a href={profileHref(did)} className="text-ink no-underline hover:underline">
            <SealedDid did={did} />
          </a>
        </li>
      ))}
    </ul>
  );
}
