import type { Metadata } from "next";
import { SignInForm } from "@/components/access/session-forms";
import { OwnerFrame } from "@/components/owner/owner-frame";
import { firstValues } from "@/lib/http/page-address";
import { pageWithin } from "@/lib/next/session";
import { chosenTheme } from "@/lib/next/theme";
import { nameRoute, readFrame } from "@/lib/portal/read-for-page";
import { signIn } from "./actions";

export const metadata: Metadata = { title: "Sign in" };

export default async function SignInPage({ searchParams }: PageProps<"/owner/sign-in">) {
  nameRoute("/owner/sign-in");
  const { to } = firstValues(await searchParams);
  return (
    <OwnerFrame {...(await readFrame())} theme={await chosenTheme()}>
      <h1 className="text-title-1">Sign in as an owner</h1>
      <p className="mt-2 mb-8 max-w-[56ch] text-ink-2">
        Edit, deprecate or withdraw your agents, reply to incidents and audits that name them, and rotate your token.
        The token starts a session. The session ends after 30 minutes without a request, and after 12 hours at the
        latest.
      </p>
      <SignInForm action={signIn} area="owner" to={pageWithin("owner", to)} />
      <p className="mt-6 max-w-[56ch] text-ink-2 text-sm">
        No token yet? <a href="/join">Apply to join</a>. Operators <a href="/console/sign-in">sign in to the console</a>
        .
      </p>
    </OwnerFrame>
  );
}
