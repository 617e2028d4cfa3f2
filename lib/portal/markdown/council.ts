import * as contractOfActs from "@/lib/features/anchors/acts/contract";
import { readAct } from "@/lib/features/anchors/acts/get-act";
import { checkCommands } from "@/lib/features/anchors/texts";
import { actKindLabel, actSubjectLabel, CONTENT_WORDS, reasonIn } from "@/lib/features/council/act-words";
import * as contract from "@/lib/features/council/contract";
import type { PublicAct } from "@/lib/features/council/schema";
import { listPublicActs } from "@/lib/features/council/service/public-acts";
import { councilPageTexts } from "@/lib/features/council/texts";
import { pathOf } from "@/lib/http/client";
import { addressWith } from "@/lib/http/page-address";
import { actor as actorLink, agentLink, markdownPage } from "./page";
import { code, codeBlock, facts, type Inline, link, paragraph, quote, table } from "./write";

const named = (subject: string): Inline => (subject.startsWith("did:") ? agentLink(subject) : actSubjectLabel(subject));
const by = (actor: string): Inline =>
  actor.startsWith("operator:") ? ["an operator, ", code(actor)] : actorLink(actor);

const actRow = ({ seq, kind, content, subject, actor, details, created_at }: PublicAct) => ({
  Act: link(`/council/acts/${seq}.md`, seq),
  When: created_at,
  What: actKindLabel(kind),
  About: subject === null ? "" : named(subject),
  By: actor === null ? "" : by(actor),
  Why: (details ? reasonIn(details) : undefined) ?? CONTENT_WORDS[content],
});

export const getCouncilText = markdownPage(contract.getCouncilText, async (ctx, { query }) => {
  const { acts, next_cursor } = await listPublicActs(ctx, query);
  const { from, to, cursor: _, ...filters } = query;
  const asked = { ...filters, from: from?.toISOString(), to: to?.toISOString() };
  return {
    title: councilPageTexts.title,
    lede: `${councilPageTexts.lede} Reasons are the operators' words.`,
    json: addressWith(contract.listPublicActs.path, asked),
    content: [
      table(acts, actRow, "No act matches."),
      next_cursor !== undefined &&
        paragraph(link(addressWith(contract.getCouncilText.path, { ...asked, cursor: next_cursor }), "Older acts")),
    ],
  };
});

export const getActText = markdownPage(contractOfActs.getActText, async (ctx, { params }, origin) => {
  const { act, entry, receipt, unsigned, did, kind, payload, salt } = await readAct(ctx, params);
  const reason = act.details ? reasonIn(act.details) : undefined;
  const json = pathOf(contractOfActs.getAct, { params: { seq: String(act.seq) } });
  return {
    title: `Act ${act.seq}: ${actKindLabel(act.kind)}`,
    json,
    content: [
      facts({
        Who: act.actor === null ? null : by(act.actor),
        What: code(act.kind),
        About: act.subject === null ? null : named(act.subject),
        When: act.created_at,
        Entry: link(`/anchors/${act.id}.md`, entry.seq),
        payload_commitment: code(entry.payload_commitment),
        salt: salt === undefined ? null : code(salt),
      }),
      act.content !== "public" && CONTENT_WORDS[act.content],
      reason !== undefined && ["The reason:", quote(reason)],
    ],
    sections: {
      "What was hashed": salt !== undefined && codeBlock("json", JSON.stringify({ did, kind, payload }, null, 2)),
      "Check it": [
        "These commands recompute the act from its content, its salt and its inclusion proof. The last one needs no network.",
        codeBlock("sh", checkCommands(origin, json)),
        receipt === null ? unsigned.message : codeBlock("text", receipt.checkpoint),
      ],
    },
  };
});
