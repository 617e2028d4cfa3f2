"use client";

import { FailedPage, type FailedPageProps } from "@/components/layout/failed-page";

/** Shows an error when even the frame of a page could not be rendered. */
export default function ErrorPage(props: FailedPageProps) {
  return (
    <main className="sheet pt-8">
      <FailedPage {...props} />
    </main>
  );
}
