import { BUTTON } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";

interface LookUpFormProps {
  /** The page that answers. */
  place: "/agents" | "/search";
  label: string;
  placeholder: string;
  button: string;
}

/** A search that leads to another page, which answers it. */
export function LookUpForm({ place, label, placeholder, button }: LookUpFormProps) {
  return (
    <form action={place} className="flex items-end">
      <div className="min-w-0 flex-1">
        <TextField label={label} name="q" value="" placeholder={placeholder} />
      </div>
      <button type="submit" className={BUTTON.solid}>
        {button}
      </button>
    </form>
  );
}
