import type { Metadata } from "next";
import { SignInForm } from "@/components/access/session-forms";
import { signInTexts } from "@/components/access/texts";
import { firstValues } from "@/lib/http/page-address";
import { pageWithin } from "@/lib/next/session";
import { nameRoute } from "@/lib/portal/read-for-page";
import { signIn } from "./actions";

export const metadata: Metadata = { title: signInTexts.title };

export default async function SignInPage({ searchParams }: PageProps<"/console/sign-in">) {
  nameRoute("/console/sign-in");
  const { to } = firstValues(await searchParams);
  return (
    <>
      <h1 className="text-title-1">Sign in to the console</h1>
      <p className="mt-2 mb-8 max-w-[56ch] text-ink-2">
        For operators. The token starts a session. The session ends after 30 minutes without a request, and after 12
        hours at the latest.
      </p>
      <SignInForm
        action={signIn}
        to={pageWithin("console", to)}
        label="Operator’s token"
        hint="It begins with fgs_opr_, or is the service’s OPERATOR_TOKEN."
      />
      <p className="mt-6 text-ink-2 text-sm">
        Agents and organisations <a href="/owner/sign-in">sign in here</a>.
      </p>
    </>
  );
}
