import { z } from "zod";
import { BOUNDS } from "@/lib/foundation/bounds";
import { listOf } from "./lenient";

const Tool = z.union([
  z.string().transform((name) => ({ name, description: "" })),
  z.looseObject({ name: z.string() }).pipe(z.object({ name: z.string(), description: z.string().catch("") })),
]);
const About = z.object({ tools: listOf(Tool, BOUNDS.items), readme: z.string().trim().catch("") });
type About = z.infer<typeof About>;
const none: About = { tools: [], readme: "" };

/** Where a `server.json` has what its publisher adds to it. */
const PUBLISHED = "io.modelcontextprotocol.registry/publisher-provided";

/** What a manifest says of an MCP server itself, in the entry of a registry around it, or in the publisher's addition. */
const Manifest = About.extend({
  server: About.catch(none),
  _meta: z
    .object({ [PUBLISHED]: About.catch(none) })
    .transform((meta) => meta[PUBLISHED])
    .catch(none),
});

/** Returns the tools and the README of an MCP server, if its manifest has them. */
export function aboutServer(manifest: Record<string, unknown>): About {
  const { server, _meta: published, ...own } = Manifest.parse(manifest);
  const all = [own, server, published];
  return { tools: all.flatMap(({ tools }) => tools), readme: all.find(({ readme }) => readme !== "")?.readme ?? "" };
}

/** Returns the same as a manifest keeps it, without missing fields. */
export function keptAbout(manifest: Record<string, unknown>): Partial<About> {
  const { tools, readme } = aboutServer(manifest);
  return { ...(tools.length > 0 ? { tools } : {}), ...(readme === "" ? {} : { readme }) };
}
