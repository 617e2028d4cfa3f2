import type { ReactNode } from "react";
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
        hint={
          <>
            Four parts: <code className="font-mono">did:method:zone:name</code>. The name may use a–z, A–Z, 0–9, dot,
            dash and underscore.
          </>
        }
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
