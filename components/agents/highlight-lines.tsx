import type { Highlight, HighlightField } from "@/lib/agents/search-schema";

const FIELD_NAMES: Record<HighlightField, string> = {
  name: "Name",
  did: "DID",
  role: "Role",
  skill: "Skill",
  tag: "Tag",
  description: "Description",
  provider: "Provider",
  manifest: "Manifest",
};

/** Where an agent was found: the row shows its name, DID and role already. */
export function HighlightLines({ highlights }: { highlights: readonly Highlight[] }) {
  const shown = highlights.filter(({ field }) => field !== "name" && field !== "did" && field !== "role").slice(0, 1);
  return shown.map(({ field, parts }) => (
    <span key={field} className="mt-1 block text-ink-2 text-xs [overflow-wrap:anywhere]">
      {FIELD_NAMES[field]}:{" "}
      <bdi>
        {parts.map(({ text, match }, index) => {
          const key = `${index} ${text}`;
          return match ? (
            <mark key={key} className="bg-accent-wash font-semibold text-ink">
              {text}
            </mark>
          ) : (
            <span key={key}>{text}</span>
          );
        })}
      </bdi>
    </span>
  ));
}
