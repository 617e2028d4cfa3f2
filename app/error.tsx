"use client";

/** What a person sees when a page could not be made, most often because the database does not answer. */
export default function ErrorPage({ reset }: { reset: () => void }) {
  return (
    <main className="sheet py-16">
      <h1 className="text-title-1">This page could not be made just now</h1>
      <p className="mt-3 max-w-[52ch]">
        The register does not answer. It recovers by itself as soon as its database is back; nothing on record is lost.
      </p>
      <button type="button" onClick={reset} className="mt-5 min-h-11 cursor-pointer bg-accent px-5 text-on-accent">
        Try again
      </button>
    </main>
  );
}
