/** One value of a plot of bars. */
export interface Bar {
  label: string;
  value: number;
  text: string;
  isMissed: boolean;
}

/** One line of a plot, by ascending x. */
export interface Line {
  label: string;
  points: [x: number, y: number][];
}

interface Axis {
  label: string;
  ticks: number[];
  format: (value: number) => string;
  isLogarithmic?: boolean;
}

const WIDTH = 760;
const HUES = ["#2a78d6", "#c2571a", "#1b8a5a", "#b3417f", "#7a5cc0", "#8a7400"];
/** A picture in a document cannot know the page's theme, so it follows the reader's. */
const STYLE = `<style>
text { font: 12px system-ui, sans-serif; fill: #3b3f45 }
.title { font-size: 14px; font-weight: 600; fill: #16181b }
.grid { stroke: #d9dce0 } .goal { stroke: #16181b; stroke-width: 1.5 }
.met { fill: #2a78d6 } .missed { fill: #c2571a }
@media (prefers-color-scheme: dark) {
  text { fill: #b9bec6 } .title { fill: #eceef1 } .grid { stroke: #3a3f47 } .goal { stroke: #eceef1 }
}
</style>`;

const ESCAPES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escaped = (text: string) => text.replaceAll(/[&<>"]/g, (character) => ESCAPES[character] ?? "");
const at = (value: number) => value.toFixed(1);

const textAt = (x: number, y: number, text: string, attributes = "") =>
  `<text x="${at(x)}" y="${at(y)}" ${attributes}>${escaped(text)}</text>`;
const lineAt = (x1: number, y1: number, x2: number, y2: number, className: string) =>
  `<line x1="${at(x1)}" y1="${at(y1)}" x2="${at(x2)}" y2="${at(y2)}" class="${className}"/>`;

function picture(title: string, height: number, parts: string[]): string {
  const size = `width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}"`;
  const head = `<svg xmlns="http://www.w3.org/2000/svg" ${size} role="img" aria-label="${escaped(title)}">`;
  return [head, STYLE, textAt(0, 16, title, 'class="title"'), ...parts, "</svg>\n"].join("\n");
}

const BAR_LEFT = 340;
const BAR_RIGHT = WIDTH - 110;
const BAR_HEIGHT = 22;
const BAR_TOP = 34;

/** Returns an SVG of bars. A bar longer than the plot is cut off; its text still says its value. */
export function plotBars(title: string, bars: readonly Bar[], { most, goal }: { most: number; goal?: number }): string {
  const height = BAR_TOP + bars.length * BAR_HEIGHT + 8;
  const lengthOf = (value: number) => ((BAR_RIGHT - BAR_LEFT) * Math.min(value, most)) / most;
  const x = BAR_LEFT + lengthOf(goal ?? 0);
  const rows = bars.flatMap(({ label, value, text, isMissed }, index) => {
    const y = BAR_TOP + index * BAR_HEIGHT;
    const className = isMissed ? "missed" : "met";
    const bar = `<rect x="${BAR_LEFT}" y="${y + 3}" width="${at(lengthOf(value))}" height="${BAR_HEIGHT - 7}" rx="2" class="${className}"/>`;
    return [
      textAt(BAR_LEFT - 8, y + 15, label, 'text-anchor="end"'),
      bar,
      // At a distance from the line of the goal.
      textAt(Math.max(BAR_LEFT + lengthOf(value), value < (goal ?? 0) ? x : 0) + 6, y + 15, text),
    ];
  });
  const mark = goal === undefined ? [] : [lineAt(x, BAR_TOP - 6, x, height - 4, "goal")];
  return picture(title, height, [...rows, ...mark]);
}

const LEFT = 56;
const RIGHT = WIDTH - 210;
const TOP = 34;
const BOTTOM = 330;
const LABEL_HEIGHT = 16;

/** Returns the position of a value between the first and the last tick of its axis. */
function scaleOf({ ticks, isLogarithmic = false }: Axis, from: number, to: number): (value: number) => number {
  const scaled = (value: number) => (isLogarithmic ? Math.log(value) : value);
  const [least, most] = [scaled(ticks[0] ?? 0), scaled(ticks.at(-1) ?? 1)];
  return (value) => from + ((to - from) * (scaled(value) - least)) / (most - least);
}

/** Returns an SVG of lines, each labelled at its end. */
export function plotLines(title: string, lines: readonly Line[], { x, y }: { x: Axis; y: Axis }): string {
  const [xOf, yOf] = [scaleOf(x, LEFT, RIGHT), scaleOf(y, BOTTOM, TOP)];
  const grid = [
    ...y.ticks.flatMap((tick) => [
      lineAt(LEFT, yOf(tick), RIGHT, yOf(tick), "grid"),
      textAt(LEFT - 6, yOf(tick) + 4, y.format(tick), 'text-anchor="end"'),
    ]),
    ...x.ticks.map((tick) => textAt(xOf(tick), BOTTOM + 18, x.format(tick), 'text-anchor="middle"')),
    textAt((LEFT + RIGHT) / 2, BOTTOM + 36, x.label, 'text-anchor="middle"'),
    textAt(RIGHT, TOP - 8, y.label, 'text-anchor="end"'),
  ];
  // From the lowest up, each label keeps a distance from the one below it.
  let below = Number.POSITIVE_INFINITY;
  const drawn = lines
    .map((line, index) => ({ ...line, hue: HUES[index % HUES.length], end: yOf(line.points.at(-1)?.[1] ?? 0) }))
    .toSorted((a, b) => b.end - a.end)
    .flatMap(({ label, points, hue, end }) => {
      below = Math.min(end + 4, below - LABEL_HEIGHT);
      const path = points.map(([px, py]) => `${at(xOf(px))},${at(yOf(py))}`).join(" ");
      return [
        `<polyline points="${path}" fill="none" stroke="${hue}" stroke-width="2" stroke-linejoin="round"/>`,
        textAt(RIGHT + 8, below, label, `style="fill: ${hue}"`),
      ];
    });
  return picture(title, BOTTOM + 48, [...grid, ...drawn]);
}
