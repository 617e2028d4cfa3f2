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
