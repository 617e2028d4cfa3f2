import * as agents from "@/lib/agents/contract";
import * as anchors from "@/lib/anchors/contract";
import * as incidents from "@/lib/incidents/contract";
import * as relay from "@/lib/relay/contract";
import * as releases from "@/lib/releases/contract";
import * as rfcs from "@/lib/rfcs/contract";
import * as system from "@/lib/system/contract";

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
