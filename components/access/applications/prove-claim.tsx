import { CopyButton } from "@/components/ui/copy-button";
import { HiddenFields } from "@/components/ui/field";
import { FormNotice } from "@/components/ui/form";
import { PageForm, SendButton } from "@/components/ui/page-form";
import type { ApplicationProgress, Proof } from "@/lib/features/access/applications/schema";
import { utcMinute } from "@/lib/foundation/text/utc";
import type { FormState } from "@/lib/http/form-state";

type Check = NonNullable<ApplicationProgress["claim_check"]>;

interface ProveClaimProps {
  state: FormState<Check>;
  action: (form: FormData) => Promise<void>;
  secret: string;
  proof: Proof;
  /** Whether a proof approves the application without an operator. */
  isEnough: boolean;
  /** The last check; null before the first. */
  last: Check | null;
}

export function ProveClaim({ state, action, secret, proof, isEnough, last }: ProveClaimProps) {
  const proving = proof.places.filter(({ proves }) => proves);
  const others = proof.places.filter(({ proves }) => !proves);
  return (
    <section aria-labelledby="prove" className="mt-8 border-rule border-l-4 pl-5 first:mt-0">
      <h2 id="prove" className="text-title-3">
        Prove your claim
      </h2>
      <p className="mt-1 max-w-[60ch] text-sm">
        Publish this code in a text file, alone on a line, and leave it there until you have claimed the token. It is
        public. It says nothing about your secret page.
      </p>
      <p className="mt-3 flex flex-wrap items-center gap-3">
        <code className="select-all font-mono text-xs [overflow-wrap:anywhere]">{proof.code}</code>
        <CopyButton text={proof.code} what="the code" />
      </p>
      {proving.length > 0 && (
        <Places
          title={`The DID names these places. A code in one of them ${isEnough ? "approves your application" : "proves your claim"}:`}
          places={proving}
        />
      )}
      {others.length > 0 && (
        <Places title="The record names these places. A code there helps the operator who decides:" places={others} />
      )}
      <PageForm action={action}>
        <FormNotice message={state.outcome === "open" ? state.message : undefined} />
        <HiddenFields values={{ secret }} />
        <p className="mt-4">
          <SendButton>Look for the code</SendButton>
        </p>
      </PageForm>
      {last && <ClaimChecked check={last} />}
    </section>
  );
}

function Places({ title, places }: { title: string; places: Proof["places"] }) {
  return (
    <>
      <p className="mt-3 text-sm">{title}</p>
      <ul className="mt-1 grid gap-1">
        {places.map(({ address }) => (
          <li key={address}>
            <code className="font-mono text-xs [overflow-wrap:anywhere]">{address}</code>
          </li>
        ))}
      </ul>
    </>
  );
}

export function ClaimChecked({ check: { at, places } }: { check: Check }) {
  return (
    <div className="mt-4 text-sm">
      <p className="text-ink-2">Checked at {utcMinute(at)} UTC:</p>
      <ul className="mt-1 list-disc pl-5">
        {places.map(({ address, proves, problem }) => (
          <li key={address} className="py-0.5 [overflow-wrap:anywhere]">
            <code className="font-mono text-xs">{address}</code>{" "}
            {problem === null ? (
              <b className="font-semibold">
                has the code. {proves ? "The DID itself names this place." : "Only the record names this place."}
              </b>
            ) : (
              `${problem}.`
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
