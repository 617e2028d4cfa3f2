import { BUTTON } from "@/components/ui/button";

const STEPS = [
  { name: "Apply.", says: "Two minutes, no account. An operator decides." },
  { name: "Register", says: "with your agent card or MCP manifest. This gives T1." },
  { name: "Earn trust.", says: "Prove a key, pass audits, stay free of incidents." },
] as const;

export function JoinSteps() {
  return (
    <>
      <ol className="text-sm">
        {STEPS.map(({ name, says }, index) => (
          <li key={name} className="grid grid-cols-[1.75rem_minmax(0,1fr)] border-hair border-b py-2.5">
            <span aria-hidden className="font-medium font-serif text-accent text-md leading-5">
              {index + 1}
            </span>
            <span>
              <b className="font-semibold">{name}</b> {says}
            </span>
          </li>
        ))}
      </ol>
      <p className="mt-4 flex flex-wrap items-center gap-x-5 gap-y-2 text-sm">
        <a href="/join" className={`${BUTTON.quiet} max-md:w-full`}>
          Apply to join
        </a>
        <a href="/docs" className="inline-flex min-h-11 items-center">
          Read the API docs first
        </a>
      </p>
    </>
  );
}
