import { z } from "zod";
import {
  ConfirmIncident,
  OpenIncident,
  StrikeAgent,
  TransitionIncident,
  UpdateIncident,
  WritePostmortem,
} from "./schema";

/** A tick: the reporter agreed to publish the words of a private report. The API has no such field. */
export const Agreed = z.stringbool({ truthy: ["on"], falsy: [] }).default(false);

/** An incident from a form, in the name of the signed-in operator. One DID on each line. */
export const OpenIncidentForm = OpenIncident.omit({ affected: true, reporter: true }).extend({
  affected: z
    .string()
    .optional()
    .transform((text): string[] | null | undefined => (text ?? "").split(/[\s,]+/).filter((did) => did !== ""))
    .pipe(OpenIncident.shape.affected),
});

/** The incident, and the tick. */
const ofForm = { id: z.string(), reporter_agreed: Agreed };

export const TransitionForm = TransitionIncident.extend({ unfounded: z.stringbool().default(false), ...ofForm });

/** A confirmation by the signed-in operator, from a form. */
export const ConfirmForm = ConfirmIncident.omit({ confirmer: true }).extend(ofForm);

/** An update by the signed-in operator, from a form. */
export const UpdateForm = UpdateIncident.omit({ author: true }).extend(ofForm);

export const PostmortemForm = WritePostmortem.extend(ofForm);

export const StrikeForm = StrikeAgent.extend(ofForm);
