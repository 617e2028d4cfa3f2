import { TextField } from "@/components/ui/field";
import { ChoiceNav, FindForm } from "@/components/ui/list";
import type { Assigned, Queue, Waiting } from "@/lib/features/queues/schema";
import { QUEUE_NAMES } from "@/lib/features/queues/words";
import { addressWith } from "@/lib/http/page-address";

export const WORK_PAGE = "/console/queue";

export interface WorkFilters {
  queue: Queue | undefined;
  assigned: Assigned | undefined;
  days: number;
  q: string;
}

const ASSIGNED: readonly { value: Assigned | undefined; name: string }[] = [
  { value: undefined, name: "Any assignee" },
  { value: "me", name: "Assigned to me" },
  { value: "nobody", name: "Not assigned" },
  { value: "somebody", name: "Assigned" },
];
const AGES = [
  { value: 0, name: "Any age" },
  { value: 1, name: "1 day or more" },
  { value: 3, name: "3 days or more" },
  { value: 7, name: "7 days or more" },
];
const QUEUES = Object.keys(QUEUE_NAMES) as Queue[];

const count = (number: number) => `(${number.toLocaleString("en")})`;

/** Chooses what the list shows: one queue, whose items, and how old they are. Each choice has its own address. */
export function Filters({ filters, waiting }: { filters: WorkFilters; waiting: Waiting }) {
  const { queue, assigned, days, q } = filters;
  const to = (changed: Partial<WorkFilters>) => addressWith(WORK_PAGE, { ...filters, ...changed });
  const all = QUEUES.reduce((sum, each) => sum + waiting[each], 0);
  const kept = Object.entries({ queue, assigned, days: days === 0 ? undefined : String(days) });
  return (
    <div className="mb-4 grid gap-2">
      <ChoiceNav
        label="Queue"
        choices={[
          { name: `All ${count(all)}`, href: to({ queue: undefined }), chosen: queue === undefined },
          ...QUEUES.map((each) => ({
            name: `${QUEUE_NAMES[each].short} ${count(waiting[each])}`,
            href: to({ queue: each }),
            chosen: queue === each,
          })),
        ]}
      />
      <div className="flex flex-wrap gap-x-8 gap-y-2">
        <ChoiceNav
          label="Assigned to"
          choices={ASSIGNED.map(({ value, name }) => ({
            name,
            href: to({ assigned: value }),
            chosen: assigned === value,
          }))}
        />
        <ChoiceNav
          label="Age"
          choices={AGES.map(({ value, name }) => ({ name, href: to({ days: value }), chosen: days === value }))}
        />
      </div>
      <FindForm
        action={WORK_PAGE}
        kept={Object.fromEntries(
          kept.flatMap(([name, value]): [string, string][] => (value === undefined ? [] : [[name, value]])),
        )}
        className="flex max-w-xl items-end"
        verb="Search"
      >
        <TextField label="Part of a title, a DID, an organisation or a note" name="q" value={q} />
      </FindForm>
    </div>
  );
}
