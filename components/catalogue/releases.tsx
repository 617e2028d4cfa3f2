import { ReleaseEntry } from "@/components/releases/release-entry";
import { Section } from "@/components/ui/section";
import type { Release } from "@/lib/features/releases/schema";
import { Specimen, State } from "./specimen";

const RELEASED: Release = {
  ...{ version: "1.2.0", tag: "v1.2.0", date: "2026-12-01", channel: "stable", zenodo_doi: null },
  ...{ build_sha: "0123456789ab", commit: "0123456789abcdef0123456789abcdef01234567", github_release_url: "" },
  summary: "Agents are found by what they do. One change breaks clients.",
  highlights: [
    { title: "Search by what an agent does", href: "/search", text: "It reads descriptions, skills and tags." },
    { title: "Feeds", href: undefined, text: "For agents, audits and RFCs." },
  ],
  changes: [
    { kind: "Added", text: "Provider pages.", slug: "specimen-added" },
    { kind: "Changed", text: "Breaking: `model` is empty where it is not stated.", slug: "specimen-changed" },
    { kind: "Changed", text: "Equal scores share a rank.", slug: "specimen-changed-2" },
  ],
};
const UNRELEASED: Release = {
  ...RELEASED,
  ...{ version: "1.3.0-dev", tag: "", channel: "dev", summary: "", highlights: [], changes: [] },
};

/** Shows releases as the changelog does. */
export function Releases() {
  return (
    <Section title="Releases">
      <Specimen
        name="Release"
        says="Highlights, then every change folded by kind. A kind with a breaking change is open."
      >
        <State wide name="Released">
          <ReleaseEntry release={RELEASED} older={undefined} repository={undefined} running={false} />
        </State>
        <State wide name="Running, without a change since the last release">
          <ReleaseEntry release={UNRELEASED} older={RELEASED} repository={undefined} running />
        </State>
      </Specimen>
    </Section>
  );
}
