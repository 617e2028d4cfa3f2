/** Where something stands in the council's log, and the way there. */
export function LogPlace({ seq }: { seq: number }) {
  return (
    <a href={`/anchors?log=council&at=${seq}`} className="text-xs">
      Council log, entry {seq.toLocaleString("en")}
    </a>
  );
}
