import { splitAtMarks } from "@/lib/features/releases/rules";

export function ChangeText({ text }: { text: string }) {
  return splitAtMarks(text).map(({ at, code, href, text: words }) => {
    if (href !== undefined) {
      return (
        <a key={at} href={href}>
          {words}
        </a>
      );
    }
    return code ? <code key={at}>{words}</code> : words;
  });
}
