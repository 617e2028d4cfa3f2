import { escapeMarkup } from "@/lib/http/feed";
import { Tier } from "@/lib/identity/tiers";

export interface Badge {
  did: string;
  name: string;
  tier: Tier;
  score: number;
  /** What a badge shows in place of tier and score: the agent is suspended or withdrawn, or is no member. */
  instead: { word: string; meaning: string } | null;
  /** The UTC day for which the score was computed. */
  asOf: string;
  federation: string;
}

/** The colours of a badge, light and dark, from app/tokens.css. An image cannot use a page's styles. */
const LIGHT = { paper: "#fbfdf9", ink: "#14202a", rule: "#7d8c86", edge: "#4c7c6a", accent: "#0e5a48", on: "#f7fbf6" };
const DARK = { paper: "#172328", ink: "#e7eee6", rule: "#6a7d7a", edge: "#5f9380", accent: "#7fcbb0", on: "#0c1a16" };
const STEPS = {
  T0: ["#dfe8df", "#1e2e2f"],
  T1: ["#b4d3c1", "#27493f"],
  T2: ["#74ad93", "#347059"],
  T3: ["#2f7f66", "#55a687"],
  T4: ["#0a4537", "#a4e3ca"],
} as const;

const HEIGHT = 24;
const DIGIT = 7;

/** Bidirectional controls could reorder the words of a title. */
const withoutTurns = (text: string) => text.replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, "");

/**
 * Draws a step for each tier, filled up to this one, as everywhere in the portal. Without a standing, no step is
 * filled.
 */
function stepsOf(tier: Tier | null): string {
  return Tier.options
    .map((step, index) => {
      const height = 4 + index * 3;
      const fill = tier !== null && step <= tier ? `class="step" fill="${STEPS[tier][0]}"` : `fill="none"`;
      return `<rect x="${61.5 + index * 7}" y="${19.5 - height}" width="5" height="${height}" ${fill} stroke="${LIGHT.edge}"/>`;
    })
    .join("");
}

/** Returns a tier and a score as a self-contained SVG, without external fonts, styles or scripts. */
export function viewBadge({ did, name, tier, score, instead, asOf, federation }: Badge): string {
  const [level, points] = instead ? ["—", instead.word] : [tier, score.toFixed(1)];
  const standing = instead?.meaning ?? `trust tier ${tier}, score ${points} of 100`;
  const width = 126 + points.length * DIGIT + 8;
  const title = escapeMarkup(withoutTurns(`${name} (${did}): ${standing} as of ${asOf}, ${federation}`));
  const words = `font-family="Public Sans,Verdana,DejaVu Sans,sans-serif" font-size="12"`;
  const dark = [
    `.p{fill:${DARK.paper}}.r{stroke:${DARK.rule}}.i{fill:${DARK.ink}}.a{fill:${DARK.accent}}.o{fill:${DARK.on}}`,
    `.s rect{stroke:${DARK.edge}}.s .step{fill:${STEPS[tier][1]}}`,
  ].join("");
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${HEIGHT}" viewBox="0 0 ${width} ${HEIGHT}" role="img" aria-label="${title}">
<title>${title}</title>
<style>@media (prefers-color-scheme:dark){${dark}}</style>
<rect class="p r" x=".5" y=".5" width="${width - 1}" height="${HEIGHT - 1}" rx="2" fill="${LIGHT.paper}" stroke="${LIGHT.rule}"/>
<path class="a" d="M0 2a2 2 0 0 1 2-2h50v24H2a2 2 0 0 1-2-2z" fill="${LIGHT.accent}"/>
<text class="o" x="11" y="16.5" ${words} fill="${LIGHT.on}" textLength="30">trust</text>
<g class="s">${stepsOf(instead ? null : tier)}</g>
<text class="i" x="102" y="16.5" ${words} font-weight="700" fill="${LIGHT.ink}" textLength="16">${level}</text>
<text class="i" x="126" y="16.5" ${words} fill="${LIGHT.ink}" textLength="${points.length * DIGIT}">${points}</text>
</svg>
`;
}
