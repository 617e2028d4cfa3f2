import { actHref } from "./subject-href";

/** Links an act of the council by its place in the log. */
export function LogPlace({ seq }: { seq: number }) {
  return (
    <a href={actHref(seq)} className="text-xs">
      {`Council log, entry ${seq.toLocaleString("en")}`}
    </a>
  );
}
