"use client";

import { ActionForm } from "@/components/forms/action-form";
import { useForm } from "@/components/forms/use-form";
import { editTexts } from "@/components/owner/texts";
import { FormArea, FormText } from "@/components/ui/form";
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

export function EditForm({ action, agent }: { action: FormAction<AgentProfile>; agent: AgentProfile }) {
  const sent = useForm(action, valuesOf(agent), ({ revision }) => editTexts.saved(revision));
  const saved = sent.state.outcome === "done" ? sent.state.value : undefined;
  const state = saved ? openForm(valuesOf(saved)) : sent.state;
  const form = { ...sent, field: (name: string) => fieldOf(state, name) };
  return (
    <ActionForm
      form={form}
      hidden={{ did: agent.did, revision: form.field("revision").value }}
      button="Save"
      intro={saved && <p className="hidden noscript:block">{editTexts.saved(saved.revision)}</p>}
      className="gap-5"
    >
      <FormText label="Name" hint="Leave empty to use the last part of the DID." {...form.field("name")} />
      <FormArea
        label="Description"
        hint="What it is for, in a sentence or two."
        rows={4}
        {...form.field("description")}
      />
      <div className="grid gap-5 md:grid-cols-2">
        <FormText label="Provider" {...form.field("provider")} />
        <FormText label="Role" {...form.field("role")} />
        <FormText label="Model" {...form.field("model")} />
        <FormText label="Runtime" {...form.field("runtime_type")} />
        <FormText label="Version" hint="The agent’s own." {...form.field("version")} />
        <FormText label="Licence" hint="Preferably an SPDX expression." {...form.field("licence")} />
        <FormText label="Homepage" type="url" hint="An https address." {...form.field("homepage")} />
        <FormText label="Repository" type="url" hint="An https address." {...form.field("repository")} />
      </div>
      <FormArea
        label="Skills"
        hint="One on each line. Leave empty to use the skills of the manifest."
        rows={4}
        {...form.field("skills")}
      />
      <div className="grid gap-5 md:grid-cols-2">
        <FormArea label="Capabilities" hint="One on each line." {...form.field("capabilities")} />
        <FormArea label="Tags" hint="One on each line." {...form.field("tags")} />
      </div>
      <FormArea
        label="Endpoints"
        hint="One on each line: a2a, mcp or http, then the address and, if needed, the transport."
        {...form.field("endpoints")}
      />
    </ActionForm>
  );
}
