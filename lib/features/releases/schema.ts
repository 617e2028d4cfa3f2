import { z } from "zod";
import { oneOf } from "@/lib/http/filter";

/** The kinds of change, in the order of Keep a Changelog 1.1.0. */
export const ChangeKind = z.enum(["Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"]);
export type ChangeKind = z.infer<typeof ChangeKind>;

export const Channel = z.enum(["stable", "dev"]).meta({ description: "`dev`: built from unreleased changes." });
export type Channel = z.infer<typeof Channel>;

export const Version = z
  .string()
  .regex(/^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/)
  .meta({ description: "Semantic Versioning 2.0.0, without build metadata." });

const Commit = z.string().regex(/^[0-9a-f]{40}$/);
const BuildSha = z.string().regex(/^[0-9a-f]{7,40}$/);

/** One or two sentences of text. Words between backticks are code. */
const Change = z.object({ kind: ChangeKind, text: z.string() });
export type Change = z.infer<typeof Change>;

/** A highlight of a version, to be read first. `href` is a path of this service, if there is something to open. */
const Highlight = z.object({ title: z.string(), href: z.string().optional(), text: z.string() });
export type Highlight = z.infer<typeof Highlight>;

const NOT_YET = ["tag", "commit", "build_sha", "github_release_url", "zenodo_doi"] as const;

/**
 * One version of the changelog. `version` and `date` are null for the unreleased changes. The fields from `channel` to
 * `zenodo_doi` are its front matter, which the changelog's format does not have. An absent one does not exist yet.
 */
export const ChangelogEntry = z
  .strictObject({
    version: Version.nullable(),
    date: z.iso.date().nullable(),
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
    /** A sentence or two about the whole version, or "". It is no list: a change must be below its kind. */
    summary: z.string().regex(/^(?!- )/),
    /** A longer list would not be a summary. */
    highlights: z.array(Highlight).max(8),
    changes: z.array(Change),
  })
  .refine(({ version, date, tag, changes }) => version === null || (date && tag && changes.length > 0), {
    message: "a release must have a day, a tag and a change",
  })
  .refine((entry) => entry.version !== null || (entry.channel === "dev" && NOT_YET.every((field) => !entry[field])), {
    message: `unreleased changes must have the channel dev, and no ${NOT_YET.join(", ")}`,
  });
export type ChangelogEntry = z.infer<typeof ChangelogEntry>;

/** A build's data about itself. */
export interface Build {
  version: string;
  buildSha: string;
  commit: string;
  /** ISO 8601 day. */
  date: string;
}

export interface ReleasedChange extends Change {
  /** Its fragment on the changelog's page, unique among all releases. It is derived from kind and text alone. */
  slug: string;
}

/** This service's data about its releases. */
export interface ReleaseHistory {
  current: Release;
  /** Newest first. */
  releases: Release[];
  /** How many releases each channel has, whatever the filter. */
  channels: Record<Channel, number>;
  /** The address of the repository, without a slash at its end; undefined if the operator has not set it. */
  repository: string | undefined;
  generatedAt: string;
}

/** A release in the API (contract, "Release entry"). */
export const ReleaseRecord = z
  .object({
    version: Version,
    tag: z.string().meta({ description: "Empty for an unreleased version." }),
    date: z.iso
      .date()
      .meta({ description: "The day of the release; for an unreleased version, the day of its commit." }),
    build_sha: z.string(),
    commit: z.string().meta({ description: "`unknown` if the build was made without its repository." }),
    channel: Channel,
    changes: z.array(z.string()).meta({ description: "Each begins with its kind: `Added: …`, `Fixed: …`." }),
    github_release_url: z.string().meta({ description: "Empty if there is none." }),
    zenodo_doi: z.string().nullable(),
  })
  .meta({ id: "Release" });
export type ReleaseRecord = z.infer<typeof ReleaseRecord>;

/** One version with all fields: a missing value is "" (`zenodo_doi`: null). */
export interface Release extends Omit<ReleaseRecord, "changes">, Pick<ChangelogEntry, "summary" | "highlights"> {
  changes: ReleasedChange[];
}

export const ReleaseList = z
  .object({
    service: z.string(),
    current_version: Version.meta({ description: "Of the responding build." }),
    channel: Channel.meta({
      description: "Of the responding build. `/health` has the version of the interface instead.",
    }),
    build_sha: z.string(),
    repo: z.url().meta({
      description: "The address of the repository, or this service's `/changelog` if its operator has not set that.",
    }),
    count: z.int(),
    releases: z.array(ReleaseRecord).meta({ description: "Newest first." }),
    generated_at: z.iso.datetime(),
  })
  .meta({ id: "ReleaseList" });
export type ReleaseList = z.infer<typeof ReleaseList>;

export const ReleaseFilters = z.object({ channel: oneOf(Channel, "Only the releases of this channel.") });
export type ReleaseFilters = z.infer<typeof ReleaseFilters>;
