/** Returns a text without any of these characters at its end, in linear time, unlike `/-+$/`. */
export function trimEndOf(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

export function trimBothEndsOf(text: string, characters: string): string {
  const kept = trimEndOf(text, characters);
  let start = 0;
  while (start < kept.length && characters.includes(kept.charAt(start))) start += 1;
  return kept.slice(start);
}
