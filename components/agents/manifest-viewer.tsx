import { CodeBlock } from "@/components/ui/code";

const KINDS = {
  "a2a-card": "A2A agent card",
  "mcp-server-json": "MCP server.json",
  "mcp-listed-server": "Entry of a registry’s list of MCP servers",
  "ard-entry": "Entry of a publisher’s catalogue (ARD)",
} as const;

/** A longer manifest is only linked. */
const MAX_SHOWN_CHARACTERS = 40_000;

interface ManifestViewerProps {
  /** JSON. */
  text: string;
  imported?: { kind: keyof typeof KINDS; sha256: string; at: Date } | undefined;
  /** The address of the same bytes. */
  address: string;
}

/** Shows characters that reverse or hide text as their codes. */
const shown = (json: string) =>
  json.replace(/[\p{Cf}\p{Zl}\p{Zp}]/gu, (found) =>
    [...Array(found.length).keys()].map((at) => `\\u${found.charCodeAt(at).toString(16).padStart(4, "0")}`).join(""),
  );

export function ManifestViewer({ text, imported, address }: ManifestViewerProps) {
  const json = shown(JSON.stringify(JSON.parse(text), null, 2));
  return (
    <>
      <p className="py-3 text-ink-2 text-sm [overflow-wrap:anywhere]">
        {imported
          ? `${KINDS[imported.kind]}, imported on ${imported.at.toISOString().slice(0, 10)}. SHA-256 ${imported.sha256}.`
          : "As it was registered."}{" "}
        <a href={address}>Original file</a>
      </p>
      {json.length > MAX_SHOWN_CHARACTERS ? (
        <p className="text-ink-2 text-sm">{`It has ${json.length.toLocaleString("en")} characters, which is too long for this page.`}</p>
      ) : (
        <details className="border border-hair">
          <summary className="flex min-h-11 items-center px-4 text-accent text-sm">Show the manifest</summary>
          <CodeBlock code={json} />
        </details>
      )}
    </>
  );
}
