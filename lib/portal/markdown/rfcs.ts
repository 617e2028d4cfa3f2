import * as contract from "@/lib/features/rfcs/contract";
import { bodyOf } from "@/lib/features/rfcs/rules";
import { listRfcs, readRfc } from "@/lib/features/rfcs/service/read";
import { rfcPageTexts } from "@/lib/features/rfcs/texts";
import { pathOf } from "@/lib/http/client";
import {
  code,
  facts,
  heading,
  type Inline,
  link,
  paragraph,
  quote,
  table,
  verbatim,
} from "@/lib/portal/markdown/write";
import { actor } from "./council";
import { markdownPage } from "./page";

export const writeRfcs = markdownPage(contract.getRfcsText, async (ctx, { query }, { origin }) => {
  const { rfcs, by_status, total } = await listRfcs(ctx, query);
  return {
    title: [rfcPageTexts.title],
    lede: rfcPageTexts.lede,
    json: pathOf(contract.listRfcs, { query }),
    blocks: [
      facts({ ...by_status, "In all": total }),
      table(
        ["RFC", "Title", "Status", "Since", "What it says"],
        rfcs.map(({ number, title, status, since, summary }) => [
          link(`${origin}/rfcs/${number}.md`, number),
          title,
          status,
          since.slice(0, 10),
          summary,
        ]),
        rfcPageTexts.none,
      ),
    ],
  };
});

export const writeRfc = markdownPage(contract.getRfcText, async (ctx, { params }, about) => {
  const rfc = await readRfc(ctx, params);
  const rule = (number: number): Inline => link(`${about.origin}/rfcs/${number}.md`, `RFC ${number}`);
  return {
    title: [`RFC ${rfc.number}: ${rfc.title}`],
    json: pathOf(contract.getRfc, { params: { number: String(rfc.number) } }),
    blocks: [
      facts({
        Status: rfc.status,
        Since: rfc.since,
        "Superseded by": rfc.superseded_by && rule(rfc.superseded_by),
        Supersedes: rfc.supersedes.length > 0 ? rfc.supersedes.map(rule) : null,
        Authors: rfc.authors.join(", "),
        "SHA-256 of the text": code(rfc.sha256),
        Reviews: `${rfc.tally.approve} approve, ${rfc.tally.object} object, ${rfc.tally.comment} comment`,
      }),
      verbatim(bodyOf(rfc.text)),
      heading(2, "Reviews"),
      ...(rfc.reviews.length === 0 ? [paragraph("None yet.")] : []),
      ...rfc.reviews.flatMap(({ reviewer, verdict, created_at, current, text }) => [
        paragraph(actor(about, reviewer), `, ${created_at}: ${verdict}${current ? "" : ", no longer counted"}`),
        ...(text ? [quote(text)] : []),
      ]),
      heading(2, "Decisions"),
      table(
        ["When", "Status", "By", "Reason"],
        rfc.decisions.map(({ decided_at, status, actor: by, reason }) => [
          decided_at,
          status,
          actor(about, by),
          reason,
        ]),
      ),
    ],
  };
});
