import { actHref } from "./subject-href";

export function LogPlace({ seq }: { seq: number }) {
  return (
    <a href={actHref(seq)} className="text-xs">
      {`Council log, entry ${seq.toLocaleString("en")}`}
    </a>
  );
}
