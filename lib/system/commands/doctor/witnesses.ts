import type { Context } from "@/lib/authority/context";
import { listWitnessed, listWitnessTroubles } from "@/lib/features/anchors/witnesses/service/describe";
import type { Settings } from "@/lib/foundation/env";
import { examine, type Finding, ok, warning } from "./finding";

const REMEDY = 'See "Witnesses" in docs/operations.';

/** Checks that the witnesses in the settings cosign both logs. */
export const examineWitnesses = (ctx: Context, { WITNESSES }: Pick<Settings, "WITNESSES">): Promise<Finding> =>
  examine("witnesses", REMEDY, async () => {
    if (WITNESSES.length === 0) return ok("witnesses", "None is set, so nobody cosigns the logs.");
    const troubles = await listWitnessTroubles(ctx);
    if (troubles.length > 0) return warning("witnesses", troubles.join(" "), REMEDY);
    const witnessed = await listWitnessed(ctx);
    if (witnessed.length < 2) return warning("witnesses", "No quorum has cosigned both logs yet.", REMEDY);
    return ok("witnesses", "They cosign both logs.");
  });
