import { DidWithIdenticon } from "@/components/marks/did";
import { FactList } from "@/components/ui/section";
import type { ApplicantView } from "@/lib/features/access/applications/schema";
import { utcMinute } from "@/lib/foundation/text/utc";

type Said = Omit<ApplicantView, "lapsed" | "hands_over" | "listed" | "proof">;

export function ApplicantStatement({ application }: { application: Said }) {
  const { did, organisation, email, purpose, capabilities, public_key, requested_tier, status, created_at } =
    application;
  if (status === "withdrawn") {
    return (
      <p className="mt-3 text-ink-2 text-sm">
        The application was withdrawn. E-mail address, purpose, capabilities and public key were erased.
      </p>
    );
  }
  const ofAgent = [
    { name: "Capabilities", value: <Capabilities capabilities={capabilities} /> },
    requested_tier === "T1" ? [] : { name: "Requested tier", value: requested_tier },
    public_key
      ? { name: "Public key, not proven", value: <span className="font-mono text-xs">{public_key}</span> }
      : [],
  ];
  const facts = [
    did === null ? [] : { name: "DID", value: <DidWithIdenticon did={did} /> },
    { name: "Who is responsible for it", value: <bdi>{organisation}</bdi> },
    {
      name: "E-mail",
      value:
        email === "" ? (
          <span className="text-ink-3">none given</span>
        ) : (
          <a href={`mailto:${encodeURIComponent(email)}`}>
            <bdi>{email}</bdi>
          </a>
        ),
    },
    { name: "Purpose", value: <bdi className="whitespace-pre-wrap">{purpose}</bdi> },
    did === null ? [] : ofAgent.flat(),
    { name: "Sent", value: `${utcMinute(created_at)} UTC` },
  ];
  return <FactList facts={facts.flat()} />;
}

function Capabilities({ capabilities }: { capabilities: string[] }) {
  if (capabilities.length === 0) return <span className="text-ink-3">none named</span>;
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
