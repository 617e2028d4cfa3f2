import { LOG_RISKS } from "@/lib/features/anchors/texts";

export function TrustTable() {
  return (
    <ul className="text-sm">
      {LOG_RISKS.map(({ act, shown, looks }) => (
        <li key={act} className="grid gap-x-8 gap-y-1 border-hair border-b py-3 md:grid-cols-3">
          <p className="font-semibold">{act}</p>
          <p>
            <span className="block text-ink-2 text-xs">What shows it</span>
            {shown}
          </p>
          <p>
            <span className="block text-ink-2 text-xs">Who must look</span>
            {looks}
          </p>
        </li>
      ))}
    </ul>
  );
}
