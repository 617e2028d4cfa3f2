// Writes the documents that are made from code: `npm run documents`. A test fails if one differs.
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { about, parseSettings, Settings, sayWhatIsWanted } from "@/lib/foundation/env";
import { LAYERS } from "./layers.mjs";

type Name = keyof Settings;

/** Values that are wrong for most settings. */
const WRONG = ["§", "-1", "0.5", "1e9", "§".repeat(1_000)];

/** Returns what the start says of a wrong value. */
function objectionsTo(name: Name, value: string): string[] {
  const { error } = Settings.safeParse({ [name]: value }, { error: sayWhatIsWanted });
  return error?.issues.map(({ message }) => message) ?? [];
}

function defaultOf(name: Name): string {
  const value = parseSettings({})[name];
  if (value === undefined || (Array.isArray(value) && value.length === 0)) return "none";
  return `\`${value === false ? "0" : value}\``;
}

/** Breaks a paragraph into lines of the documents' width. */
function wrapped(paragraph: string, indent = ""): string {
  const lines: string[] = [];
  let line = "";
  for (const word of paragraph.split(" ")) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (longer.length > 120) lines.push(line);
    line = longer.length > 120 ? indent + word : longer;
  }
  return [...lines, line].join("\n");
}

function settingSection(name: Name): string {
  const said = about.get(Settings.shape[name]);
  if (said === undefined) throw new Error(`${name}: lib/foundation/env.ts does not say what it does`);
  const objections = new Set([said.example, ...WRONG].flatMap((value) => objectionsTo(name, value)));
  const wrong = `- If it is wrong: ${said.wrong ?? [...objections].join("; ")}`;
  return `## ${name}

${wrapped(said.does)}

- Default: ${said.unset ?? defaultOf(name)}
${said.unit === undefined ? "" : `- Unit: ${said.unit}\n`}- Example: \`${name}=${said.example}\`
${wrapped(wrong, "  ")}
`;
}

function settingsPage(): string {
  const sections = (Object.keys(Settings.shape) as Name[]).map(settingSection);
  return `# Settings

${wrapped(
  "The service reads settings from the environment or from a file `.env`. An empty setting counts as not set. All wrong ones stop the start, with a sentence for each. So does a variable that looks like a misspelt setting. Items of a list are separated by commas. `npm run doctor` shows the value of each setting and says what to correct. `npm run documents` writes this page from `lib/foundation/env.ts`.",
)}

${sections.join("\n")}`;
}

/** Draws the layers from the top down: the rooms of each, which share a folder, and what they contain. */
function layersPicture(): string {
  const width = 41;
  const lines = LAYERS.map(({ rooms: [first = "", ...beside], contain }) => {
    const names = [first, ...beside].map((room) => path.basename(room)).join(",");
    const place = beside.length === 0 ? first : `${path.dirname(first)}/{${names}}/`;
    return wrapped(place.padEnd(width) + contain, " ".repeat(width));
  });
  return `\`\`\`text\n${lines.join("\n")}\n\`\`\``;
}

function contributing(): string {
  const [before, rest = ""] = readFileSync("CONTRIBUTING.md", "utf8").split("<!-- layers -->");
  const [, after] = rest.split("<!-- /layers -->");
  return `${before}<!-- layers -->\n\n${layersPicture()}\n\n<!-- /layers -->${after}`;
}

/** The documents that are made from code, or have a part that is, by path. */
export const DOCUMENTS: Readonly<Record<string, () => string>> = {
  "CONTRIBUTING.md": contributing,
  "docs/settings.md": settingsPage,
};

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  for (const [file, compose] of Object.entries(DOCUMENTS)) writeFileSync(file, compose());
}
