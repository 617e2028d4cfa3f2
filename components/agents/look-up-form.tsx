import { BUTTON } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";

interface LookUpFormProps {
  label: string;
  placeholder: string;
  button: string;
}

/** A search that leads to the directory, on pages that are not it. */
export function LookUpForm({ label, placeholder, button }: LookUpFormProps) {
  return (
    <form action="/agents" className="flex items-end">
      <div className="min-w-0 flex-1">
        <TextField label={label} name="q" value="" placeholder={placeholder} />
      </div>
      <button type="submit" className={BUTTON.solid}>
        {button}
      </button>
    </form>
  );
}
