"use client";

import { FailedPage, type FailedPageProps } from "@/components/layout/failed-page";

/** Where not even the frame of a page could be made. */
export default function ErrorPage(props: FailedPageProps) {
  return (
    <main className="sheet pt-8">
      <FailedPage {...props} />
    </main>
  );
}
