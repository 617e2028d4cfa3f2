import { z } from "zod";
import { BOUNDS } from "@/lib/foundation/bounds";
import { readHost } from "./host";

/** A host as it is stored: lower case, punycode. */
export const Host = z
  .string()
  .max(BOUNDS.identifier)
  .transform((text, context) => {
    const host = readHost(text);
    if (host !== null) return host;
    const message =
      "must be a public host name such as example.com, with more than one label, and without an address, port or path";
    context.addIssue({ code: "custom", message });
    return z.NEVER;
  })
  .meta({
    description: "A host name, such as `example.com`. Only exactly this host is proven, no parent domain or subdomain.",
  });

export const DomainParams = z.object({ did: z.string() });

export const ProveDomain = z.object({ host: Host });
export type ProveDomain = z.infer<typeof ProveDomain>;

export const DomainForm = ProveDomain.extend({ did: z.string() });

export const DomainMethod = z.enum(["dns", "did_json"]).meta({ description: "Where the proof was found." });
export type DomainMethod = z.infer<typeof DomainMethod>;

/** What a host must publish. Either of the two is enough. */
export const Publish = z.object({
  dns: z.object({
    name: z.string(),
    type: z.literal("TXT"),
    value: z.string().meta({
      description:
        "The text of the record. If the name server requires it, split it into several strings; they are joined.",
    }),
  }),
  did_json: z.object({
    address: z.string(),
    document: z.record(z.string(), z.unknown()).meta({
      description:
        "A complete DID document. If the host already has one, add the verification method and the service to it.",
    }),
  }),
});
export type Publish = z.infer<typeof Publish>;

export const DomainProof = z
  .object({
    did: z.string(),
    host: z.string(),
    proven: z.boolean().meta({ description: "Whether the proof was found just now." }),
    method: DomainMethod.optional(),
    problems: z.object({ dns: z.string(), did_json: z.string() }).optional().meta({
      description: "What was found instead. Present only if it is not proven.",
    }),
    publish: Publish,
    domains: z.array(z.string()).meta({ description: "All hosts that the agent controls now." }),
  })
  .meta({ id: "DomainProof" });
export type DomainProof = z.infer<typeof DomainProof>;

/** A host that an agent controls, and the result of its last check. */
export const OwnDomain = z.object({
  host: z.string(),
  method: DomainMethod,
  proven_at: z.iso.datetime(),
  checked_at: z.iso.datetime(),
  failed_days: z.int().meta({ description: "How many daily checks in a row have failed. The third ends the proof." }),
  problem: z
    .string()
    .optional()
    .meta({ description: "What the last failed check found. Present only if the last check failed." }),
});
export type OwnDomain = z.infer<typeof OwnDomain>;

export const OwnDomains = z.object({ did: z.string(), domains: z.array(OwnDomain) }).meta({ id: "OwnDomains" });
export type OwnDomains = z.infer<typeof OwnDomains>;

/** The remaining hosts. */
export const DomainList = z.object({ did: z.string(), domains: z.array(z.string()) }).meta({ id: "DomainList" });
export type DomainList = z.infer<typeof DomainList>;
