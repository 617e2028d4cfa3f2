import { CodeTabs } from "@/components/ui/code";
import type { LogList } from "@/lib/features/anchors/schema";
import { auditCommands, ledgerPageTexts } from "@/lib/features/anchors/texts";

export function AuditCommands({ origin, logs }: { origin: string; logs: LogList["logs"] }) {
  const commands = logs.map((log) => [ledgerPageTexts.logNames[log.log], auditCommands(origin, log)]);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-14 gap-y-6 pt-4 lg:grid-cols-[minmax(0,1fr)_24rem]">
      <CodeTabs label="Commands that audit a log" samples={Object.fromEntries(commands)} />
      <div className="max-w-[64ch] text-ink-2 text-sm">
        <p>
          The program needs Node 20 and nothing else. It downloads the tiles, recomputes every hash and every link, and
          checks the signature. The file after <code className="font-mono text-xs">--state</code> contains what it saw.
          Run it again later: it goes on from there, and ends with 3 if the log was forked or rolled back.{" "}
          <code className="font-mono text-xs">watch.mjs</code>, from the same place, runs on and repeats it.
        </p>
        <p className="mt-3">
          Take the key from a second source too, such as somebody who audits this log already. A false service would
          show a false key.
        </p>
        {logs.every(({ witnesses }) => witnesses.length === 0) && <p className="mt-3">{ledgerPageTexts.noWitness}</p>}
      </div>
    </div>
  );
}
