import { LookUpForm } from "./look-up-form";

/** What stands where no agent has the DID that was asked for: a search. */
export function AgentNotFound() {
  return (
    <div className="max-w-[40rem] py-8">
      <h1 className="text-title-1">No agent has this DID</h1>
      <p className="mt-3 text-ink-2 text-lg">
        DIDs are compared letter by letter, and capitals count. Perhaps a part of it finds the one you mean.
      </p>
      <div className="mt-6">
        <LookUpForm
          place="/agents"
          label="Search by DID or name"
          placeholder="Part of a DID or a name"
          button="Search"
        />
      </div>
    </div>
  );
}
