import { z } from "zod";
import { plainLine } from "@/lib/text/plain-text";

export const SourceKind = z.enum(["mcp-registry", "ard-publisher", "agent-card"]).meta({
  id: "SourceKind",
  description:
    "`mcp-registry`: the API of an MCP Registry (v0.1). `ard-publisher`: a publisher's `/.well-known/ard.json`. `agent-card`: one A2A agent card.",
});
export type SourceKind = z.infer<typeof SourceKind>;

export const SourceState = z.enum(["active", "paused", "asking"]);
export type SourceState = z.infer<typeof SourceState>;

const MOST_ADDRESS_CHARACTERS = 500;
const EVERY = { least: 5, most: 10_080, default: 60 } as const;

const Address = plainLine(MOST_ADDRESS_CHARACTERS, "Enter its address.").refine((text) => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url?.protocol === "https:" && url.username === "" && url.password === "" && url.hash === "";
}, "must be an https address without user information and fragment");

const everyMinutes = z.coerce
  .number("must be a number of minutes")
  .int("must be a number of minutes")
  .min(EVERY.least, `must be at least ${EVERY.least} minutes`)
  .max(EVERY.most, `must be at most ${EVERY.most} minutes, a week`);

export const AddSource = z.object({
  kind: SourceKind,
  address: Address.meta({ description: "An https address." }),
  every_minutes: everyMinutes.default(EVERY.default).meta({ description: "How often it is fetched." }),
});
export type AddSource = z.infer<typeof AddSource>;

/** The same as a form sends it. */
export const AddSourceForm = AddSource.extend({
  kind: z.enum(SourceKind.options, "Choose what it is."),
  every_minutes: z.preprocess((value) => (value === "" ? undefined : value), AddSource.shape.every_minutes),
});

export const SourceAction = z.enum(["pause", "resume", "run", "accept", "keep", "remove"]);
export type SourceAction = z.infer<typeof SourceAction>;

export const SourceParams = z.object({ id: z.uuid() });
export const DecideSource = z.object({
  action: SourceAction.meta({
    description:
      "`run`: fetch it now. `accept` withdraws the agents that are gone, `keep` keeps them; both only where the state is `asking`. `remove` ends following it, and leaves its agents as they are.",
  }),
});
export const DecideSourceForm = DecideSource.extend(SourceParams.shape);
export type DecideSource = z.infer<typeof DecideSourceForm>;

const Counts = z.object({
  registered: z.int(),
  updated: z.int(),
  unchanged: z.int(),
  refused: z.int(),
  withdrawn: z.int(),
  returned: z.int(),
});

/** What came of one fetch. */
export const SourceRun = Counts.extend({
  at: z.iso.datetime(),
  complete: z.boolean().meta({ description: "Whether the whole list was read, not its changes alone." }),
  notModified: z.boolean().optional(),
  failed: z.string().optional(),
  refusals: z.array(z.string()),
});
export type SourceRun = z.infer<typeof SourceRun>;

export const Source = z
  .object({
    id: z.string(),
    kind: SourceKind,
    address: z.string(),
    every_minutes: z.int(),
    state: SourceState,
    running: z.boolean(),
    records: z.int().meta({ description: "How many agents it has created." }),
    created_by: z.string(),
    created_at: z.iso.datetime(),
    next_at: z.iso.datetime(),
    last: SourceRun.nullable().meta({ description: "What came of the last fetch; null before the first." }),
    asks: z.object({ gone: z.int(), of: z.int() }).nullable().meta({
      description: "How many of its agents are gone, of how many, where an operator must decide.",
    }),
  })
  .meta({ id: "Source" });
export type Source = z.infer<typeof Source>;

export const SourceList = z.object({ sources: z.array(Source) });
