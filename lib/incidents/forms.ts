import { z } from "zod";
import {
  ConfirmIncident,
  OpenIncident,
  StrikeAgent,
  TransitionIncident,
  UpdateIncident,
  WritePostmortem,
} from "./schema";

/** An incident to open as a form sends it, in the name of the operator who is signed in: one DID on each line. */
export const OpenIncidentForm = OpenIncident.omit({ affected: true, reporter: true }).extend({
  affected: z
    .string()
    .optional()
    .transform((text): string[] | null | undefined => (text ?? "").split(/[\s,]+/).filter((did) => did !== ""))
    .pipe(OpenIncident.shape.affected),
});

/** A move as a form sends it. */
export const TransitionForm = TransitionIncident.extend({ id: z.string(), unfounded: z.stringbool().default(false) });

/** A confirmation as a form sends it, by the operator who is signed in. */
export const ConfirmForm = ConfirmIncident.omit({ confirmer: true }).extend({ id: z.string() });

/** An update as a form sends it, by the operator who is signed in. */
export const UpdateForm = UpdateIncident.omit({ author: true }).extend({ id: z.string() });

/** A postmortem as a form sends it. */
export const PostmortemForm = WritePostmortem.extend({ id: z.string() });

/** A strike as a form sends it. */
export const StrikeForm = StrikeAgent.extend({ id: z.string() });
