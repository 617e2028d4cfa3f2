import { readFile } from "node:fs/promises";
import type { Metadata } from "next";
import { familiesOf } from "@/components/catalogue/colour";
import { Colours } from "@/components/catalogue/colours";
import { Controls } from "@/components/catalogue/controls";
import { Drawings } from "@/components/catalogue/drawings";
import { EmptyStates } from "@/components/catalogue/empty-states";
import { Marks } from "@/components/catalogue/marks";
import { Releases } from "@/components/catalogue/releases";
import { RouteResults } from "@/components/catalogue/route-results";
import { PageTitle } from "@/components/layout/page";
import { Section } from "@/components/ui/section";
import { settings } from "@/lib/foundation/env";
import { rootPath } from "@/lib/foundation/root-path";
import { nameRoute } from "@/lib/portal/read-for-page";
import UnknownPage, { metadata as unknown } from "../[...unknown]/page";

export function generateMetadata(): Metadata {
  if (!settings().CATALOGUE) return unknown;
  return { title: "Components", description: "What the pages are made of, in every state.", robots: { index: false } };
}

/** The same file that gives the pages their colours. */
const TOKENS = rootPath("app", "tokens.css");

/** Shows the catalogue if CATALOGUE=1 is set. */
export default async function ComponentsPage() {
  if (!settings().CATALOGUE) return <UnknownPage />;
  nameRoute("/components");
  const families = familiesOf(await readFile(TOKENS, "utf8"));
  return (
    <>
      <PageTitle title="Components">
        The components of the pages, in every state, for developers. This page uses the same components as all others.
      </PageTitle>
      <Colours families={families} />
      <Rules />
      <Marks />
      <Drawings />
      <Controls />
      <RouteResults />
      <Releases />
      <EmptyStates />
    </>
  );
}

const RULES = [
  { look: "border-hair border-b", name: "Hair", meaning: "between two rows" },
  { look: "border-rule border-b", name: "Rule", meaning: "between groups, and around fields" },
  { look: "border-total border-b", name: "Heavy", meaning: "above and below a whole: a section, a list" },
  { look: "total-rule", name: "Double", meaning: "only under a total" },
  {
    look: "border-rule border-b border-dashed",
    name: "Dashed",
    meaning: "not valid yet: proposed, pending, unreleased",
  },
];

const TYPES = [
  { look: "font-serif text-title-2", name: "Brygada 1918", meaning: "titles and large figures" },
  { look: "font-sans text-md", name: "Public Sans", meaning: "reading and controls" },
  { look: "font-mono text-sm", name: "Commit Mono", meaning: "texts that programs also read: DIDs, hashes, paths" },
];

function Rules() {
  return (
    <Section title="Rules and type">
      <div className="grid gap-x-14 gap-y-6 pt-4 md:grid-cols-2">
        <dl className="text-sm">
          {RULES.map(({ look, name, meaning }) => (
            <div key={name} className={`grid grid-cols-[6rem_minmax(0,1fr)] py-3 ${look}`}>
              <dt>{name}</dt>
              <dd className="text-ink-2">{meaning}</dd>
            </div>
          ))}
        </dl>
        <dl className="grid content-start gap-4">
          {TYPES.map(({ look, name, meaning }) => (
            <div key={name}>
              <dt className={look}>{name}</dt>
              <dd className="text-ink-2 text-sm">{meaning}</dd>
            </div>
          ))}
        </dl>
      </div>
    </Section>
  );
}
