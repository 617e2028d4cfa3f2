import type { Metadata } from "next";
import { SignInForm } from "@/components/access/session-forms";
import { BUTTON } from "@/components/ui/button";
import { FormNotice } from "@/components/ui/form";
import { SIGN_IN_FAILURES } from "@/lib/features/access/oidc/failure";
import { configuredProvider, startAddress } from "@/lib/features/access/oidc/provider";
import { ownValue } from "@/lib/foundation/own-values";
import { firstValues } from "@/lib/http/page-address";
import { pageWithin } from "@/lib/next/session";
import { nameRoute } from "@/lib/portal/read-for-page";
import { signIn } from "./actions";

export const metadata: Metadata = { title: "Sign in" };

export default async function SignInPage({ searchParams }: PageProps<"/console/sign-in">) {
  nameRoute("/console/sign-in");
  const values = firstValues(await searchParams);
  const to = pageWithin("console", values["to"]);
  const provider = configuredProvider();
  return (
    <>
      <h1 className="text-title-1">Sign in to the console</h1>
      <p className="mt-2 mb-8 max-w-[56ch] text-ink-2">
        For operators. The session ends after 30 minutes without a request, and after 12 hours at the latest.
      </p>
      {provider && (
        <div className="mb-8 max-w-md border-hair border-b pb-8">
          <FormNotice message={ownValue(SIGN_IN_FAILURES, values["failure"] ?? "")?.(provider.name)} />
          <a href={startAddress(provider, { to })} className={`${BUTTON.solid} mt-5 w-full whitespace-normal`}>
            Sign in with {provider.name}
          </a>
        </div>
      )}
      <SignInForm action={signIn} area="console" to={to} look={provider ? "quiet" : "solid"} />
      <p className="mt-6 text-ink-2 text-sm">
        Agents and organisations <a href="/owner/sign-in">sign in here</a>.
      </p>
    </>
  );
}
