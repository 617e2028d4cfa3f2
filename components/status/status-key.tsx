import type { ReactNode } from "react";

const SWATCH = "inline-block h-4 w-1.5";

export function StatusKey() {
  return (
    <p className="flex flex-wrap gap-x-5 gap-y-1 pt-2 text-ink-2 text-xs">
      <Key swatch={<i aria-hidden className={`${SWATCH} bg-accent/65`} />}>Checks passed</Key>
      <Key swatch={<i aria-hidden className={`${SWATCH} bg-ink`} />}>Checks failed</Key>
      <Key swatch={<i aria-hidden className={`${SWATCH} bg-ink/30`} />}>Failed during planned maintenance</Key>
      <Key swatch={<i aria-hidden className={`${SWATCH} border border-rule`} />}>No data</Key>
      <Key swatch={<i aria-hidden className={`${SWATCH} bg-frozen`} />}>Relay frozen, and below it memory frozen</Key>
      <Key
        swatch={
          <>
            <i aria-hidden className="inline-block h-1 w-2 bg-sev-low" />
            <i aria-hidden className="inline-block h-2 w-2 bg-sev-major" />
            <i aria-hidden className="inline-block h-3 w-2 bg-sev-critical" />
          </>
        }
      >
        Low, major, critical incident
      </Key>
    </p>
  );
}

function Key({ swatch, children }: { swatch: ReactNode; children: string }) {
  return (
    <span className="inline-flex items-center gap-1.5">
      {swatch}
      {children}
    </span>
  );
}
