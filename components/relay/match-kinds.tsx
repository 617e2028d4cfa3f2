interface Matches {
  semantic: number;
  syntactic: number;
  none: number;
}

const KINDS = [
  { kind: "semantic", name: "Semantic", fill: "fill-ink-2", swatch: "bg-ink-2" },
  { kind: "syntactic", name: "By words", fill: "fill-rule", swatch: "bg-rule" },
  { kind: "none", name: "No match", fill: "fill-hair", swatch: "border border-rule bg-hair" },
] as const;

export function MatchKinds({ matches }: { matches: Matches }) {
  const total = matches.semantic + matches.syntactic + matches.none;
  let at = 0;
  return (
    <>
      <svg aria-hidden width="100%" height="14" viewBox="0 0 100 14" preserveAspectRatio="none" className="mt-4 block">
        <rect width="100" height="14" className="fill-sunk" />
        {KINDS.map(({ kind, fill }) => {
          const width = total === 0 ? 0 : (matches[kind] / total) * 100;
          at += width;
          return <rect key={kind} x={at - width} width={width} height="14" className={fill} />;
        })}
      </svg>
      <table className="mt-2 w-full text-sm">
        <caption className="sr-only">Intents by how they were routed</caption>
        <tbody>
          {KINDS.map(({ kind, name, swatch }) => (
            <tr key={kind} className="border-hair border-b">
              <th scope="row" className="py-2 text-left font-normal">
                <span aria-hidden className={`mr-2 inline-block size-2.5 ${swatch}`} />
                {name}
              </th>
              <td className="py-2 text-right tabular-nums">{matches[kind].toLocaleString("en")}</td>
              <td className="w-16 py-2 text-right text-ink-2 tabular-nums">
                {total === 0 ? "" : `${((matches[kind] / total) * 100).toFixed(0)} %`}
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className="total-rule font-semibold">
            <th scope="row" className="py-2 text-left">
              All
            </th>
            <td className="py-2 text-right tabular-nums">{total.toLocaleString("en")}</td>
            <td />
          </tr>
        </tfoot>
      </table>
    </>
  );
}
