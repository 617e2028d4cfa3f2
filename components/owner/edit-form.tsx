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
      <FormText label={editTexts.name} hint={editTexts.nameHint} {...fieldOf(state, "name")} />
      <FormArea
        label={editTexts.description}
        hint={editTexts.descriptionHint}
        rows={4}
        {...fieldOf(state, "description")}
      />
      <div className="grid gap-5 md:grid-cols-2">
        <FormText label={editTexts.provider} {...fieldOf(state, "provider")} />
        <FormText label={editTexts.role} {...fieldOf(state, "role")} />
        <FormText label={editTexts.model} {...fieldOf(state, "model")} />
        <FormText label={editTexts.runtime} {...fieldOf(state, "runtime_type")} />
        <FormText label={editTexts.version} hint={editTexts.versionHint} {...fieldOf(state, "version")} />
        <FormText label={editTexts.licence} hint={editTexts.licenceHint} {...fieldOf(state, "licence")} />
        <FormText label={editTexts.homepage} type="url" hint={editTexts.https} {...fieldOf(state, "homepage")} />
        <FormText label={editTexts.repository} type="url" hint={editTexts.https} {...fieldOf(state, "repository")} />
      </div>
      <FormArea label={editTexts.skills} hint={editTexts.skillsHint} rows={4} {...fieldOf(state, "skills")} />
      <div className="grid gap-5 md:grid-cols-2">
        <FormArea label={editTexts.capabilities} hint={editTexts.onePerLine} {...fieldOf(state, "capabilities")} />
        <FormArea label={editTexts.tags} hint={editTexts.onePerLine} {...fieldOf(state, "tags")} />
      </div>
      <FormArea label={editTexts.endpoints} hint={editTexts.endpointsHint} {...fieldOf(state, "endpoints")} />
      <div>
        <SubmitButton>{editTexts.save}</SubmitButton>
      </div>
    </form>
  );
}
