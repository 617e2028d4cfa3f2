"use client";

import { useForm } from "@/components/forms/use-form";
import { editTexts } from "@/components/owner/texts";
import { HiddenFields } from "@/components/ui/field";
import { FormArea, FormNotice, FormText } from "@/components/ui/form";
import { SubmitButton } from "@/components/ui/submit-button";
import type { AgentProfile } from "@/lib/features/agents/schema";
import { type FormAction, fieldOf, openForm } from "@/lib/http/form-state";

/** Returns the initial values of the form's fields. Lists have one item a line. */
function valuesOf(agent: AgentProfile): Record<string, string> {
  const endpoints = agent.endpoints.map(({ protocol, url, transport }) =>
    [protocol, url, transport ?? ""].join(" ").trim(),
  );
  return {
    revision: String(agent.revision),
    name: agent.name,
    provider: agent.provider,
    description: agent.description,
    role: agent.role,
    model: agent.model_given ? agent.model : "",
    runtime_type: agent.runtime_type,
    version: agent.version,
    licence: agent.licence,
    homepage: agent.homepage,
    repository: agent.repository,
    tags: agent.tags.join("\n"),
    skills: agent.skills.join("\n"),
    capabilities: agent.capabilities.join("\n"),
    endpoints: endpoints.join("\n"),
  };
}

/** Changes an agent's record at the revision that is shown. */
export function EditForm({ action, agent }: { action: FormAction<AgentProfile>; agent: AgentProfile }) {
  const [sent, form] = useForm(action, openForm<AgentProfile>(valuesOf(agent)), ({ revision }) =>
    editTexts.saved(revision),
  );
  const isDone = sent.outcome === "done";
  const state = isDone ? openForm<AgentProfile>(valuesOf(sent.value)) : sent;
  const values = state.outcome === "open" ? state.values : {};
  return (
    <form {...form} className="grid gap-5">
      {isDone && <p className="hidden noscript:block">{editTexts.saved(sent.value.revision)}</p>}
      <FormNotice message={state.outcome === "open" ? state.message : undefined} />
      <HiddenFields values={{ did: agent.did, revision: values["revision"] ?? "" }} />
      <FormText label="Name" hint="Leave empty to use the last part of the DID." {...fieldOf(state, "name")} />
      <FormArea
        label="Description"
        hint="What it is for, in a sentence or two."
        rows={4}
        {...fieldOf(state, "description")}
      />
      <div className="grid gap-5 md:grid-cols-2">
        <FormText label="Provider" {...fieldOf(state, "provider")} />
        <FormText label="Role" {...fieldOf(state, "role")} />
        <FormText label="Model" {...fieldOf(state, "model")} />
        <FormText label="Runtime" {...fieldOf(state, "runtime_type")} />
        <FormText label="Version" hint="The agent’s own." {...fieldOf(state, "version")} />
        <FormText label="Licence" hint="Preferably an SPDX expression." {...fieldOf(state, "licence")} />
        <FormText label="Homepage" type="url" hint={editTexts.https} {...fieldOf(state, "homepage")} />
        <FormText label="Repository" type="url" hint={editTexts.https} {...fieldOf(state, "repository")} />
      </div>
      <FormArea
        label="Skills"
        hint="One on each line. Leave empty to use the skills of the manifest."
        rows={4}
        {...fieldOf(state, "skills")}
      />
      <div className="grid gap-5 md:grid-cols-2">
        <FormArea label="Capabilities" hint={editTexts.onePerLine} {...fieldOf(state, "capabilities")} />
        <FormArea label="Tags" hint={editTexts.onePerLine} {...fieldOf(state, "tags")} />
      </div>
      <FormArea
        label="Endpoints"
        hint="One on each line: a2a, mcp or http, then the address and, if needed, the transport."
        {...fieldOf(state, "endpoints")}
      />
      <div>
        <SubmitButton>Save</SubmitButton>
      </div>
    </form>
  );
}
