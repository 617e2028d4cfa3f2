import { SelectField, SubmitButton, TextField } from "@/components/ui/field";
import type { DirectoryQuery } from "@/lib/agents/schema";

const ZONES = ["S0", "S1", "S2", "S3", "S4", "testnet", "default"];
const STATUSES = ["active", "unverified", "pending"];

/** The directory's filters as a plain form: the whole state is in the address. */
export function DirectoryFilters({ query }: { query: DirectoryQuery }) {
  return (
    <form action="/agents" className="mb-8 grid grid-cols-2 items-end gap-4 md:grid-cols-[2fr_1fr_1fr_1fr_1fr_auto]">
      <div className="col-span-2 md:col-span-1">
        <TextField label="DID or name" name="q" value={query.q ?? ""} placeholder="Part of a DID or a name" />
      </div>
      <SelectField label="Zone" name="zone" value={query.zone ?? ""} options={ZONES} />
      <SelectField label="Status" name="status" value={query.status ?? ""} options={STATUSES} />
      <TextField label="Model or provider" name="model" value={query.model ?? ""} />
      <TextField label="Role" name="role" value={query.role ?? ""} />
      <SubmitButton>Search</SubmitButton>
    </form>
  );
}
