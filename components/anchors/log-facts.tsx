import { CopyButton } from "@/components/ui/copy-button";
import { RelativeTime } from "@/components/ui/relative-time";
import { FactList, Section } from "@/components/ui/section";
import type { LogList } from "@/lib/features/anchors/schema";
import { ledgerPageTexts } from "@/lib/features/anchors/texts";

type Log = LogList["logs"][number];

export function CopiedCode({ text, what }: { text: string; what: string }) {
  return (
    <span className="flex items-center gap-x-1">
      <code className="min-w-0 font-mono text-xs leading-5 [overflow-wrap:anywhere]">{text}</code>
      <CopyButton text={text} what={what} />
    </span>
  );
}

export function LogFacts({ log }: { log: Log }) {
  const { origin, url, size, last_entry_at: lastAt, verifier_keys: keys, retired_keys: retired } = log;
  const { witnessed, witnesses } = log;
  const name = ledgerPageTexts.logNames[log.log];
  const facts = [
    {
      name: "Entries",
      value: (
        <>
          <a href={`/anchors?log=${log.log}`}>{size.toLocaleString("en")}</a>
          {lastAt !== null && (
            <>
              , the last <RelativeTime instant={lastAt} />
            </>
          )}
        </>
      ),
    },
    { name: "Origin", value: <CopiedCode text={origin} what={`the origin of ${name}`} /> },
    { name: "Address of its tiles", value: <CopiedCode text={url} what={`the address of ${name}`} /> },
    {
      name: "Signed checkpoint",
      value: <a href={`/log/${log.log}/checkpoint`}>{`/log/${log.log}/checkpoint`}</a>,
    },
    ...(witnesses.length === 0
      ? []
      : [
          {
            name: "Witnessed",
            value: witnessed ? (
              <>
                {witnessed.size.toLocaleString("en")} entries, <RelativeTime instant={witnessed.at} />
              </>
            ) : (
              "Not yet by enough witnesses."
            ),
          },
        ]),
    ...keys.map((key, at) => ({
      name: at === 0 ? "Verifier key" : "Earlier verifier key",
      value: <CopiedCode text={key} what={`the verifier key of ${name}`} />,
    })),
    ...retired.map(({ verifier_key: key, last_size: lastSize }) => ({
      name: `Retired key, up to entry ${lastSize.toLocaleString("en")}`,
      value: <CopiedCode text={key} what={`a retired key of ${name}`} />,
    })),
  ];
  return (
    <Section title={name}>
      <FactList facts={facts} />
    </Section>
  );
}
