import { z } from "zod";
import { BOUNDS } from "@/lib/foundation/bounds";
import { trimmed } from "@/lib/foundation/text/blank";
import { plainText } from "@/lib/foundation/text/plain-text";
import { Did } from "@/lib/identity/did";
import { Protocol } from "./details";
import { UpdateAgent } from "./schema";

const Reason = plainText(BOUNDS.reason)
  .default("")
  .meta({ description: "Shown on the agent's profile. May be empty." });

export const WithdrawAgent = z.object({
  withdrawn: z.boolean().default(true).meta({ description: "`false` brings a withdrawn agent back." }),
  reason: Reason,
});
export type WithdrawAgent = z.infer<typeof WithdrawAgent>;

export const DeprecateAgent = z.object({
  deprecated: z.boolean().default(true).meta({ description: "`false` ends the deprecation." }),
  successor: Did.nullish()
    .transform((did) => did ?? null)
    .meta({ description: "The agent to use instead. It must be another active agent of this registry." }),
  reason: Reason,
});
export type DeprecateAgent = z.infer<typeof DeprecateAgent>;

/** The same two inputs from a form. */
export const WithdrawForm = z.object({ did: z.string(), withdrawn: z.stringbool(), reason: Reason });
export const DeprecateForm = DeprecateAgent.extend({ did: z.string(), deprecated: z.stringbool() });

/** Whether guests are taken, as a form sends it. */
export const GuestsForm = z.object({ did: z.string(), a2a_guests: z.stringbool() });
export type GuestsForm = z.infer<typeof GuestsForm>;

const EditedRecord = z.strictObject({
  ...UpdateAgent.omit({ capability_manifest: true, public_key: true }).shape,
  did: z.string(),
  revision: z.int(),
});
export type EditedRecord = z.infer<typeof EditedRecord>;
type Sent = z.input<typeof EditedRecord>;

/** An empty field is reset. */
const line = z
  .string()
  .optional()
  .transform((text): Sent["name"] => text ?? null);
const items = (text: string) => text.split("\n").flatMap((each) => trimmed(each) || []);
const lines = line.transform((text): Sent["tags"] => (text ? items(text) : null));

const ENDPOINT = /^(a2a|mcp|http)\s+(\S+)(?:\s+(\S+))?$/i;
const endpoints = line.transform((text, context): Sent["endpoints"] => {
  if (!text) return null;
  return items(text).flatMap((each) => {
    const [, named, url, transport] = ENDPOINT.exec(each) ?? [];
    const protocol = Protocol.options.find((option) => option === named?.toLowerCase());
    if (protocol && url) return [{ protocol, url, transport }];
    const message = `Write a protocol (a2a, mcp or http), an address and, if needed, a transport: ${each}`;
    context.addIssue({ code: "custom", message });
    return [];
  });
});

/** A record from a form: all fields at once, and lists with one item a line. */
export const EditForm = z
  .object({
    did: z.string(),
    revision: z.coerce.number(),
    name: line,
    provider: line,
    description: line,
    role: line,
    model: line,
    runtime_type: line,
    version: line,
    licence: line,
    homepage: line,
    repository: line,
    tags: lines,
    skills: lines,
    capabilities: lines,
    endpoints,
  })
  .transform((record): Sent => record)
  .pipe(EditedRecord);
