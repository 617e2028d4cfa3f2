import type { Metadata } from "next";
import { LookUpForm } from "@/components/agents/look-up-form";
import { NotFoundMessage } from "@/components/layout/page";
import { notFoundTexts } from "@/components/layout/texts";
import { setPageStatus } from "@/lib/portal/read-for-page";

export const metadata: Metadata = { title: notFoundTexts.title, robots: { index: false } };

export default function UnknownPage() {
  setPageStatus(404);
  return (
    <>
      <NotFoundMessage title={notFoundTexts.title}>
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
