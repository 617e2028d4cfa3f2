interface DataTableProps {
  /** The first names the subject of a row. The others are for figures. */
  headings: readonly string[];
  rows: readonly (readonly [string, ...number[]])[];
}

/** Shows a drawing's numbers as a table, folded below it. */
export function DataTable({ headings, rows }: DataTableProps) {
  return (
    <details className="mt-2">
      <summary className="min-h-6 text-ink-2 text-xs">Show as table</summary>
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
