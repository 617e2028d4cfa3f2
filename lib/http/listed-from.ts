import { z } from "zod";

/** The list that a record was copied from, in every response that contains an agent. */
export const ListedFrom = z
  .object({
    source: z.string().meta({ description: "The list's name, such as `the MCP Registry`." }),
    url: z.string().nullable().meta({ description: "Its site; null if it has no address." }),
    at: z.iso.datetime().meta({ description: "When the record was first copied." }),
  })
  .meta({
    id: "ListedFrom",
    description:
      "The list from which the operators copied the record. Nobody has claimed it, so it is T0 and `unverified`. Absent for a member. Added by this service.",
  });
