/**
 * Returns the 24 bits that a drawing shows of a text: FNV-1a over its UTF-16 units, 32 bits folded to 24. They help
 * people to distinguish two texts and prove nothing.
 */
export function drawingBits(text: string): boolean[] {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  const folded = (hash ^ (hash >>> 24)) & 0xffffff;
  return Array.from({ length: 24 }, (_, bit) => ((folded >>> bit) & 1) === 1);
}
