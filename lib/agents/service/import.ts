import { isDeepStrictEqual } from "node:util";
import { eq } from "drizzle-orm";
import type { Context } from "@/lib/context";
import { type AgentRow, agents } from "@/lib/db/schema/agents";
import { completeRecord } from "../rules";
import type { RegisterAgent } from "../schema";
import { registerAgent } from "./register";

/** A field under its name in the API, the manifest's own fields as `capability_manifest.<field>`. */
export interface Change {
  field: string;
  from: unknown;
  to: unknown;
}

/** `changes` is empty unless the agent is updated. */
export interface ImportOutcome {
  outcome: "registered" | "updated" | "unchanged";
  changes: Change[];
}

function changesOf(field: string, from: unknown, to: unknown): Change[] {
  return isDeepStrictEqual(from, to) ? [] : [{ field, from, to }];
}

/** A list says nothing of keys, so an agent's key stays. */
function withPresentKey(input: RegisterAgent, present: AgentRow | undefined): RegisterAgent {
  return present?.publicKey && !input.public_key ? { ...input, public_key: present.publicKey } : input;
}

/** What registering `input` would do to the agent that stands; undefined where none does. */
export function compareWith(present: AgentRow | undefined, input: RegisterAgent): ImportOutcome {
  if (!present) return { outcome: "registered", changes: [] };
  const { runtimeType, capabilityManifest, publicKey, ...plain } = completeRecord(withPresentKey(input, present));
  // As the database keeps it: -0, for one, comes back as 0.
  const manifest: Record<string, unknown> = JSON.parse(JSON.stringify(capabilityManifest));
  const keys = new Set([...Object.keys(present.capabilityManifest), ...Object.keys(manifest)]);
  const changes = [
    ...Object.entries(plain).flatMap(([field, to]) => changesOf(field, present[field as keyof typeof plain], to)),
    ...changesOf("runtime_type", present.runtimeType, runtimeType),
    ...changesOf("public_key", present.publicKey, publicKey),
    ...changesOf("status", present.status, present.status === "unverified" ? "active" : present.status),
    ...[...keys].flatMap((key) =>
      changesOf(`capability_manifest.${key}`, present.capabilityManifest[key], manifest[key]),
    ),
  ];
  return { outcome: changes.length > 0 ? "updated" : "unchanged", changes };
}

async function findAgent(ctx: Context, did: string): Promise<AgentRow | undefined> {
  const [present] = await ctx.db.select().from(agents).where(eq(agents.did, did));
  return present;
}

/** What `importAgent` would do now. Stores nothing. */
export async function planImport(ctx: Context, input: RegisterAgent): Promise<ImportOutcome> {
  return compareWith(await findAgent(ctx, input.did), input);
}

/**
 * Registers an agent from a list, through the verb that the API uses. One that stands as the list says is left alone,
 * so an import that was cut short goes on where it stopped.
 */
export async function importAgent(ctx: Context, input: RegisterAgent): Promise<ImportOutcome> {
  const present = await findAgent(ctx, input.did);
  const result = compareWith(present, input);
  if (result.outcome !== "unchanged") await registerAgent(ctx, withPresentKey(input, present));
  return result;
}
