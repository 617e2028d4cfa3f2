import type { Metadata } from "next";
import { LookUpForm } from "@/components/agents/look-up-form";
import { NotFoundMessage } from "@/components/layout/page";
import { setPageStatus } from "@/lib/portal/read-for-page";

export const metadata: Metadata = { title: "Page not found", robots: { index: false } };

export default function UnknownPage() {
  setPageStatus(404);
  return (
    <>
      <NotFoundMessage title="Page not found">
        Check the address, or search. You can also go to the <a href="/">home page</a>.
      </NotFoundMessage>
      <div className="max-w-xl">
        <LookUpForm
          place="/search"
          label="A name, a DID, a hash, words"
          placeholder="did:fed:s1:atlas"
          button="Search"
        />
      </div>
    </>
  );
}
