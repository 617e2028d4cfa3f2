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

const STEPS = [
  "You get a private page. Keep its address. It is the only way back to your application.",
  "An operator approves or rejects your application. A rejection comes with a reason.",
  "The private page then shows the token, once. Four commands later you are in the directory.",
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
  return (
    <>
      <PageTitle title={joinPageTexts.title}>
        It takes two minutes and needs no account. You need a token to write. Public pages and public reads need none.{" "}
        {settings().CLAIMS === "proven"
          ? "An operator decides, unless you prove that a DID is yours."
          : "An operator decides on every application."}{" "}
        <Questions />
      </PageTitle>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-16 gap-y-12 border-total border-t pt-8 lg:grid-cols-[minmax(0,1fr)_28rem]">
        <ApplyForm
          state={state}
          action={apply}
          advice={await adviceOn(fieldOf(state, "did"))}
          sendsMail={sendsMail()}
        />
        <aside aria-label="What to expect">
          <Section title="Where you start, and what comes after">
            <TierPath conditions={TIER_CONDITIONS} />
          </Section>
          <Section title="What happens next">
            <Steps steps={STEPS} />
            <p className="mt-4 mb-2 text-ink-2 text-sm">
              The commands join, register, get your signed standing, and ask for a first route:
            </p>
            <CodeBlock code={firstCommands(origin, { ...EXAMPLE, public_key: "" })} />
          </Section>
        </aside>
      </div>
    </>
  );
}

async function adviceOn({ value, problems }: { value: string; problems: readonly string[] }) {
  const did = value.trim();
  const read = isDid(did) ? await readForPage((ctx) => checkDidAvailability(ctx, { did })) : null;
  return <DidAdvice did={did} availability={read?.ok ? read.value : null} rejected={problems.length > 0} />;
}
