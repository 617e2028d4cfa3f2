"use client";

import { useForm } from "@/components/forms/use-form";
import { SubmitButton } from "@/components/ui/submit-button";
import { type FormAction, openForm } from "@/lib/http/form-state";
import { useFollow } from "./follow";

/** Who is signed in, and the way out. */
export function SignOutForm({ action, operator }: { action: FormAction<{ to: string }>; operator: string }) {
  const [state, form] = useForm(action, openForm<{ to: string }>());
  useFollow(state);
  return (
    <form {...form} className="flex flex-wrap items-center gap-x-4 md:py-1.5">
      <span className="text-ink-2 text-sm">
        Signed in as <bdi className="font-semibold text-ink">{operator}</bdi>
      </span>
      <SubmitButton look="quiet">Sign out</SubmitButton>
    </form>
  );
}
