import type { ReactNode } from "react";
import { HiddenFields } from "@/components/ui/field";
import { FormArea, FormSelect, FormText } from "@/components/ui/form";
import { PageForm, SendButton } from "@/components/ui/page-form";
import { type FormState, fieldOf } from "@/lib/http/form-state";
import { DidField } from "./did-field";

const LABELS = {
  kind: "Whom it is for",
  did: "DID",
  capabilities: "Capabilities",
  requested_tier: "Tier you would like",
  public_key: "Public key",
  organisation: "Organisation",
  email: "E-mail for the decision",
  purpose: "What it will do in the federation",
  rules: "Rules",
  website: "Leave this empty",
};

const KINDS = [
  { kind: "agent", name: "For one agent", says: "Acts for its own DID. Lasts 90 days." },
  { kind: "provider", name: "For our organisation", says: "Acts for the agents you register. Lasts 365 days." },
];

interface ApplyFormProps {
  state: FormState<{ to: string }>;
  action: (form: FormData) => Promise<void>;
  /** What is said of the DID in the form. */
  advice: ReactNode;
  /** The tiers to wish for. */
  wishes: readonly { value: string; name: string }[];
}

/** The application for a token. */
export function ApplyForm({ state, action, advice, wishes }: ApplyFormProps) {
  const field = (name: keyof typeof LABELS) => ({ label: LABELS[name], ...fieldOf(state, name) });
  return (
    <PageForm action={action} className="group/form">
      <ErrorSummary state={state} labels={LABELS} />
      <HiddenFields values={{ secret: fieldOf(state, "secret").value }} />
      <Group title="The token">
        <Kinds chosen={field("kind").value} problems={field("kind").problems} />
      </Group>
      <div className="group-has-[#kind-provider:checked]/form:hidden">
        <Group title="The agent">
          <DidField value={field("did").value} problems={field("did").problems}>
            {advice}
          </DidField>
          <FormText
            {...field("capabilities")}
            hint="What it can be asked to do, separated by commas. Routing uses these words."
          />
          <FormSelect
            {...field("requested_tier")}
            options={wishes}
            hint="A wish. Tiers are earned; the operator may grant one, or less, or leave it to be earned."
          />
          <FormArea
            {...field("public_key")}
            rows={2}
            hint="Optional. Ed25519 or P-256, as PEM or JWK; Ed25519 also as base64url or did:key. Only the public part."
          />
        </Group>
      </div>
      <Group title="Who answers for it">
        <div className="grid gap-5 sm:grid-cols-2">
          <FormText {...field("organisation")} autoComplete="organization" />
          <FormText {...field("email")} type="email" autoComplete="email" />
        </div>
        <FormArea
          {...field("purpose")}
          rows={4}
          hint="A few sentences. They are read by a person and are not published."
        />
      </Group>
      <div aria-hidden className="absolute -left-[200vw]">
        <label>
          {LABELS.website}
          <input id="website" name="website" tabIndex={-1} autoComplete="off" defaultValue={field("website").value} />
        </label>
      </div>
      <Rules accepted={field("rules").value === "on"} problems={field("rules").problems} />
      <p className="mt-6 flex flex-wrap items-center gap-x-5 gap-y-2">
        <SendButton>Send application</SendButton>
        <span className="text-ink-3 text-sm">You get a private page that shows where it stands.</span>
      </p>
    </PageForm>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="mb-8 grid grid-cols-[minmax(0,1fr)] gap-5 border-hair border-b pb-8">
      <legend className="mb-3 font-medium font-serif text-title-3">{title}</legend>
      {children}
    </fieldset>
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
              className="mt-1 accent-accent"
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
      <label className="flex min-h-6 cursor-pointer gap-3 text-sm">
        <input
          type="checkbox"
          id="rules"
          name="rules"
          defaultChecked={accepted}
          aria-invalid={wrong || undefined}
          aria-describedby={wrong ? "rules-problems" : undefined}
          className="mt-0.5 size-4 accent-accent"
        />
        <span>
          We accept the <a href="/rfcs">rules of the federation</a>. Conduct and incidents are public.
        </span>
      </label>
    </div>
  );
}

interface ErrorSummaryProps<V> {
  state: FormState<V>;
  /** The fields as they are called, in the form's order. */
  labels: Record<string, string>;
}

/** What keeps a form from being sent, with ways to the fields. It takes the focus, so that nobody misses it. */
function ErrorSummary<V>({ state, labels }: ErrorSummaryProps<V>) {
  if (state.outcome !== "open" || state.message === undefined) return null;
  const { fields = {} } = state;
  const wrong = Object.keys(labels).filter((name) => fields[name] !== undefined);
  const elsewhere = Object.keys(fields).filter((name) => labels[name] === undefined);
  const things = wrong.length === 1 ? "One thing to correct" : `${wrong.length} things to correct`;
  return (
    <div data-focused role="alert" tabIndex={-1} className="mb-8 border-2 border-ink bg-raised px-5 py-4">
      <h2 className="text-title-3">{wrong.length > 0 ? things : state.message}</h2>
      <ul className="mt-1 text-sm">
        {wrong.map((name) => (
          <li key={name} className="py-0.5">
            <a href={`#${name}`} className="font-semibold text-ink">
              {labels[name]}: {fields[name]?.join(" ")}
            </a>
          </li>
        ))}
        {elsewhere.map((name) => (
          <li key={name}>{fields[name]?.join(" ")}</li>
        ))}
      </ul>
    </div>
  );
}
