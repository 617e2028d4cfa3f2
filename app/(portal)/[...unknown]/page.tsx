import type { Metadata } from "next";
import { LookUpForm } from "@/components/agents/look-up-form";
import { NoSuch } from "@/components/layout/page";
import { setPageStatus } from "@/lib/api/read-for-page";

export const metadata: Metadata = { title: "Page not found", robots: { index: false } };

export default function UnknownPage() {
  setPageStatus(404);
  return (
    <>
      <NoSuch thing="page">
        Check the address, or search. You can also go to the <a href="/">first page</a>.
      </NoSuch>
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
