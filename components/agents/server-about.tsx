import { MarkdownText } from "@/components/ui/markdown-text";
import { Section } from "@/components/ui/section";
import { aboutServer } from "@/lib/features/agents/manifests/server-about";
import { shortened } from "@/lib/foundation/text/cut";
import { SkillList } from "./skill-list";

/** The characters shown of a tool's description, and of a README. The manifest has the rest. */
const MAX_DESCRIPTION = 300;
const MAX_README = 5_000;

export function ServerAbout({ manifest }: { manifest: Record<string, unknown> }) {
  const { tools, readme } = aboutServer(manifest);
  const told = tools.map(({ name, description }) => ({
    name,
    description: shortened(description, MAX_DESCRIPTION),
    tags: [],
    examples: [],
  }));
  return (
    <>
      {told.length > 0 && (
        <Section title="Tools" aside="As its record says">
          <SkillList skills={told} />
        </Section>
      )}
      {readme !== "" && (
        <Section title="README" aside="As its record says">
          <details className="border-hair border-b text-sm">
            <summary className="flex min-h-11 items-center text-accent">Show the README</summary>
            <div className="pb-4 [overflow-wrap:anywhere]">
              <MarkdownText
                text={shortened(readme, MAX_README)}
                components={{
                  a: ({ href, children }) => (
                    <a href={href} rel="nofollow noopener ugc">
                      {children}
                    </a>
                  ),
                }}
              />
            </div>
          </details>
        </Section>
      )}
    </>
  );
}
