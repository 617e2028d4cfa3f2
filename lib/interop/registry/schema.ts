import { z } from "zod";
import { oneOf } from "@/lib/http/filter";
import { Instant } from "@/lib/http/instant";
import { ListedFrom } from "@/lib/http/listed-from";
import { wholeNumber } from "@/lib/http/page";
import { cursorOf, readPosition } from "./rules";

const yesOrNo = (description: string) => oneOf(z.enum(["true", "false"]), description);

export const ServersQuery = z.object({
  cursor: z
    .string()
    .transform((given, context) => {
      if (given === "") return undefined;
      const position = readPosition(given);
      if (position) return position;
      context.addIssue({ code: "custom", message: "must be the `nextCursor` of an earlier page" });
      return z.NEVER;
    })
    .optional()
    .meta({
      description: "The `metadata.nextCursor` of the page before, with the same other parameters.",
      example: cursorOf({ asOf: new Date(0), key: "com.example/weather", did: "did:mcp:default:com.example:weather" }),
    }),
  limit: wholeNumber(1, 100, 30),
  search: z.string().optional().meta({ description: "A part of the name. Case is ignored.", example: "weather" }),
  updated_since: Instant.optional().meta({
    description: "Only changes that were published after this time (RFC 3339), oldest first.",
  }),
  version: z.string().optional().meta({
    description: "`latest`, or exactly this version. Only one version of each server is stored.",
    example: "latest",
  }),
  include_deleted: yesOrNo("`true`: also deleted servers. With `updated_since` they are always included."),
});
export type ServersQuery = z.infer<typeof ServersQuery>;

export const ServerParams = z.object({ name: z.string() });
export const VersionParams = ServerParams.extend({ version: z.string() });
export const ServerQuery = z.object({ include_deleted: yesOrNo("`true`: also if the server is deleted.") });
export type ServerQuery = z.infer<typeof ServerQuery>;

/** This federation's data about a server. */
export const ServerStanding = z.object({
  did: z.string(),
  status: z.enum(["active", "deprecated", "deleted"]),
  successor: z.string().optional(),
  trust_tier: z.string(),
  trust_score: z.number(),
  verified: z.boolean(),
  listed_from: ListedFrom.optional(),
  verified_by: z.string(),
  as_of: z.iso.date(),
  is_demo: z.boolean(),
  profile: z.string().optional(),
  statement: z.string().optional(),
  updated_at: z.iso.datetime(),
});
export type ServerStanding = z.infer<typeof ServerStanding>;

export const ServerResponse = z
  .object({
    server: z.record(z.string(), z.unknown()).meta({
      description:
        "The `server.json` as its publisher wrote it. For a deleted server, only its name, title, description and version.",
    }),
    _meta: z.record(z.string(), z.unknown()).meta({
      description:
        "Under `<this host in reverse DNS>/standing`, this federation's data: `did`, `status` (active, deprecated, deleted), `successor`, `trust_tier`, `trust_score`, `verified`, `listed_from` (absent for a member), `verified_by`, `as_of`, `is_demo`, `profile`, `statement` (all of that as a signed compact JWS; only with PUBLIC_URL), `updated_at`. Under `io.modelcontextprotocol.registry/official`, the data of another registry as it was received.",
    }),
  })
  .meta({ id: "McpServer" });
export type ServerResponse = z.infer<typeof ServerResponse>;

export const ServerList = z
  .object({
    servers: z.array(ServerResponse),
    metadata: z.object({
      count: z.int().meta({ description: "How many servers this page has." }),
      nextCursor: z.string().optional().meta({ description: "Absent on the last page." }),
      as_of: z.iso.datetime().meta({
        description: "Send it as the next `updated_since` to get all later changes.",
      }),
    }),
  })
  .meta({ id: "McpServerList" });
export type ServerList = z.infer<typeof ServerList>;
