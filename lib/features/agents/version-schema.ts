import { z } from "zod";
import { Cursor } from "@/lib/http/filter";
import { wholeNumber } from "@/lib/http/page";

export const VersionsQuery = z.object({ limit: wholeNumber(1, 100, 20), cursor: Cursor });
export type VersionsQuery = z.infer<typeof VersionsQuery>;

const FieldChange = z.object({
  field: z
    .string()
    .meta({ description: "A field of the record. The manifest's own are `capability_manifest.<field>`." }),
  from: z.unknown().optional().meta({ description: "Absent if there was none, or if a former owner wrote it." }),
  to: z
    .unknown()
    .optional()
    .meta({ description: "Absent if there is none. If `from` and `to` are both absent, the values were removed." }),
});
export type FieldChange = z.infer<typeof FieldChange>;

/** One change of a record. */
export const AgentVersion = z
  .object({
    revision: z.int().meta({ description: "The record's `revision` after the change." }),
    at: z.iso.datetime(),
    by: z.string().meta({
      description:
        "The agent's DID, `organisation`, `operator`, or `source` for the list from which it is copied. Empty if unknown.",
    }),
    changes: z.array(FieldChange),
  })
  .meta({ id: "AgentVersion" });
export type AgentVersion = z.infer<typeof AgentVersion>;

export const AgentVersions = z
  .object({
    did: z.string(),
    versions: z.array(AgentVersion).meta({ description: "Newest first." }),
    next_cursor: z.string().optional().meta({ description: "Absent on the last page." }),
    generated_at: z.iso.datetime(),
  })
  .meta({ id: "AgentVersions" });
export type AgentVersions = z.infer<typeof AgentVersions>;
