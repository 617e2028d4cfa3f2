import { BUTTON } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";

export function TraceLookUp() {
  return (
    <form action="/traces" className="flex max-w-xl items-end">
      <div className="min-w-0 flex-1">
        <TextField label="Trace id" name="id" value="" placeholder="4bf92f3577b34da6a3ce929d0e0e4736" />
      </div>
      <button type="submit" className={BUTTON.solid}>
        Replay
      </button>
    </form>
  );
}
