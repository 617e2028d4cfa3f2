import type { ReactNode } from "react";
import { HiddenFields } from "@/components/ui/field";
import { FormArea, FormText } from "@/components/ui/form";
import { ErrorSummary, FieldGroup, HoneyPot, PageForm, SendButton } from "@/components/ui/page-form";
import { type FormState, fieldOf } from "@/lib/http/form-state";
import { DidField } from "./did-field";

const LABELS = {
  kind: "Who the token is for",
  did: "DID",
  capabilities: "Capabilities",
  public_key: "Public key",
  organisation: "Organisation",
  email: "E-mail",
  purpose: "What it will do in the federation",
  rules: "Rules",
  website: "Leave this empty",
} as const;

const KINDS = [
  { kind: "agent", name: "For one agent", says: "Acts for its own DID. Valid for 90 days." },
  { kind: "provider", name: "For our organisation", says: "Acts for the agents you register. Valid for 365 days." },
];

interface ApplyFormProps {
  state: FormState<{ to: string }>;
  action: (form: FormData) => Promise<void>;
  advice: ReactNode;
  sendsMail: boolean;
}

export function ApplyForm({ state, action, advice, sendsMail }: ApplyFormProps) {
  const field = (name: keyof typeof LABELS) => ({ label: LABELS[name], ...fieldOf(state, name) });
  return (
    <PageForm action={action} className="group/form">
      {state.outcome === "open" && <ErrorSummary message={state.message} fields={state.fields} labels={LABELS} />}
      <HiddenFields values={{ secret: fieldOf(state, "secret").value }} />
      <p className="mb-6 text-ink-2 text-sm">All fields are required unless they are marked optional.</p>
      <FieldGroup title="The token">
        <Kinds chosen={field("kind").value} problems={field("kind").problems} />
      </FieldGroup>
      <div className="group-has-[#kind-provider:checked]/form:hidden">
        <FieldGroup title="The agent">
          <DidField value={field("did").value} problems={field("did").problems}>
            {advice}
          </DidField>
          <FormText
            {...field("capabilities")}
            optional
            hint="What it can be asked to do, separated by commas. The relay uses these words."
          />
          <FormArea
            {...field("public_key")}
            optional
            rows={2}
            hint="Ed25519 or P-256, as PEM or JWK. Ed25519 also as base64url or did:key. Only the public part."
          />
        </FieldGroup>
      </div>
      <FieldGroup title="Who is responsible for it">
        <FormText
          {...field("organisation")}
          optional={false}
          autoComplete="organization"
          hint="Or your own name, if you apply as a person. It is public."
        />
        <FormText
          {...field("email")}
          optional={!sendsMail}
          type="email"
          autoComplete="email"
          hint={
            sendsMail
              ? "We send the decision to this address. For 30 days after it, we also write if an incident or an audit names the agent. Then the address is erased. It is not published."
              : "This service has no e-mail set up and sends nothing to the address. Keep the address of the private page. Operators may write to you."
          }
        />
        <FormArea
          {...field("purpose")}
          optional={false}
          rows={4}
          hint="A few sentences for the operators. They are not published."
        />
      </FieldGroup>
      <HoneyPot name="website" label={LABELS.website} problems={field("website").problems} />
      <Rules accepted={field("rules").value === "on"} problems={field("rules").problems} />
      <p className="mt-6 flex flex-wrap items-center gap-x-5 gap-y-2">
        <SendButton>Send application</SendButton>
        <span className="text-ink-3 text-sm">You get a private page that shows the decision.</span>
      </p>
    </PageForm>
  );
}

function Problems({ id, problems }: { id: string; problems: readonly string[] }) {
  if (problems.length === 0) return null;
  return (
    <p id={id} className="mb-2 font-semibold text-sm">
      {problems.join(" ")}
    </p>
  );
}

function Kinds({ chosen, problems }: { chosen: string; problems: readonly string[] }) {
  return (
    <div id="kind" tabIndex={-1}>
      <Problems id="kind-problems" problems={problems} />
      <div className="grid gap-3 sm:grid-cols-2">
        {KINDS.map(({ kind, name, says }) => (
          <label
            key={kind}
            className="flex cursor-pointer gap-3 border border-rule bg-raised px-4 py-3 has-checked:border-accent has-checked:bg-accent-wash has-checked:shadow-[inset_0_0_0_1px_var(--accent)]"
          >
            <input
              type="radio"
              id={`kind-${kind}`}
              name="kind"
              value={kind}
              defaultChecked={chosen === kind}
              className="mt-0.5 size-4 shrink-0 self-start accent-accent"
            />
            <span>
              <b className="block font-semibold text-sm">{name}</b>
              <span className="text-ink-2 text-xs">{says}</span>
            </span>
          </label>
        ))}
      </div>
    </div>
  );
}

function Rules({ accepted, problems }: { accepted: boolean; problems: readonly string[] }) {
  const wrong = problems.length > 0;
  return (
    <div className={wrong ? "border-ink border-l-4 pl-4" : ""}>
      <Problems id="rules-problems" problems={problems} />
      <label className="flex min-h-11 cursor-pointer items-center gap-3 text-sm">
        <input
          type="checkbox"
          id="rules"
          name="rules"
          defaultChecked={accepted}
          aria-invalid={wrong || undefined}
          aria-describedby={wrong ? "rules-problems" : undefined}
          className="size-5 shrink-0 accent-accent"
        />
        <span>
          We accept the <a href="/rfcs">rules of the federation</a>. Conduct and incidents are public.
        </span>
      </label>
    </div>
  );
}
