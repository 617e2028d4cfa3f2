import { HashJoint } from "@/components/marks/hash-glyph";
import { Section } from "@/components/ui/section";

const CASES = [
  {
    title: "It fits",
    text: "The entry above names the hash of the entry below. The entry below has exactly that hash.",
    names: "8882a782",
    is: "8882a782",
  },
  {
    title: "An entry was changed",
    text: "If one letter changes, the hash and the edge change. The entry above still names the old hash.",
    names: "8882a782",
    is: "4aa00915",
  },
  {
    title: "An entry was removed",
    text: "The entries on each side do not match. To close the gap, every later entry would have to be rewritten.",
    names: "8882a782",
    is: "1d97aaaa",
  },
];

export function HowToRead() {
  return (
    <Section title="How to read the edges">
      <ul className="grid gap-8 pt-5 md:grid-cols-3">
        {CASES.map(({ title, text, names, is }) => (
          <li key={title} className="grid grid-cols-[9rem_minmax(0,1fr)] items-center gap-4">
            <div aria-hidden className="text-ink-2 text-xs">
              <p className="flex justify-between border-ink border-x border-t bg-slip-a px-2.5 py-1.5">
                {"names "}
                <span className="font-mono">{names}</span>
              </p>
              <HashJoint upper={names} lower={is} />
              <p className="flex justify-between border-ink border-x border-b bg-slip-b px-2.5 py-1.5">
                {"is "}
                <span className="font-mono">{is}</span>
              </p>
            </div>
            <p className="text-sm">
              <b className="block font-semibold">{title}</b>
              <span className="text-ink-2">{text}</span>
            </p>
          </li>
        ))}
      </ul>
    </Section>
  );
}
