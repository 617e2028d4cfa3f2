import { splitAtCode } from "@/lib/features/releases/rules";

/** Shows a change as it is written, with its code as code. */
export function ChangeText({ text }: { text: string }) {
  return splitAtCode(text).map((part) =>
    part.code ? (
      <code key={part.at} className="font-mono text-[0.9em]">
        {part.text}
      </code>
    ) : (
      part.text
    ),
  );
}
