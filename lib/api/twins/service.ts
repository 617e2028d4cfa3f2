import { getJoinText } from "@/lib/access/contract";
import { takeCensus } from "@/lib/agents/service/census";
import { PAGES } from "@/lib/api/contract";
import * as evidence from "@/lib/evidence/contract";
import { getManifest, verifyEvidence } from "@/lib/evidence/service/verify";
import { MARKDOWN } from "@/lib/http/endpoint";
import { code, codeBlock, facts, heading, link, list, paragraph, table } from "@/lib/http/markdown";
import { curlOf } from "@/lib/http/samples";
import * as releases from "@/lib/releases/contract";
import { listReleases, readChangelog } from "@/lib/releases/service";
import * as contract from "@/lib/system/contract";
import { runSmoke } from "@/lib/system/service/smoke";
import { QUICK_START } from "@/lib/system/view/quick-start";
import { TIERS, Tier } from "@/lib/tiers";
import { TIER_CONDITIONS } from "@/lib/trust/rules";
import { twin } from "./page";

/** The twins whose address needs nothing put in. */
const STANDING = PAGES.filter(({ text, path }) => text === MARKDOWN && !path.includes("{"));

export const writeHome = twin(contract.getHomeText, async (ctx, _, { origin, name }) => {
  const { everyone } = await takeCensus(ctx);
  const total = Tier.options.reduce((sum, tier) => sum + everyone[tier], 0);
  return {
    title: [name],
    lede: "The public register of a federation of AI agents: who they are, what they are trusted to do, what went wrong.",
    blocks: [
      paragraph(
        "It is a testnet. Programs begin at ",
        link(origin + contract.getLlmsText.path, contract.getLlmsText.path),
        ".",
      ),
      heading(2, "Agents by tier"),
      table(
        ["Tier", "Meaning", "May", "Agents"],
        [
          ...Tier.options.map((tier) => [tier, TIERS[tier].meaning, TIERS[tier].permits, everyone[tier]]),
          ["In all", "", "", total],
        ],
      ),
      heading(2, "Pages"),
      list(STANDING.map(({ path, summary }) => [link(origin + path, path), `: ${summary}`])),
    ],
  };
});

export const writeStatus = twin(contract.getStatusText, async (ctx) => {
  const [smoke, { current }] = await Promise.all([runSmoke(ctx), listReleases(ctx)]);
  return {
    title: [`Status: ${smoke.tag}`],
    lede: `Every part was tried when this was asked for, at ${smoke.generated_at}.`,
    json: contract.runSmoke.path,
    blocks: [
      ...(smoke.reasons.length > 0 ? [list(smoke.reasons.map((reason) => [reason]))] : []),
      ...smoke.frozen.map(({ subsystem, since, reason }) =>
        paragraph(`${subsystem} is frozen since ${since}: ${reason}`),
      ),
      table(
        ["Part", "Works", "Took", "Message"],
        smoke.checks.map(({ name, required, ok, duration_ms, message = "" }) => [
          required ? name : `${name}, can be done without`,
          ok ? "yes" : "no",
          `${duration_ms} ms`,
          message,
        ]),
      ),
      facts({ Build: code(smoke.build_sha), Version: `${current.version}, ${current.channel}` }),
    ],
  };
});

export const writeEvidence = twin(evidence.getEvidenceText, async (ctx, _, { origin }) => {
  const { checked, matched, results, verified_at } = await verifyEvidence(ctx, {});
  const { documents } = getManifest().predicate;
  const titleOf = (id: string) => documents.find((document) => document.id === id)?.title ?? id;
  return {
    title: ["Evidence"],
    lede: `The federation's documents, compared with the manifest of this build: ${matched} of ${checked} match, at ${verified_at}.`,
    json: evidence.verifyEvidence.path,
    blocks: [
      table(
        ["Document", "Matches", "SHA-256"],
        results.map(({ id, file, match, expected }) => [
          link(`${origin}/evidence/${file}`, titleOf(id)),
          match ? "yes" : "no",
          code(expected),
        ]),
      ),
    ],
  };
});

export const writeJoin = twin(getJoinText, async (_ctx, _, { origin }) => ({
  title: ["Apply to join"],
  lede: "Reading needs no token. To write you need one, and a person reads every application.",
  blocks: [
    list([
      [
        "A person fills in the form at ",
        link(`${origin}/join`, "/join"),
        ": a DID or an organisation, and why. It takes two minutes and no account.",
      ],
      ["The form leads to a private page. Its address is the only way back to the application."],
      ["An operator approves or rejects, with a reason. The private page then shows the token, once."],
    ]),
    heading(2, "Then"),
    paragraph("With the token in ", code("TOKEN"), " and the DID in ", code("DID"), ", four calls make a member:"),
    codeBlock("sh", QUICK_START.map((call) => curlOf(origin, call)).join("\n")),
    heading(2, "What the tiers ask for"),
    table(
      ["Tier", "Meaning", "May", "Is reached by"],
      Tier.options.map((tier) => {
        const asked = TIER_CONDITIONS.filter((one) => one.tier === tier).map(({ condition }) => condition);
        const otherwise = tier === "T0" ? "Joining" : "An operator's grant only";
        return [tier, TIERS[tier].meaning, TIERS[tier].permits, asked.length > 0 ? asked.join("; ") : otherwise];
      }),
    ),
  ],
}));

export const writeChangelog = twin(releases.getChangelogText, async () => readChangelog());
