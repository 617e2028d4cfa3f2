import { Section } from "@/components/ui/section";
import { type ColourToken, contrastOf, type TokenFamily } from "./colour";

/** Shows the hues and their meanings, from the token file itself. */
export function Colours({ families }: { families: readonly TokenFamily[] }) {
  const paper = families[0]?.tokens[0];
  return (
    <Section title="Hues, each with one meaning">
      <p className="mt-3 max-w-[68ch] text-ink-2 text-sm">
        No family uses the colours of another. Colours of severities are only for incidents. Blue means frozen. Bottle
        green means that something can be pressed or was verified. Form errors and failed audits are in ink.
      </p>
      {families.map(({ name, meaning, tokens: list }) => (
        <article
          key={name}
          className="grid grid-cols-[minmax(0,1fr)] gap-x-10 gap-y-3 border-hair border-b py-6 md:grid-cols-[15rem_minmax(0,1fr)]"
        >
          <div>
            <h3 className="text-md">{name.charAt(0) + name.slice(1).toLowerCase()}</h3>
            <p className="mt-1 text-ink-2 text-sm first-letter:uppercase">{meaning}</p>
          </div>
          <ul className="grid gap-x-8 text-xs lg:grid-cols-2">
            {list.map((token) => (
              <Swatch key={token.name} token={token} paper={paper} />
            ))}
          </ul>
        </article>
      ))}
    </Section>
  );
}

/** Shows a token in both themes, each with its contrast to that theme's paper. */
function Swatch({ token, paper }: { token: ColourToken; paper: ColourToken | undefined }) {
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto_auto] items-center gap-x-4 py-1">
      <code className="font-mono">{token.name}</code>
      {(["light", "dark"] as const).map((theme) => (
        <span key={theme} className="grid w-24 grid-cols-[1.5rem_1fr] items-center gap-2">
          <svg aria-hidden width="24" height="20">
            <rect x=".5" y=".5" width="23" height="19" fill={token[theme]} className="stroke-rule" />
          </svg>
          <span className="text-ink-2 tabular-nums">
            <span className="sr-only">{theme}, </span>
            {token[theme]}
            <span className="block text-ink-3">{ratio(contrastOf(token[theme], paper?.[theme] ?? "#ffffff"))}</span>
          </span>
        </span>
      ))}
    </li>
  );
}

const ratio = (contrast: number) => `${contrast.toFixed(1)} : 1`;
