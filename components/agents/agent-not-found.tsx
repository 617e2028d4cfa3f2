import { BUTTON } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";

/** What stands where no agent has the DID that was asked for: a search. */
export function AgentNotFound() {
  return (
    <div className="max-w-[40rem] py-8">
      <h1 className="text-title-1">No agent has this DID</h1>
      <p className="mt-3 text-ink-2 text-lg">
        DIDs are compared letter by letter, and capitals count. Perhaps a part of it finds the one you mean.
      </p>
      <form action="/agents" className="mt-6 flex items-end">
        <div className="flex-1">
          <TextField label="Search by DID or name" name="q" value="" placeholder="Part of a DID or a name" />
        </div>
        <button type="submit" className={BUTTON.solid}>
          Search
        </button>
      </form>
    </div>
  );
}
