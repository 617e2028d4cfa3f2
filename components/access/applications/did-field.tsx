import type { ReactNode } from "react";
import { applyTexts } from "@/components/access/applications/texts";
import { Field } from "@/components/ui/form";

interface DidFieldProps {
  value: string;
  /** The problems found when the form was sent. */
  problems: readonly string[];
  /** The advice on the value, from `did-advice.tsx`. */
  children: ReactNode;
}

const ADVICE = "did-advice";

/**
 * Asks for a DID. The page advises while the visitor types (`components/behaviours/advise-while-typing.ts`), or after
 * the form was sent.
 */
export function DidField({ value, problems, children }: DidFieldProps) {
  return (
    <div>
      <Field
        name="did"
        label="DID"
        value={value}
        problems={problems}
        optional={false}
        hint={applyTexts.didHint((label) => <code className="font-mono">{label}</code>)}
      >
        {({ className, ...control }) => (
          <input
            {...control}
            data-asks={ADVICE}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            placeholder="did:fed:s1:atlas"
            className={`${className} font-mono text-sm`}
          />
        )}
      </Field>
      <div id={ADVICE} aria-live="polite" className="pt-1.5 text-ink-2 text-sm">
        {children}
      </div>
    </div>
  );
}
