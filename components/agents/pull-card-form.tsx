"use client";

import { useForm } from "@/components/forms/use-form";
import { Actor } from "@/components/marks/did";
import { HiddenFields } from "@/components/ui/field";
import { FormNotice } from "@/components/ui/form";
import { FactList } from "@/components/ui/section";
import { SubmitButton } from "@/components/ui/submit-button";
import type { CardPull } from "@/lib/features/agents/card-schema";
import type { AgentProfile } from "@/lib/features/agents/schema";
import { shortened } from "@/lib/foundation/text/cut";
import type { FormAction } from "@/lib/http/form-state";

interface PullCardFormProps {
  action: FormAction<CardPull>;
  agent: Pick<AgentProfile, "did" | "revision">;
}

/** Reads an agent's card from its host and shows the changes. A second step applies them. */
export function PullCardForm({ action, agent }: PullCardFormProps) {
  const { state, message, attributes } = useForm(action, {}, outcomeOf);
  const pull = state.outcome === "done" ? state.value : undefined;
  const shown = pull && !pull.applied && pull.changes.length > 0 ? pull : undefined;
  const fields = shown
    ? { did: agent.did, apply: "true", revision: String(shown.revision), sha256: shown.sha256 }
    : { did: agent.did, apply: "false", revision: String(pull?.revision ?? agent.revision) };
  return (
    <form {...attributes} className="grid max-w-2xl gap-4">
      {pull && <p className="hidden noscript:block">{outcomeOf(pull)}</p>}
      <FormNotice message={message} />
      <HiddenFields values={fields} />
      {shown && <Shown pull={shown} />}
      <div>
        <SubmitButton look={shown ? "solid" : "quiet"}>{shown ? "Apply the card" : "Pull the agent card"}</SubmitButton>
      </div>
    </form>
  );
}

function outcomeOf({ applied, changes, revision }: CardPull): string {
  if (applied) return `The card is applied. The record is now at revision ${revision}.`;
  return changes.length === 0
    ? "The card and the record are the same."
    : "Nothing is saved yet. Check what the card would change, then apply it.";
}

function Shown({ pull }: { pull: CardPull }) {
  return (
    <div>
      <p className="mb-2 text-sm">
        The card at <span className="font-mono [overflow-wrap:anywhere]">{pull.address}</span> would change:
      </p>
      <FactList
        facts={pull.changes.map(({ field, from, to }) => ({
          name: field,
          value: (
            <>
              <del className="block text-ink-2">{shortly(from)}</del>
              <ins className="block no-underline">{shortly(to)}</ins>
            </>
          ),
        }))}
      />
      {pull.namesakes.length > 0 && (
        <p className="mt-3 text-sm">
          Other members have this name, or one that looks like it:{" "}
          {pull.namesakes.map(({ did }) => (
            <span key={did} className="mr-3 inline-block">
              <Actor name={did} inline />
            </span>
          ))}
        </p>
      )}
    </div>
  );
}

const SHOWN_CHARACTERS = 300;

function shortly(value: unknown): string {
  if (value === undefined || value === "") return "nothing";
  return shortened(typeof value === "string" ? value : JSON.stringify(value), SHOWN_CHARACTERS);
}
