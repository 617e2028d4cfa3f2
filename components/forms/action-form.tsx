"use client";

import type { ReactNode } from "react";
import { Confirm } from "@/components/ui/confirm";
import { HiddenFields } from "@/components/ui/field";
import { FormNotice } from "@/components/ui/form";
import { SubmitButton } from "@/components/ui/submit-button";
import type { FormAction } from "@/lib/http/form-state";
import { type SentForm, useForm } from "./use-form";

interface ActionFormProps {
  form: Pick<SentForm<unknown>, "message" | "attributes">;
  hidden?: Record<string, string>;
  button: string;
  look?: "solid" | "quiet";
  /** The text of the first of two steps. If absent, there is one step. */
  ask?: string | undefined;
  /** Shown before the reason of a rejection. */
  intro?: ReactNode;
  saysWhy?: boolean;
  className?: string;
  children: ReactNode;
}

export function ActionForm({
  form: { attributes, message },
  hidden = {},
  button,
  look = "solid",
  ask,
  intro,
  saysWhy = false,
  className = "max-w-xl gap-5",
  children,
}: ActionFormProps) {
  const shown = (
    <form {...attributes} className={`grid ${className}`}>
      {intro}
      <FormNotice message={saysWhy ? undefined : message} />
      <HiddenFields values={hidden} />
      {children}
      <div>
        <SubmitButton look={look}>{button}</SubmitButton>
      </div>
    </form>
  );
  if (ask === undefined) return shown;
  return (
    <Confirm summary={ask} open={message !== undefined}>
      {shown}
    </Confirm>
  );
}

interface DecisionFormProps<V> {
  action: FormAction<V>;
  hidden: Record<string, string>;
  button: string;
  look?: "solid" | "quiet";
  /** The text of the first of two steps. */
  ask?: string;
  /** Announced when it is done. */
  outcome: string | ((value: V) => string);
  /** Returns what replaces the form when it is done. */
  done?: (value: V) => ReactNode;
  /** Explains the effect. With an explanation there are two steps. */
  children?: ReactNode;
}

/** Shows a form without fields. Why it was rejected stays visible above both steps. */
export function DecisionForm<V>({
  action,
  hidden,
  button,
  look = "solid",
  ask = `${button}…`,
  outcome,
  done,
  children,
}: DecisionFormProps<V>) {
  const { state, message, attributes } = useForm(action, {}, outcome);
  const replaced = state.outcome === "done" && done?.(state.value);
  if (replaced) return replaced;
  const form = (
    <form {...attributes}>
      <HiddenFields values={hidden} />
      {children && <div className="mb-3 max-w-[56ch] text-sm">{children}</div>}
      <SubmitButton look={look}>{button}</SubmitButton>
    </form>
  );
  return (
    <div className="grid gap-3">
      <FormNotice message={message} />
      {children ? <Confirm summary={ask}>{form}</Confirm> : form}
    </div>
  );
}
