import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { type Context, systemContext } from "@/lib/authority/context";
import type { Database } from "@/lib/database/open";
import { agents } from "@/lib/database/schema/agents";
import { registerAgent } from "@/lib/features/agents/service/register";
import { freshDid } from "@/lib/features/agents/testing/fixtures";
import { SendEvent } from "@/lib/features/relay/schema";
import { readInbox } from "@/lib/features/relay/service/inbox";
import { sendEvent } from "@/lib/features/relay/service/send";
import type { Caller } from "@/lib/identity/permissions";
import type { Tier } from "@/lib/identity/tiers";
import { SendMessageRequest, type Task } from "../schema";
import { getTask } from "../service/read-task";
import { sendMessage } from "../service/send-message";

export const ANONYMOUS: Caller = { kind: "anonymous" };

/** Returns functions that create agents with doors and call them. */
export function doorsOn(database: () => Database) {
  const as = (caller: Caller): Context => ({ ...systemContext(database()), caller });
  const agentCaller = (did: string, tier: Tier = "T2", status = "active"): Caller => ({
    ...{ kind: "agent", credentialId: "c", did, tier, status },
  });

  /** Registers an active agent. */
  const member = async (some: { tier?: Tier; guests?: boolean; skills?: string[] } = {}): Promise<string> => {
    const did = freshDid("door");
    const { tier = "T2", guests: a2aGuests = false, skills = ["talking"] } = some;
    await registerAgent(systemContext(database()), { did, skills });
    await database().update(agents).set({ trustTier: tier, grantedTier: tier, a2aGuests }).where(eq(agents.did, did));
    return did;
  };
  const request = (text: string, message: object = {}, more: object = {}): SendMessageRequest =>
    SendMessageRequest.parse({
      message: { messageId: randomUUID(), role: "ROLE_USER", parts: [{ text }], ...message },
      configuration: { returnImmediately: true },
      ...more,
    });
  const send = (
    caller: Caller,
    door: string | null,
    asked: SendMessageRequest,
    admitWaiting = () => new AbortController(),
  ) => sendMessage(as(caller), door, asked, { signal: new AbortController().signal, admitWaiting });
  /** Sends a text. @returns the task @throws if the response has none */
  const ask = async (caller: Caller, door: string | null, text: string, message: object = {}): Promise<Task> => {
    const response = await send(caller, door, request(text, message));
    if (!("task" in response)) throw new Error("the response has no task");
    return response.task;
  };
  const answer = (src: string, task: Task, kind: string, payload: object = {}, more: object = {}) => {
    const trace_id = task.metadata?.["traceId"];
    const event = { src_did: src, intent: "a2a.message", kind, trace_id, payload, ...more };
    return sendEvent(as({ kind: "system" }), SendEvent.parse(event), null);
  };
  const show = (caller: Caller, task: { id: string }, door: string | null = null) =>
    getTask(as(caller), door, { id: task.id });
  const inbox = async (did: string) => (await readInbox(as({ kind: "system" }), { did, limit: 200, after: 0 })).events;
  return { as, agentCaller, member, request, send, ask, answer, show, inbox };
}
