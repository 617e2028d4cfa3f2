import { Section } from "@/components/ui/section";
import {
  type ColourToken,
  contrastOf,
  contrastsOf,
  LINE_CONTRAST,
  LINE_PAIRS,
  TEXT_CONTRAST,
  TEXT_PAIRS,
  type TokenFamily,
} from "./colour";

/** The hues and what each may mean, from the token file itself. */
export function Colours({ families }: { families: readonly TokenFamily[] }) {
  const paper = families[0]?.tokens[0];
  return (
    <Section title="Hues, each with one meaning">
      <p className="mt-3 max-w-[68ch] text-ink-2 text-sm">
        Families do not borrow from one another: what looks like a severity is an incident’s, what is blue is frozen,
        and what is bottle green can be pressed or was verified. Form errors and failed audits are in ink.
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

/** A token in both themes, each beside its contrast with that theme's paper. */
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

/** The pairs that must be told apart, with their contrasts computed from the tokens. */
export function Contrasts({ families }: { families: readonly TokenFamily[] }) {
  return (
    <Section title="Contrasts, computed from the tokens">
      <div className="grid gap-x-14 gap-y-6 pt-4 lg:grid-cols-2">
        <Pairs
          caption={`Text on its ground: at least ${TEXT_CONTRAST} : 1`}
          families={families}
          pairs={TEXT_PAIRS}
          least={TEXT_CONTRAST}
        />
        <Pairs
          caption={`Lines and shapes: at least ${LINE_CONTRAST} : 1`}
          families={families}
          pairs={LINE_PAIRS}
          least={LINE_CONTRAST}
        />
      </div>
    </Section>
  );
}

function Pairs({
  caption,
  families,
  pairs,
  least,
}: {
  caption: string;
  families: readonly TokenFamily[];
  pairs: readonly (readonly [string, string])[];
  least: number;
}) {
  return (
    <table className="h-fit w-full text-sm">
      <caption className="pb-1 text-left text-ink-2">{caption}</caption>
      <thead className="text-ink-2 text-xs">
        <tr className="border-hair border-b">
          <th scope="col" className="py-1.5 text-left font-normal">
            Pair
          </th>
          <th scope="col" className="text-right font-normal">
            Light
          </th>
          <th scope="col" className="text-right font-normal">
            Dark
          </th>
        </tr>
      </thead>
      <tbody>
        {pairs.map((pair) => {
          const { light, dark } = contrastsOf(families, pair);
          return (
            <tr key={pair.join()} className="border-hair border-b">
              <th scope="row" className="py-1.5 text-left font-mono font-normal text-xs">
                {pair[0]} <span className="text-ink-3">on</span> {pair[1]}
              </th>
              {[light, dark].map((contrast, theme) => (
                <td key={theme === 0 ? "light" : "dark"} className="text-right tabular-nums">
                  {ratio(contrast)}
                  {contrast < least && <b className="block">too low</b>}
                </td>
              ))}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
