/** Links an entry of the council's log by its position. */
export function LogPlace({ seq }: { seq: number }) {
  return (
    <a href={`/anchors?log=council&at=${seq}`} className="text-xs">
      {`Council log, entry ${seq.toLocaleString("en")}`}
    </a>
  );
}
