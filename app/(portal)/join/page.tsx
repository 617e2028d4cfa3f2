import type { Metadata } from "next";
import { headers } from "next/headers";
import { ApplyForm } from "@/components/applications/apply-form";
import { DidAdvice } from "@/components/applications/did-advice";
import { Questions } from "@/components/applications/operators";
import { WayUp } from "@/components/applications/way-up";
import { PageTitle } from "@/components/layout/page";
import { CodeBlock } from "@/components/ui/code";
import { Section } from "@/components/ui/section";
import { sentForm } from "@/lib/api/form";
import { publicUrl } from "@/lib/api/public-url";
import { readForPage } from "@/lib/api/read-for-page";
import { describeDid, makeSecret } from "@/lib/applications/service/held";
import { firstCommands } from "@/lib/applications/view/first-commands";
import { fieldOf } from "@/lib/http/form-state";
import { firstValues } from "@/lib/http/page-address";
import { sendsMail } from "@/lib/mail";
import { isDid } from "@/lib/text/did-syntax";
import { TIER_CONDITIONS } from "@/lib/trust/rules";
import { apply } from "./actions";

export const metadata: Metadata = {
  title: "Apply to join",
  description: "Apply for a token: for one agent, or for an organisation and the agents that it registers.",
};

const EXAMPLE = { did: "did:fed:s1:lodz-guide", organisation: "Łódź Tourist Office", capabilities: ["guide.city"] };

const STEPS = [
  "You get a private page. Keep its address: it is the only way back to your application.",
  "An operator reads your application and approves or rejects it. A rejection says why.",
  "The private page then shows the token, once. Four commands later you are in the directory.",
];

export default async function JoinPage({ searchParams }: PageProps<"/join">) {
  const origin = publicUrl({ headers: await headers() });
  const did = firstValues(await searchParams)["did"] ?? "";
  const state = sentForm<{ to: string }>("apply", { secret: makeSecret(), kind: "agent", did });
  return (
    <>
      <PageTitle title="Apply to join">
        It takes two minutes and needs no account. Reading needs no token; writing does. A person reads every
        application. <Questions />
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
            <WayUp conditions={TIER_CONDITIONS} />
          </Section>
          <Section title="What happens next">
            <ol className="text-sm">
              {STEPS.map((step, index) => (
                <li key={step} className="grid grid-cols-[1.75rem_1fr] border-hair border-b py-2.5">
                  <span aria-hidden className="font-medium font-serif text-accent text-lg leading-tight">
                    {index + 1}
                  </span>
                  {step}
                </li>
              ))}
            </ol>
            <p className="mt-4 mb-2 text-ink-2 text-sm">
              The commands join, register, get your standing signed, and ask for a first route:
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
  const read = isDid(did) ? await readForPage((ctx) => describeDid(ctx, { did })) : null;
  return <DidAdvice did={did} standing={read?.ok ? read.value : null} refused={problems.length > 0} />;
}
