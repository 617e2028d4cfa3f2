import { CodeTabs } from "@/components/ui/code";
import { RelativeTime } from "@/components/ui/relative-time";
import { FactList } from "@/components/ui/section";
import type { LogList } from "@/lib/features/anchors/schema";
import { ledgerPageTexts, policyCommand, policyOf } from "@/lib/features/anchors/texts";
import { CopiedCode } from "./log-facts";

type Log = LogList["logs"][number];

function Cosigned({ of: { verifier_key: key, size, cosigned_at: at, trouble } }: { of: Log["witnesses"][number] }) {
  return (
    <>
      <code className="block font-mono text-xs leading-5 [overflow-wrap:anywhere]">{key.split("+", 1)[0]}</code>
      {size === null || at === null ? (
        "No checkpoint yet."
      ) : (
        <>
          {size.toLocaleString("en")} entries, <RelativeTime instant={at} />.
        </>
      )}
      {trouble !== null && ` ${trouble}`}
    </>
  );
}

/** Lists the witnesses of both logs with their last cosignatures, and the policies to audit by. */
export function Witnesses({ origin, logs, quorum }: { origin: string; logs: LogList["logs"]; quorum: number }) {
  const facts = logs.flatMap((log) =>
    log.witnesses.map((witness) => ({
      name: ledgerPageTexts.logNames[log.log],
      value: <Cosigned of={witness} />,
    })),
  );
  const policies = logs.map((log) => [
    ledgerPageTexts.logNames[log.log],
    `cat > ${log.log}.policy << END\n${policyOf(log, quorum)}\nEND\n${policyCommand(origin, log)}`,
  ]);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-14 gap-y-6 pt-4 lg:grid-cols-[minmax(0,1fr)_24rem]">
      <div>
        <FactList facts={facts} />
        <div className="mt-6">
          <CodeTabs label="Commands that audit a log by its policy" samples={Object.fromEntries(policies)} />
        </div>
      </div>
      <div className="max-w-[64ch] text-ink-2 text-sm">
        <p>
          A witness cosigns a checkpoint only if the log it saw before is its beginning. So all readers who ask for its
          cosignature see the same log. {quorum} of {logs[0]?.witnesses.length} must cosign. The audit ends with 4 if
          they did not.
        </p>
        <p className="mt-3">{ledgerPageTexts.witnessKeys}</p>
      </div>
    </div>
  );
}

/** Shows the keys and the address of this service as a witness of logs of others. */
export function OwnWitness({ witness }: { witness: LogList["witness"] }) {
  const { verifier_keys: keys, url, origins } = witness;
  const facts = [
    ...keys.map((key, at) => ({
      name: at === 0 ? "Verifier key" : "Earlier verifier key",
      value: <CopiedCode text={key} what="the verifier key of this witness" />,
    })),
    { name: "Address", value: <CopiedCode text={url} what="the address of this witness" /> },
    {
      name: "Witnesses",
      value: origins.length === 0 ? "No log of others yet. Its operators choose them." : origins.join(", "),
    },
  ];
  return <FactList facts={facts} />;
}
