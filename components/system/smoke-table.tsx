import { MatchMark } from "@/components/ui/marks";
import type { SmokeCheck } from "@/lib/system/schema";

const PARTS: Record<SmokeCheck["name"], { name: string; what: string }> = {
  database: { name: "Database", what: "A row is written, committed and read again." },
  migrations: { name: "Migrations", what: "The database has every table that this build expects." },
  ledger: { name: "Ledger", what: "Each log’s head fits its last entry, and the signed checkpoint proves it." },
  evidence: { name: "Evidence", what: "Each document is, byte for byte, what the manifest says." },
  cache: { name: "Request counts", what: "Where requests are counted for the rate limit." },
  vector_store: { name: "Vector store", what: "Intents are led by meaning with it, by their words without." },
};

/** Every part with what was tried and what came of it. */
export function SmokeTable({ checks }: { checks: readonly SmokeCheck[] }) {
  return (
    <ul className="text-sm">
      {checks.map(({ name, required, ok, duration_ms, message }) => (
        <li
          key={name}
          className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-6 border-hair border-b py-3 md:grid-cols-[12rem_minmax(0,1fr)_12rem_5rem]"
        >
          <span className="font-semibold">{PARTS[name].name}</span>
          <span className="order-3 col-span-2 text-ink-2 md:order-none md:col-span-1">
            {PARTS[name].what}
            {message !== undefined && <span className="block text-ink">{message}</span>}
          </span>
          <span>
            <MatchMark match={ok}>{ok ? "works" : required ? "fails, and blocks" : "is done without"}</MatchMark>
          </span>
          <span className="order-4 col-span-2 text-ink-3 text-xs tabular-nums md:order-none md:col-span-1 md:text-right">
            {duration_ms.toFixed(1)} ms
          </span>
        </li>
      ))}
    </ul>
  );
}
