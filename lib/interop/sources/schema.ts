import { z } from "zod";
import { BOUNDS } from "@/lib/foundation/bounds";
import { httpsAddress } from "@/lib/http/https-address";

export const SourceKind = z.enum(["mcp-registry", "ard-publisher", "agent-card"]).meta({
  id: "SourceKind",
  description:
    "`mcp-registry`: the API of an MCP Registry (v0.1). `ard-publisher`: a publisher's `/.well-known/ard.json`. `agent-card`: one A2A agent card.",
});
export type SourceKind = z.infer<typeof SourceKind>;

export const SourceState = z.enum(["active", "paused", "asking"]);
export type SourceState = z.infer<typeof SourceState>;

const EVERY = { least: 5, most: 10_080, default: 60 } as const;

const Address = httpsAddress("Enter its address.");

const everyMinutes = z.coerce
  .number("must be a number of minutes")
  .int("must be a number of minutes")
  .min(EVERY.least, `must be at least ${EVERY.least} minutes`)
  .max(EVERY.most, `must be at most ${EVERY.most} minutes, a week`);

export const AddSource = z.object({
  kind: SourceKind,
  address: Address.meta({ description: "An https address." }),
  every_minutes: everyMinutes.default(EVERY.default).meta({ description: "The interval between fetches." }),
  members: z.boolean().optional().meta({
    description:
      "Whether the list contains agents of your own, which become members. Otherwise its records are listed, until somebody claims them.",
  }),
});
export type AddSource = z.infer<typeof AddSource>;

/** `AddSource` as a form sends it. */
export const AddSourceForm = AddSource.extend({
  kind: z.enum(SourceKind.options, "Choose a kind."),
  every_minutes: z.preprocess((value) => (value === "" ? undefined : value), AddSource.shape.every_minutes),
  members: z.stringbool().default(false),
});

const Members = AddSourceForm.shape.members;

/** A list that an operator uploads or pastes. */
export const ListForm = z
  .object({ file: z.file().optional(), text: z.string().optional(), members: Members })
  .refine(({ file, text }) => file !== undefined || text !== undefined, {
    path: ["file"],
    message: "Choose a file, or paste a text below.",
  })
  .refine(({ file, text }) => file === undefined || text === undefined, {
    path: ["text"],
    message: "You also chose a file. Send one of them: empty this field, or choose no file.",
  });
export type ListForm = z.infer<typeof ListForm>;

/** A list that was previewed, as its page sends it back. `packed` is its gzip in base64. */
export const PreviewedList = z.object({
  name: z.string().max(BOUNDS.identifier),
  packed: z.string(),
  members: Members,
});
export type PreviewedList = z.infer<typeof PreviewedList>;

export const SourceAction = z.enum(["pause", "resume", "run", "accept", "keep", "remove"]);
export type SourceAction = z.infer<typeof SourceAction>;

export const SourceParams = z.object({ id: z.uuid() });
export const DecideSource = z.object({
  action: SourceAction.meta({
    description:
      "`run` fetches the list now. `accept` withdraws the gone agents and `keep` keeps them, both only in the state `asking`. `remove` deletes the source. Its agents stay.",
  }),
});
export const DecideSourceForm = DecideSource.extend(SourceParams.shape);
/** The withdrawal of the missing agents, from a form. The operator types how many the page named. */
export const WithdrawGoneForm = SourceParams.extend({
  gone: z.string(),
  typed: z.string().default(""),
})
  .superRefine(({ gone, typed }, context) => {
    if (typed.replaceAll(/[\s,]/g, "") === gone) return;
    context.addIssue({ code: "custom", path: ["typed"], message: `Type ${gone} to withdraw them.` });
  })
  .transform(({ id, gone }) => ({ id, action: "accept" as const, gone: Number(gone) }));
/** A decision. `gone` is how many agents the operator saw as missing, if a page showed it. */
export type DecideSource = z.infer<typeof DecideSourceForm> & { gone?: number };

const Counts = z.object({
  registered: z.int(),
  updated: z.int(),
  unchanged: z.int(),
  refused: z.int(),
  withdrawn: z.int(),
  returned: z.int(),
});

/** The result of one fetch. */
export const SourceRun = Counts.extend({
  at: z.iso.datetime(),
  complete: z.boolean().meta({ description: "Whether the complete list was read and not only its changes." }),
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
    members: z.boolean().meta({ description: "Whether its records are members, as agents of the operators." }),
    state: SourceState,
    running: z.boolean(),
    records: z.int().meta({ description: "How many agents the source has created." }),
    created_by: z.string(),
    created_at: z.iso.datetime(),
    next_at: z.iso.datetime(),
    last: SourceRun.nullable().meta({ description: "The result of the last fetch; null before the first." }),
    feed: z
      .object({
        checked_at: z.iso.datetime().nullable().meta({ description: "When the feed last responded." }),
        failures: z.int().meta({ description: "How often in a row the feed has not responded since then." }),
      })
      .nullable()
      .meta({
        description:
          "The change feed of the list's federation, which reports a suspension within a minute; null if none was found.",
      }),
    asks: z.object({ gone: z.int(), of: z.int() }).nullable().meta({
      description: "How many of how many agents are gone, if an operator must decide; else null.",
    }),
  })
  .meta({ id: "Source" });
export type Source = z.infer<typeof Source>;

export const SourceList = z.object({ sources: z.array(Source) });
