import { topicTexts } from "@/lib/features/agents/texts";

/** The look of a tag: a derived one has a dashed border. */
export const TAG = { own: "bg-sunk", derived: "border border-rule border-dashed" } as const;

export function DerivedNote() {
  return (
    <p className="text-ink-2 text-xs">
      Dashed tags are{" "}
      <a href={topicTexts.page} className="inline-flex min-h-11 items-center md:min-h-0">
        derived from words
      </a>
      .
    </p>
  );
}
