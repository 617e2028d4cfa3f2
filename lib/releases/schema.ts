import { z } from "zod";
import { oneOf } from "@/lib/http/filter";

/** The kinds of change, in the order in which Keep a Changelog 1.1.0 gives them. */
export const ChangeKind = z.enum(["Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"]);
export type ChangeKind = z.infer<typeof ChangeKind>;

export const Channel = z.enum(["stable", "dev"]).meta({ description: "`dev`: built from what no release has yet." });
export type Channel = z.infer<typeof Channel>;

export const Version = z
  .string()
  .regex(/^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/)
  .meta({ description: "Semantic Versioning 2.0.0, without build metadata." });

const Commit = z.string().regex(/^[0-9a-f]{40}$/);
const BuildSha = z.string().regex(/^[0-9a-f]{7,40}$/);

/** What the form of the changelog lacks, said of each version in it. An absent field does not exist yet. */
export const FrontMatter = z.strictObject({
  channel: Channel,
  tag: z
    .string()
    .regex(/^[\w][\w./-]*$/)
    .optional(),
  commit: Commit.optional(),
  build_sha: BuildSha.optional(),
  github_release_url: z.url({ protocol: /^https$/ }).optional(),
  zenodo_doi: z
    .string()
    .regex(/^10\.\d{4,9}\/\S+$/)
    .optional(),
});
export type FrontMatter = z.infer<typeof FrontMatter>;

export interface Change {
  kind: ChangeKind;
  /** One sentence or two; words between backticks are code. */
  text: string;
}

/** What a reader should know of a version first. */
export interface Highlight {
  title: string;
  /** A path of this service; undefined where there is nothing to open. */
  href: string | undefined;
  text: string;
}

/** One version of the changelog. `version` and `date` are null of what is not released yet. */
export interface ChangelogEntry extends FrontMatter {
  version: string | null;
  date: string | null;
  /** A sentence or two about the whole version; "" where there is none. */
  summary: string;
  highlights: Highlight[];
  changes: Change[];
}

/** What a build knows of itself. */
export interface Build {
  version: string;
  buildSha: string;
  commit: string;
  /** ISO 8601 day. */
  date: string;
}

export interface ReleasedChange extends Change {
  /** Its fragment on the changelog's page, unique among all releases. It is made from kind and text alone. */
  slug: string;
}

/** One version, with nothing left open: what is not there is "" (`zenodo_doi`: null). */
export interface Release {
  version: string;
  tag: string;
  date: string;
  build_sha: string;
  commit: string;
  channel: Channel;
  summary: string;
  highlights: Highlight[];
  changes: ReleasedChange[];
  github_release_url: string;
  zenodo_doi: string | null;
}

/** What this service tells of its releases. */
export interface ReleaseHistory {
  current: Release;
  /** Newest first. */
  releases: Release[];
  /** How many releases each channel has, whichever is asked for. */
  channels: Record<Channel, number>;
  /** Where the source is kept, without a slash at its end; undefined where the operator has not said it. */
  repository: string | undefined;
  generatedAt: string;
}

/** The wire's shape of a release (contract, "Release entry"). */
export const ReleaseRecord = z
  .object({
    version: Version,
    tag: z.string().meta({ description: "Empty where there is none: a version that is not released." }),
    date: z.iso.date().meta({ description: "The day of the release; of a version that is not, its commit's day." }),
    build_sha: z.string(),
    commit: z.string().meta({ description: "`unknown` where the build was made without its repository." }),
    channel: Channel,
    changes: z.array(z.string()).meta({ description: "Each begins with its kind: `Added: …`, `Fixed: …`." }),
    github_release_url: z.string().meta({ description: "Empty where there is none." }),
    zenodo_doi: z.string().nullable(),
  })
  .meta({ id: "Release" });
export type ReleaseRecord = z.infer<typeof ReleaseRecord>;

export const ReleaseList = z
  .object({
    service: z.string(),
    current_version: Version.meta({ description: "Of the build that answers." }),
    channel: Channel.meta({ description: "Of the build that answers. `/health` speaks of the interface instead." }),
    build_sha: z.string(),
    repo: z.url().meta({
      description: "Where the source is kept; this service's `/changelog` where its operator has not said that.",
    }),
    count: z.int(),
    releases: z.array(ReleaseRecord).meta({ description: "Newest first." }),
    generated_at: z.iso.datetime(),
  })
  .meta({ id: "ReleaseList" });
export type ReleaseList = z.infer<typeof ReleaseList>;

export const ReleaseFilters = z.object({ channel: oneOf(Channel, "Only the releases of this channel.") });
export type ReleaseFilters = z.infer<typeof ReleaseFilters>;
