import { CodeBlock } from "@/components/ui/code";
import { CopyButton } from "@/components/ui/copy-button";
import * as agents from "@/lib/agents/contract";
import * as anchors from "@/lib/anchors/contract";
import * as incidents from "@/lib/incidents/contract";
import * as relay from "@/lib/relay/contract";
import * as releases from "@/lib/releases/contract";
import * as rfcs from "@/lib/rfcs/contract";
import * as system from "@/lib/system/contract";

/** A call that anyone can repeat, and what it answers just now. */
export function FirstCall({ command, answer }: { command: string; answer: unknown }) {
  return (
    <div className="mt-4 border-accent border-l-2 bg-sunk">
      <div className="flex items-center justify-between gap-3 pt-3 pr-3 pl-4 text-ink-2 text-xs">
        No key is needed to read.
        <CopyButton text={command} what="the command" />
      </div>
      <CodeBlock code={`${command}\n\n${JSON.stringify(answer, null, 2)}`} />
    </div>
  );
}

const TWINS = [
  { of: "agents", path: agents.listDirectory.path },
  { of: "incidents", path: incidents.listIncidents.path },
  { of: "anchors", path: anchors.listAnchors.path },
  { of: "relay", path: relay.getRelayStatus.path },
  { of: "rules", path: rfcs.listRfcs.path },
  { of: "smoke check", path: system.runSmoke.path },
  { of: "releases", path: releases.listReleases.path },
];

/** Where a program reads what the first page tells of each register. */
export function Twins() {
  return (
    <p className="mt-3 text-ink-2 text-xs leading-5">
      Same data as JSON:{" "}
      {TWINS.map(({ of, path }, index) => (
        <span key={path}>
          {index > 0 && ", "}
          <a href={path}>{of}</a>
        </span>
      ))}
    </p>
  );
}
