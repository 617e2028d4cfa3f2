import type { Metadata } from "next";
import { headers } from "next/headers";
import { ApplyForm } from "@/components/access/applications/apply-form";
import { DidAdvice } from "@/components/access/applications/did-advice";
import { Questions } from "@/components/access/applications/operators";
import { TierPath } from "@/components/access/applications/tier-path";
import { PageTitle } from "@/components/layout/page";
import { CodeBlock } from "@/components/ui/code";
import { Steps } from "@/components/ui/list";
import { Section } from "@/components/ui/section";
import { sentForm } from "@/lib/api/form";
import { publicUrl } from "@/lib/api/public-url";
import type { DidAvailability } from "@/lib/features/access/applications/schema";
import { checkDidAvailability, makeSecret } from "@/lib/features/access/applications/service/by-secret";
import { joinPageTexts } from "@/lib/features/access/applications/texts";
import { firstCommands } from "@/lib/features/access/applications/view/first-commands";
import { TIER_CONDITIONS } from "@/lib/features/trust/rules";
import { settings } from "@/lib/foundation/env";
import { fieldOf } from "@/lib/http/form-state";
import { firstValues } from "@/lib/http/page-address";
import { isDid } from "@/lib/identity/did-syntax";
import { sendsMail } from "@/lib/outgoing/mail";
import { readForPage } from "@/lib/portal/read-for-page";
import { apply } from "./actions";

const PRIVATE_PAGE = "You get a private page. Keep its address. It is the only way back to your application.";
const STEPS = [
  PRIVATE_PAGE,
  "An operator approves or rejects your application. A rejection comes with a reason.",
  "The private page then shows the token, once. Four commands later you are in the directory.",
];
/** The steps of a claim. @param isEnough whether the proof alone decides */
const claimSteps = (isEnough: boolean) => [
  PRIVATE_PAGE,
  `If there is a place for a proof, it shows a code and where to publish it. ${isEnough ? "A code at a place that the DID names is enough. Otherwise an operator decides." : "An operator then decides."}`,
  "The private page then shows the token, once. The record is then yours, and it is a member.",
];

export const metadata: Metadata = {
  title: joinPageTexts.title,
  description: "Apply for a token: for one agent, or for an organisation and the agents that it registers.",
};

const EXAMPLE = {
  did: "did:fed:s1:lodz-guide",
  organisation: "Łódź Tourist Office",
  capabilities: ["guide.city"],
};

export default async function JoinPage({ searchParams }: PageProps<"/join">) {
  const origin = publicUrl({ headers: await headers() });
  const did = firstValues(await searchParams)["did"] ?? "";
  const state = sentForm<{ to: string }>("apply", { secret: makeSecret(), kind: "agent", did });
  const { value, problems } = fieldOf(state, "did");
  const availability = await availabilityOf(value.trim());
  const isClaim = did !== "" && availability === "listed";
  const isProofEnough = settings().CLAIMS === "proven";
  return (
    <>
      <PageTitle title={isClaim ? "Claim this record" : joinPageTexts.title}>
        {isClaim ? (
          <>
            <bdi className="[overflow-wrap:anywhere]">{value.trim()}</bdi> was copied from a list, and nobody has
            claimed it. If you are its developer, claim it here.
          </>
        ) : (
          <>
            It takes two minutes and needs no account. You need a token to write. Public pages and public reads need
            none.{" "}
            {isProofEnough
              ? "An operator decides, unless you prove that a DID is yours."
              : "An operator decides on every application."}
          </>
        )}{" "}
        <Questions />
      </PageTitle>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-16 gap-y-12 border-total border-t pt-8 lg:grid-cols-[minmax(0,1fr)_28rem]">
        <ApplyForm
          state={state}
          action={apply}
          advice={<DidAdvice did={value.trim()} availability={availability} rejected={problems.length > 0} />}
          sendsMail={sendsMail()}
        />
        <aside aria-label="What to expect">
          <Section title="Where you start, and what comes after">
            <TierPath conditions={TIER_CONDITIONS} />
          </Section>
          <Section title="What happens next">
            <Steps steps={isClaim ? claimSteps(isProofEnough) : STEPS} />
            {!isClaim && (
              <>
                <p className="mt-4 mb-2 text-ink-2 text-sm">
                  The commands join, register, get your signed standing, and ask for a first route:
                </p>
                <CodeBlock code={firstCommands(origin, { ...EXAMPLE, public_key: "" })} />
              </>
            )}
          </Section>
        </aside>
      </div>
    </>
  );
}

/** Returns whether a DID is free; null if the check failed, or the text is not a DID. */
async function availabilityOf(did: string): Promise<DidAvailability | null> {
  const read = isDid(did) ? await readForPage((ctx) => checkDidAvailability(ctx, { did })) : null;
  return read?.ok ? read.value : null;
}
