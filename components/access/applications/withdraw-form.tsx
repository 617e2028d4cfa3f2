import { Confirm } from "@/components/ui/confirm";
import { HiddenFields } from "@/components/ui/field";
import { FormNotice } from "@/components/ui/form";
import { PageForm, SendButton } from "@/components/ui/page-form";
import type { ApplicationProgress } from "@/lib/features/access/applications/schema";
import type { FormState } from "@/lib/http/form-state";

interface WithdrawFormProps {
  state: FormState<ApplicationProgress>;
  action: (form: FormData) => Promise<void>;
  secret: string;
}

/** Withdraws the application. The form is folded, because this cannot be undone. */
export function WithdrawForm({ state, action, secret }: WithdrawFormProps) {
  const message = state.outcome === "open" ? state.message : undefined;
  return (
    <div className="mt-10 border-hair border-t pt-6">
      <Confirm summary="Withdraw the application…" open={message !== undefined}>
        <PageForm action={action}>
          <FormNotice message={message} />
          <p className="mt-2 mb-3 max-w-[60ch] text-sm">
            Your e-mail address, the purpose, the capabilities and the public key are erased, and nobody can claim the
            token any more. You cannot undo this. You may apply again.
          </p>
          <HiddenFields values={{ secret }} />
          <SendButton>Withdraw it</SendButton>
        </PageForm>
      </Confirm>
    </div>
  );
}
