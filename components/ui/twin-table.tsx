interface TwinTableProps {
  /** The first names what a row is of; the others are figures. */
  headings: readonly string[];
  rows: readonly (readonly [string, ...number[]])[];
}

/** A drawing's figures, folded below it for those who would rather read them. */
export function TwinTable({ headings, rows }: TwinTableProps) {
  return (
    <details className="mt-2">
      <summary className="min-h-6 text-ink-2 text-xs">The same as a table</summary>
      <table className="mt-2 w-full text-xs tabular-nums">
        <thead>
          <tr className="border-hair border-b text-ink-2">
            {headings.map((heading, place) => (
              <th key={heading} scope="col" className={`py-1 font-normal ${place === 0 ? "text-left" : "text-right"}`}>
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, ...figures]) => (
            <tr key={name} className="border-hair border-b">
              <th scope="row" className="py-1 text-left font-normal">
                {name}
              </th>
              {headings.slice(1).map((heading, place) => (
                <td key={heading} className="py-1 text-right">
                  {figures[place]?.toLocaleString("en")}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
