import type { ReactNode } from "react";
import { pageTexts } from "@/components/layout/texts";

export function Breadcrumb({ above, here }: { above: readonly { name: string; href: string }[]; here?: string }) {
  return (
    <nav aria-label="Breadcrumb" className="mb-6 text-sm">
      <ol className="flex flex-wrap gap-x-2">
        {above.map(({ name, href }, depth) => (
          <li key={href} className="flex gap-x-2">
            {depth > 0 && <Divider />}
            <a href={href}>{name}</a>
          </li>
        ))}
        {here !== undefined && (
          <li aria-current="page" className="flex gap-x-2">
            <Divider />
            {here}
          </li>
        )}
      </ol>
    </nav>
  );
}

function Divider() {
  return (
    <span aria-hidden className="text-ink-3">
      /
    </span>
  );
}

interface PageTitleProps {
  title: string;
  children: ReactNode;
  jsonPath?: string;
  feeds?: FollowProps;
}

export function PageTitle({ title, children, jsonPath, feeds }: PageTitleProps) {
  return (
    <div className="mb-8 flex flex-wrap items-end justify-between gap-x-10 gap-y-3">
      <div>
        <h1 className="text-title-1 [overflow-wrap:anywhere]">{title}</h1>
        <p className="mt-2 max-w-[64ch] text-ink-2 text-lg">{children}</p>
      </div>
      {jsonPath !== undefined && <SameAsJson path={jsonPath} />}
      {feeds && (
        // A separate line on a phone, so the page does not move when the fonts arrive.
        <div className="text-xs max-md:w-full">
          <Follow {...feeds} />
        </div>
      )}
    </div>
  );
}

interface FollowProps {
  /** Paths of the feeds. */
  atom: string;
  json: string;
}

export function Follow({ atom, json }: FollowProps) {
  return (
    <p className="flex flex-wrap items-center gap-x-4">
      <span className="text-ink-2">Follow:</span>
      <a href={atom} className="inline-flex items-center max-md:min-h-11">
        Atom
      </a>
      <a href={json} className="inline-flex items-center max-md:min-h-11">
        JSON Feed
      </a>
    </p>
  );
}

export function SameAsJson({ path }: { path: string }) {
  return (
    <p className="min-w-0 text-xs">
      <span className="block text-ink-3">Same data as JSON</span>
      <a href={path} className="font-mono [overflow-wrap:anywhere]">
        {`GET ${path}`}
      </a>
    </p>
  );
}

/** Says that something was not found, why, and how to continue. The page sets the HTTP status itself. */
export function NotFoundMessage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="max-w-[52ch] py-6">
      <h1 className="text-title-1 [overflow-wrap:anywhere]">{title}</h1>
      <p className="mt-3 text-ink-2 text-lg">{children}</p>
    </div>
  );
}

/**
 * Replaces a page when the database cannot be reached. It tries again by itself, also without JavaScript.
 * @param requestId finds the cause in the service's log
 */
export function DatabaseUnavailable({ requestId }: { requestId: string }) {
  return (
    <div role="alert" className="max-w-[52ch] py-10">
      <TryAgain />
      <h1 className="text-title-1">{pageTexts.unavailable}</h1>
      <p className="mt-3 text-ink-2 text-lg">
        Its database cannot be reached at the moment. No record is lost. This page tries again every five seconds.
      </p>
      <Request id={requestId} />
    </div>
  );
}

/** Replaces one part of a page when its data cannot be read. The page tries again by itself. */
export function PartUnavailable({ requestId }: { requestId: string }) {
  return (
    <div className="border-hair border-b py-8 text-sm">
      <p className="font-medium font-serif text-title-3">{pageTexts.unavailable}</p>
      <p className="mt-1 text-ink-2">No record is lost. This page tries again every five seconds.</p>
      <Request id={requestId} />
    </div>
  );
}

export function TryAgain() {
  return <meta httpEquiv="refresh" content="5" />;
}

function Request({ id }: { id: string }) {
  return (
    <p className="mt-3 text-ink-3 text-xs">
      Request <span className="font-mono">{id}</span>
    </p>
  );
}

interface LoadedPartProps<T> {
  read: { ok: true; value: T } | { ok: false; requestId: string };
  children: (value: T) => ReactNode;
}

/** Shows a part of a page with its data, or says that the data could not be read. */
export function LoadedPart<T>({ read, children }: LoadedPartProps<T>) {
  return read.ok ? children(read.value) : <PartUnavailable requestId={read.requestId} />;
}
