import type { Context } from "@/lib/authority/context";
import * as directory from "@/lib/features/directory/contract";
import { explainMet, isPicked, nothingText, saidText } from "@/lib/features/directory/explain";
import {
  type AgentSearchQuery,
  type AskedWord,
  type FoundAgent,
  type Highlight,
  sentSearch,
} from "@/lib/features/directory/search-schema";
import { searchAgents } from "@/lib/features/directory/service/search-agents";
import { pathOf } from "@/lib/http/client";
import { REASONS } from "@/lib/search/reasons";
import { agentRow } from "./agent-rows";
import { code, type Inline, link, list, paragraph, table } from "./write";

/** Writes the agents that a question found, how it was read, and what each agent meets. */
export async function foundAgents(ctx: Context, query: AgentSearchQuery, offset: number) {
  const search = await searchAgents(ctx, query);
  const { agents, limit, next_cursor, reason, words, fits, total } = search;
  const { cursor: _, ...asked } = query;
  const next = pathOf(directory.getAgentsText, { query: { ...asked, offset: offset + limit } });
  const isNothing = !isPicked(search) && reason !== "nothing asked";
  return {
    title: ["Agents: ", code(query.q)],
    lede: isNothing ? `Nothing here fits. ${nothingText(search)}` : REASONS[reason],
    json: pathOf(directory.searchAgents, { query: sentSearch(query) }),
    content:
      reason === "nothing asked"
        ? paragraph("Add it, or see ", link(directory.getAgentsText.path, "all agents by trust"), ".")
        : [
            reason !== "named" && list(words.filter(({ telling }) => telling > 0).map(wordText)),
            `${fits.toLocaleString("en")} fit, ${(total - fits).toLocaleString("en")} may fit.`,
            table(
              agents,
              (agent) => ({
                Fit: agent.fit,
                ...agentRow(agent),
                ...metColumns(agent, words),
                Where: passageOf(agent.highlights),
              }),
              "No agent comes close.",
            ),
            next_cursor !== undefined && paragraph(link(next, "The next")),
          ],
  };
}

/** Says how the records say a word of the question. */
function wordText(asked: AskedWord): Inline {
  const [count, by] = saidText(asked);
  return [`${asked.read_as ?? asked.word}: ${count}, ${by}`];
}

/** Says which words of a question an agent meets, and by what. */
function metColumns(agent: FoundAgent, asked: readonly AskedWord[]): Record<string, string> {
  const { isNamed, met, missing, share } = explainMet(agent, asked);
  if (isNamed) return { Meets: "exact name", "Does not say": "" };
  const each = met.map(({ term, word, how }) => [term, word && `by “${word}”`, how && `(${how})`].filter(Boolean));
  const words = each.map((said) => said.join(" ")).join(", ");
  return {
    Meets: [agent.fit === "may fit" ? share : "", words].filter(Boolean).join(": "),
    "Does not say": missing.join(", "),
  };
}

/** Returns the first passage that says more than the row. */
function passageOf(highlights: readonly Highlight[]): string {
  const place = highlights.find(({ field }) => field !== "name" && field !== "did" && field !== "role");
  return place?.parts.map(({ text }) => text).join("") ?? "";
}
