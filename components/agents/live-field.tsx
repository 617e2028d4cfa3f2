"use client";

import { type FormEvent, useEffect, useRef } from "react";
import { BUTTON } from "@/components/ui/button";
import { HiddenFields, TextField } from "@/components/ui/field";
import type { DirectoryQuery } from "@/lib/agents/schema";
import { change, parametersOf } from "./address";
import { showView } from "./view-link";

const PAUSE_MILLISECONDS = 250;

interface LiveFieldProps {
  query: DirectoryQuery;
  name: "q" | "role" | "model";
  label: string;
  button: string;
  placeholder?: string;
  labelHidden?: boolean;
}

/** A text filter that follows the typing; without JavaScript it is a form that keeps all other filters. */
export function LiveField({ query, name, button, ...field }: LiveFieldProps) {
  const form = useRef<HTMLFormElement>(null);
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  const value = query[name] ?? "";
  const { [name]: _, ...others } = parametersOf({ ...query, offset: 0 });

  // Going back in the history changes the filter from outside; what is being typed stays.
  useEffect(() => {
    const input = form.current?.querySelector<HTMLInputElement>("input[type=search]");
    if (input && document.activeElement !== input) input.value = value;
  }, [value]);
  useEffect(() => () => clearTimeout(pause.current), []);

  const apply = (text: string, options?: { replace: boolean }) => {
    clearTimeout(pause.current);
    showView(change(query, { [name]: text.trim() || undefined }), options);
  };
  const follow = (text: string) => {
    clearTimeout(pause.current);
    pause.current = setTimeout(apply, PAUSE_MILLISECONDS, text, { replace: true });
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    apply(String(new FormData(event.currentTarget).get(name) ?? ""));
  };
  return (
    <form ref={form} action="/agents" onSubmit={submit} className="flex items-end">
      <div className="min-w-0 flex-1">
        <TextField name={name} value={value} onChange={follow} {...field} />
      </div>
      <HiddenFields values={others} />
      <button type="submit" className={BUTTON.solid}>
        {button}
      </button>
    </form>
  );
}
