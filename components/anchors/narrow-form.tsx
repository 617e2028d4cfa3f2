import { BUTTON } from "@/components/ui/button";
import { CONTROL } from "@/components/ui/field";

/** Filters of the list of anchors. The days are inclusive, in UTC. */
export interface Narrowed {
  did: string;
  /** YYYY-MM-DD. */
  from: string;
  to: string;
}

export function NarrowForm({ did, from, to }: Narrowed) {
  const fields = [
    { name: "from", label: "From", value: from },
    { name: "to", label: "To", value: to },
  ];
  return (
    <form action="/anchors" className="flex flex-wrap items-end gap-x-3 gap-y-2 text-sm">
      <label className="min-w-0 grow basis-64">
        <span className="mb-1 block">Anchors of an agent, by its DID</span>
        <input
          name="did"
          defaultValue={did}
          placeholder="did:fed:s1:atlas"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          className={`${CONTROL} font-mono`}
        />
      </label>
      {fields.map(({ name, label, value }) => (
        <label key={name} className="grow sm:grow-0">
          <span className="mb-1 block">{label}</span>
          <input type="date" name={name} defaultValue={value} className={CONTROL} />
        </label>
      ))}
      <button type="submit" className={BUTTON.quiet}>
        Show
      </button>
    </form>
  );
}
