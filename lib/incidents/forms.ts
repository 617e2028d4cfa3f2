import { z } from "zod";
import {
  ConfirmIncident,
  OpenIncident,
  StrikeAgent,
  TransitionIncident,
  UpdateIncident,
  WritePostmortem,
} from "./schema";

/** An incident from a form, in the name of the signed-in operator. One DID on each line. */
export const OpenIncidentForm = OpenIncident.omit({ affected: true, reporter: true }).extend({
  affected: z
    .string()
    .optional()
    .transform((text): string[] | null | undefined => (text ?? "").split(/[\s,]+/).filter((did) => did !== ""))
    .pipe(OpenIncident.shape.affected),
});

/** A move from a form. */
export const TransitionForm = TransitionIncident.extend({ id: z.string(), unfounded: z.stringbool().default(false) });

/** A confirmation by the signed-in operator, from a form. */
export const ConfirmForm = ConfirmIncident.omit({ confirmer: true }).extend({ id: z.string() });

/** An update by the signed-in operator, from a form. */
export const UpdateForm = UpdateIncident.omit({ author: true }).extend({ id: z.string() });

/** A postmortem from a form. */
export const PostmortemForm = WritePostmortem.extend({ id: z.string() });

/** The removal of an agent from a form. */
export const StrikeForm = StrikeAgent.extend({ id: z.string() });
