import type { ReactNode } from "react";

/** Where a page stands: the pages above it, and its own name where that is short. */
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
  /** The same data as JSON. */
  twin?: string;
  feeds?: FollowProps;
}

/** What a page is, and what it is for. */
export function PageTitle({ title, children, twin, feeds }: PageTitleProps) {
  return (
    <div className="mb-8 flex flex-wrap items-end justify-between gap-x-10 gap-y-3">
      <div>
        <h1 className="text-title-1">{title}</h1>
        <p className="mt-2 max-w-[64ch] text-ink-2 text-lg">{children}</p>
      </div>
      {twin !== undefined && <SameAsJson path={twin} />}
      {feeds && (
        <div className="text-xs">
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

/** The feeds of what a page shows. */
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

/** Where a program gets what a page shows. */
export function SameAsJson({ path }: { path: string }) {
  return (
    <p className="min-w-0 text-xs">
      <span className="block text-ink-3">Same data as JSON</span>
      <a href={path} className="font-mono [overflow-wrap:anywhere]">
        GET {path}
      </a>
    </p>
  );
}

/** Says that a thing was not found, why, and where to go on. The page sets the status itself. */
export function NoSuch({ thing, children }: { thing: string; children: ReactNode }) {
  return (
    <div className="max-w-[52ch] py-6">
      <h1 className="text-title-1">{`${thing.charAt(0).toUpperCase()}${thing.slice(1)} not found`}</h1>
      <p className="mt-3 text-ink-2 text-lg">{children}</p>
    </div>
  );
}

/**
 * What a page shows in its place when the database does not answer. It tries again by itself, without JavaScript too.
 * @param requestId finds the cause in the service's log
 */
export function RegisterSilent({ requestId }: { requestId: string }) {
  return (
    <div role="alert" className="max-w-[52ch] py-10">
      <TryAgain />
      <h1 className="text-title-1">The register does not answer</h1>
      <p className="mt-3 text-ink-2 text-lg">
        Its database cannot be reached just now. Nothing on record is lost, and this page tries again every five
        seconds.
      </p>
      <Request id={requestId} />
    </div>
  );
}

/** The same for one part of a page whose other parts may stand. The page itself tries again. */
export function PartSilent({ requestId }: { requestId: string }) {
  return (
    <div className="border-hair border-b py-8 text-sm">
      <p className="font-medium font-serif text-title-3">The register does not answer</p>
      <p className="mt-1 text-ink-2">Nothing on record is lost, and this page tries again every five seconds.</p>
      <Request id={requestId} />
    </div>
  );
}

/** Has the browser ask for the page again. */
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

interface AnsweredProps<T> {
  read: { ok: true; value: T } | { ok: false; requestId: string };
  children: (value: T) => ReactNode;
}

/** A part of a page with what it read, or in its place that its register does not answer. */
export function Answered<T>({ read, children }: AnsweredProps<T>) {
  return read.ok ? children(read.value) : <PartSilent requestId={read.requestId} />;
}
