import type { IncidentStatus, Severity } from "@/lib/incidents/schema";
import { SEVERITY_NAMES, STATUS_NAMES } from "@/lib/incidents/view/names";
import { LIGHT } from "./colours";
import { drawableText } from "./letters";
import { Heading, type Origin, SERIF, Sheet } from "./sheet";

const BARS = { LOW: 1, MAJOR: 2, CRITICAL: 3 } as const;
const SEVERITY_HUES = { LOW: LIGHT["sev-low"], MAJOR: LIGHT["sev-major"], CRITICAL: LIGHT["sev-critical"] } as const;

interface Facts extends Origin {
  id: number;
  title: string;
  severity: Severity;
  status: IncidentStatus;
  /** UTC day. */
  openedOn: string;
}

/** An incident by its severity, with one, two or three bars, its status and its title. */
export function IncidentPicture({ id, title, severity, status, openedOn, ...origin }: Facts) {
  const hue = SEVERITY_HUES[severity];
  const frozen = status === "FROZEN";
  return (
    <Sheet {...origin} kind={`Incident ${id}`} foot={`Opened on ${openedOn}, UTC`}>
      <div style={{ display: "flex", alignItems: "center", gap: 20, fontFamily: SERIF, fontSize: 44, color: hue }}>
        <svg aria-hidden width="65" height="60" viewBox="0 0 13 12">
          {[0, 1, 2].map((bar) => (
            <rect
              key={bar}
              x={bar * 5}
              y={8 - bar * 4}
              width="3"
              height={4 + bar * 4}
              fill={bar < BARS[severity] ? hue : LIGHT["rule-hair"]}
            />
          ))}
        </svg>
        <div>{SEVERITY_NAMES[severity]}</div>
        <div
          style={{
            marginLeft: 20,
            padding: "2px 20px 6px",
            border: `2px solid ${frozen ? LIGHT.frozen : LIGHT.rule}`,
            color: frozen ? LIGHT.frozen : LIGHT["ink-2"],
            background: frozen ? LIGHT["frozen-wash"] : LIGHT.paper,
          }}
        >
          {STATUS_NAMES[status]}
        </div>
      </div>
      <div style={{ display: "flex", marginTop: 28 }}>
        <Heading size={60} lines={3}>
          {drawableText(title, `Incident ${id}`)}
        </Heading>
      </div>
    </Sheet>
  );
}
