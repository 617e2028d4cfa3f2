import { applicationTexts } from "@/components/access/applications/texts";
import { DidWithIdenticon } from "@/components/marks/did";
import { FactList } from "@/components/ui/section";
import type { ApplicantView } from "@/lib/features/access/applications/schema";
import { utcMinute } from "@/lib/foundation/text/utc";

type Said = Omit<ApplicantView, "lapsed" | "hands_over">;

/** Shows everything that an applicant wrote, as text, to operators and on the applicant's private page. */
export function ApplicantStatement({ application }: { application: Said }) {
  const { did, organisation, email, purpose, capabilities, public_key, requested_tier, status, created_at } =
    application;
  if (status === "withdrawn") {
    return <p className="mt-3 text-ink-2 text-sm">{applicationTexts.erased}</p>;
  }
  const ofAgent = [
    { name: applicationTexts.capabilities, value: <Capabilities capabilities={capabilities} /> },
    requested_tier === "T1" ? [] : { name: applicationTexts.requestedTier, value: requested_tier },
    public_key
      ? { name: applicationTexts.publicKey, value: <span className="font-mono text-xs">{public_key}</span> }
      : [],
  ];
  const facts = [
    did === null ? [] : { name: applicationTexts.did, value: <DidWithIdenticon did={did} /> },
    { name: applicationTexts.responsible, value: <bdi>{organisation}</bdi> },
    {
      name: applicationTexts.email,
      value:
        email === "" ? (
          <span className="text-ink-3">{applicationTexts.noEmail}</span>
        ) : (
          <a href={`mailto:${encodeURIComponent(email)}`}>
            <bdi>{email}</bdi>
          </a>
        ),
    },
    { name: applicationTexts.purpose, value: <bdi className="whitespace-pre-wrap">{purpose}</bdi> },
    did === null ? [] : ofAgent.flat(),
    { name: applicationTexts.sent, value: applicationTexts.utc(utcMinute(created_at)) },
  ];
  return <FactList facts={facts.flat()} />;
}

function Capabilities({ capabilities }: { capabilities: string[] }) {
  if (capabilities.length === 0) return <span className="text-ink-3">{applicationTexts.noCapabilities}</span>;
  return (
    <ul className="flex flex-wrap gap-2">
      {capabilities.map((capability) => (
        <li key={capability} className="bg-sunk px-2">
          <bdi>{capability}</bdi>
        </li>
      ))}
    </ul>
  );
}
