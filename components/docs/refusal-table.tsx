import { Scroller } from "@/components/ui/scroller";
import type { Reference } from "@/lib/http/reference";
import { Prose } from "./prose";

/** What an endpoint answers when it refuses, and why. */
export function RefusalTable({ refusals }: Pick<Reference, "refusals">) {
  return (
    <Scroller label="Refusals">
      <table className="w-full text-left text-sm">
        <thead className="text-ink-2 text-xs">
          <tr className="border-hair border-b">
            <th className="py-1.5 pr-4 font-normal">Status</th>
            <th className="py-1.5 pr-4 font-normal">error, code</th>
            <th className="py-1.5 font-normal">When</th>
          </tr>
        </thead>
        <tbody>
          {refusals.map(({ status, error, code, meaning }) => (
            <tr key={`${status} ${error} ${code} ${meaning}`} className="border-hair border-b align-top">
              <td className="py-2 pr-4 tabular-nums">{status}</td>
              <td className="py-2 pr-4">
                {error}
                <code className="block font-mono text-ink-2 text-xs [overflow-wrap:anywhere]">{code}</code>
              </td>
              <td className="py-2">
                <Prose text={meaning} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroller>
  );
}
