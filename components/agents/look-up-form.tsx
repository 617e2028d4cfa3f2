import { BUTTON } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";

interface LookUpFormProps {
  /** The page that shows the results. */
  place: "/agents" | "/search";
  label: string;
  placeholder: string;
  button: string;
}

export function LookUpForm({ place, label, placeholder, button }: LookUpFormProps) {
  return (
    <form action={place} className="flex items-end">
      <div className="min-w-0 flex-1">
        <TextField label={label} name="q" value="" placeholder={placeholder} />
      </div>
      <button type="submit" className={BUTTON.solid}>
        {button}
      </button>
    </form>
  );
}

export function AgentNotFound() {
  return (
    <div className="max-w-[40rem] py-8">
      <h1 className="text-title-1">No agent has this DID</h1>
      <p className="mt-3 text-ink-2 text-lg">
        DIDs are case-sensitive and must match exactly. Search for a part of the DID or name.
      </p>
      <div className="mt-6">
        <LookUpForm
          place="/agents"
          label="Search agents"
          placeholder="A name, a DID, or what an agent should do"
          button="Search"
        />
      </div>
    </div>
  );
}
