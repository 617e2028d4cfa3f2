"use client";

import { unstable_rethrow } from "next/navigation";
import { type FormEvent, startTransition, useActionState } from "react";
import { requestFormReset } from "react-dom";
import type { FormAction, FormState } from "@/lib/http/form-state";
import { useTell } from "./outcome";

const NO_ANSWER =
  "The service did not answer as it should, so this may not be done. What you typed is still here: look whether it was done, then send it again.";

/** What stands in a form, but for what is typed unseen. */
function typedIn(form: HTMLFormElement): Record<string, string> {
  const unseen = new Set([...form.querySelectorAll<HTMLInputElement>("input[type=password]")].map(({ name }) => name));
  return Object.fromEntries(
    [...new FormData(form)].flatMap(([name, value]): [string, string][] =>
      typeof value === "string" && !unseen.has(name) ? [[name, value]] : [],
    ),
  );
}

/**
 * A form and its action. Without JavaScript the browser sends it; with it the page does, and an answer that never came
 * loses nothing that was typed.
 * @param outcome what is said once it is done, where the form itself does not say it
 * @returns its state, and what the <form> element is given
 */
export function useForm<V>(action: FormAction<V>, initial: FormState<V>, outcome?: (value: V) => string) {
  const tell = useTell();
  const [rendered, sentByBrowser] = useActionState(action, initial);
  const [state, send] = useActionState(
    async (previous: FormState<V>, { sent, typed }: Sending): Promise<FormState<V>> => {
      try {
        const next = await action(previous, sent);
        if (next.outcome === "done" && outcome) startTransition(() => tell(outcome(next.value)));
        return next;
      } catch (error) {
        // Where it led to another page.
        unstable_rethrow(error);
        return { outcome: "open", values: typed, message: NO_ANSWER };
      }
    },
    rendered,
  );
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const { submitter } = event.nativeEvent as SubmitEvent;
    const sending = { sent: new FormData(form, submitter), typed: typedIn(form) };
    tell(undefined);
    startTransition(() => {
      requestFormReset(form);
      send(sending);
    });
  };
  return [state, { action: sentByBrowser, onSubmit, noValidate: true }] as const;
}

interface Sending {
  sent: FormData;
  typed: Record<string, string>;
}
