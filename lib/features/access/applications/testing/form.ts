import { randomUUID } from "node:crypto";
import { SubmitApplication } from "../schema";
import { makeSecret } from "../service/by-secret";

/** What a person sends by the form for an agent; empty fields are absent, as the binding leaves them. */
export function agentForm(fields: Record<string, string> = {}): Record<string, string> {
  return {
    secret: makeSecret(),
    kind: "agent",
    did: `did:fed:s1:applicant-${randomUUID().slice(0, 8)}`,
    organisation: "Łódź Tourist Office",
    email: "agents@lodz.example",
    purpose: "Answers visitors’ questions about accessible routes.",
    rules: "on",
    ...fields,
  };
}

/** The same for an organisation. */
export function providerForm(fields: Record<string, string> = {}): Record<string, string> {
  const { did: _, ...form } = agentForm({ kind: "provider", organisation: `Guild ${randomUUID()}`, ...fields });
  return form;
}

/** An application as the verb gets it. */
export function application(form: Record<string, string> = agentForm()): SubmitApplication {
  return SubmitApplication.parse(form);
}
