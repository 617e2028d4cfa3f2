"use client";

import { unstable_rethrow } from "next/navigation";
import { type ComponentProps, type FormEvent, startTransition, useActionState } from "react";
import { requestFormReset } from "react-dom";
import { type FormAction, type FormState, fieldOf, openForm } from "@/lib/http/form-state";
import { useAnnounce } from "./outcome";

/** Returns the values of a form, without passwords. */
function typedIn(form: HTMLFormElement): Record<string, string> {
  const unseen = new Set([...form.querySelectorAll<HTMLInputElement>("input[type=password]")].map(({ name }) => name));
  return Object.fromEntries(
    [...new FormData(form)].flatMap(([name, value]): [string, string][] =>
      typeof value === "string" && !unseen.has(name) ? [[name, value]] : [],
    ),
  );
}

export interface SentForm<V> {
  state: FormState<V>;
  /** Why it was rejected. */
  message: string | undefined;
  field: (name: string) => ReturnType<typeof fieldOf>;
  attributes: Pick<ComponentProps<"form">, "id" | "action" | "onSubmit" | "noValidate">;
}

/**
 * Connects a form to its action. Without JavaScript the browser sends the form. With JavaScript the page sends it, and
 * if no response arrives, the typed values are kept.
 * @param values initial values of its fields
 * @param outcome the outcome to announce, if the form itself does not show it
 */
export function useForm<V>(
  action: FormAction<V>,
  values: Record<string, string> = {},
  outcome?: string | ((value: V) => string),
): SentForm<V> {
  const announce = useAnnounce();
  const [rendered, sentByBrowser] = useActionState(action, openForm<V>(values));
  const [state, send] = useActionState(
    async (previous: FormState<V>, { sent, typed }: Sending): Promise<FormState<V>> => {
      try {
        const next = await action(previous, sent);
        if (next.outcome === "done" && outcome) {
          startTransition(() => announce(typeof outcome === "string" ? outcome : outcome(next.value)));
        }
        return next;
      } catch (error) {
        // Throws again if the action redirected.
        unstable_rethrow(error);
        return {
          outcome: "open",
          values: typed,
          message:
            "The service did not respond as expected, so the change may not be saved. What you typed is still here. Check whether it was saved, then send the form again.",
        };
      }
    },
    rendered,
  );
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const { submitter } = event.nativeEvent as SubmitEvent;
    const sending = { sent: new FormData(form, submitter), typed: typedIn(form) };
    announce(undefined);
    startTransition(() => {
      requestFormReset(form);
      send(sending);
    });
  };
  return {
    state,
    message: state.outcome === "open" ? state.message : undefined,
    field: (name) => fieldOf(state, name),
    attributes: { action: sentByBrowser, onSubmit, noValidate: true },
  };
}

interface Sending {
  sent: FormData;
  typed: Record<string, string>;
}
