import type { Result, Row } from "./figures";

const WIDTH = 640;
const LABEL = 210;
const LINE = 24;
const SCALE = { goal: "var(--goal)", bar: "var(--bar)" };

const asText = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

interface Bar {
  label: string;
  value: number;
}

/** Horizontal bars from zero, each with its figure, and a dotted line at the goal. */
function plot(title: string, bars: Bar[], goal: number | undefined, unit: string): string {
  const most = Math.max(goal ?? 0, ...bars.map(({ value }) => value)) * 1.1;
  const x = (value: number) => LABEL + (value / most) * (WIDTH - LABEL - 50);
  const height = bars.length * LINE + 8;
  const rows = bars.map(({ label, value }, index) => {
    const y = index * LINE;
    return `<text x="${LABEL - 8}" y="${y + 17}" text-anchor="end">${asText(label)}</text>
<rect x="${LABEL}" y="${y + 5}" width="${(x(value) - LABEL).toFixed(1)}" height="15" fill="${SCALE.bar}"/>
<text x="${(x(value) + 6).toFixed(1)}" y="${y + 17}">${value.toFixed(2)}${unit}</text>`;
  });
  const line =
    goal === undefined ? "" : `<path d="M${x(goal)} 0V${height}" stroke="${SCALE.goal}" stroke-dasharray="2 3"/>`;
  return `<figure><figcaption>${asText(title)}</figcaption>
<svg viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${asText(title)}">${rows.join("\n")}${line}</svg></figure>`;
}

const labelOf = ({ scenario, agents }: Row) => `${scenario}, ${agents / 1_000}k`;

function sectionOf(engine: string, { provenance, rows }: Result): string {
  const compared = rows.flatMap((row) => (row.ratio === null ? [] : [{ label: labelOf(row), value: row.ratio }]));
  const grown = rows.filter(({ growth }) => growth !== 1);
  const api = grown.filter(({ bare }) => bare !== null).map((row) => ({ label: labelOf(row), value: row.growth }));
  const pages = grown.filter(({ bare }) => bare === null).map((row) => ({ label: labelOf(row), value: row.growth }));
  return `<section><h2>${asText(engine)}</h2><p>${asText(provenance.replaceAll("`", ""))}</p>
${plot("Time per request over the bare server's", compared, undefined, "×")}
${plot("Time per request over that with 1,000 agents; the goal is below 3, broad searches apart", api, 3, "×")}
${plot("First byte of a page over that with 1,000 agents; the goal is below 2", pages, 2, "×")}</section>`;
}

/** The results as one static page that asks nothing of any host. */
export function pageOf(results: Record<string, Result>): string {
  const sections = Object.entries(results).map(([engine, result]) => sectionOf(engine, result));
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Bench</title>
<style>
:root{color-scheme:light dark;--bar:light-dark(#2f7f66,#55a687);--goal:light-dark(#14202a,#e7eee6)}
body{font:16px/1.5 system-ui,sans-serif;max-width:720px;margin:2rem auto;padding:0 1rem;background:light-dark(#f3f6f0,#10191d);color:light-dark(#14202a,#e7eee6)}
figure{margin:1.5rem 0}figcaption{font-weight:600;margin-bottom:.5rem}svg{width:100%;height:auto}svg text{font-size:12px;fill:currentColor}
</style>
<h1>Bench</h1><p>How to read the figures is said in README.md beside this page.</p>
${sections.join("\n")}
</html>
`;
}
